; What the tags queries of JavaScript and TypeScript leave out: constructors, private methods, classes that a name is
; given, and the values on a file's top level; a module that is required is defined elsewhere.

(method_definition
  name: (property_identifier) @name
  (#eq? @name "constructor")) @definition.method

(method_definition
  name: (private_property_identifier) @name) @definition.method

(variable_declarator
  name: (identifier) @name
  value: [(class) (generator_function)]) @definition.class

(assignment_expression
  left: [
    (identifier) @name
    (member_expression
      property: (property_identifier) @name)
  ]
  right: [(class) (generator_function)]) @definition.class

(program
  [
    (lexical_declaration
      (variable_declarator
        name: (identifier) @name
        value: (_)? @value) @definition.constant)
    (variable_declaration
      (variable_declarator
        name: (identifier) @name
        value: (_)? @value) @definition.constant)
    (export_statement
      [
        (lexical_declaration
          (variable_declarator
            name: (identifier) @name) @definition.constant)
        (variable_declaration
          (variable_declarator
            name: (identifier) @name) @definition.constant)
      ])
  ]
  (#not-match? @value "^require\\("))
