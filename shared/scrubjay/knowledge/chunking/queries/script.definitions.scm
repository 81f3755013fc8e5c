; Functions, classes, methods, functions that a name or a key is given, and the values on a file's top level.

(function_declaration
  name: (identifier) @name) @definition.function

(generator_function_declaration
  name: (identifier) @name) @definition.function

(function_expression
  name: (identifier) @name) @definition.function

(generator_function
  name: (identifier) @name) @definition.function

(class
  name: (_) @name) @definition.class

(class_declaration
  name: (_) @name) @definition.class

(method_definition
  name: [(property_identifier) (private_property_identifier)] @name) @definition.method

(variable_declarator
  name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @definition.function

(variable_declarator
  name: (identifier) @name
  value: (class)) @definition.class

(assignment_expression
  left: (identifier) @name
  right: [(arrow_function) (function_expression) (generator_function)]) @definition.function

(assignment_expression
  left: (member_expression
    property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)]) @definition.method

(assignment_expression
  left: [
    (identifier) @name
    (member_expression
      property: (property_identifier) @name)
  ]
  right: (class)) @definition.class

(pair
  key: (property_identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @definition.method

(program
  [
    (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant)
    (variable_declaration (variable_declarator name: (identifier) @name) @definition.constant)
    (lexical_declaration (variable_declarator name: (object_pattern [
      (shorthand_property_identifier_pattern) @name
      (pair_pattern value: (identifier) @name)
    ])) @definition.constant)
    (variable_declaration (variable_declarator name: (object_pattern [
      (shorthand_property_identifier_pattern) @name
      (pair_pattern value: (identifier) @name)
    ])) @definition.constant)
    (lexical_declaration (variable_declarator name: (array_pattern (identifier) @name)) @definition.constant)
  ])

(export_statement
  [
    (lexical_declaration (variable_declarator name: [
      (identifier) @name
      (array_pattern (identifier) @name)
      (object_pattern [(shorthand_property_identifier_pattern) @name (pair_pattern value: (identifier) @name)])
    ]) @definition.constant)
    (variable_declaration (variable_declarator name: (identifier) @name) @definition.constant)
  ])
