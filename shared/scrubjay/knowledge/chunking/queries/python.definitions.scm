; Classes, functions, and what a module or a class assigns.

(class_definition
  name: (identifier) @name) @definition.class

(function_definition
  name: (identifier) @name) @definition.function

(assignment
  left: [
    (identifier) @name
    (pattern_list [(identifier) @name (tuple_pattern (identifier) @name)])
    (tuple_pattern [(identifier) @name (tuple_pattern (identifier) @name)])
  ]) @definition.variable

(class_definition
  body: (block
    (expression_statement
      (assignment
        left: (identifier) @name) @definition.field)))

(assignment
  right: (assignment
    left: (identifier) @name @definition.variable))

(class_definition
  body: (block
    (expression_statement
      (assignment
        right: (assignment
          left: (identifier) @name @definition.field)))))

(type_alias_statement
  left: (type [(identifier) @name (generic_type . (identifier) @name)])) @definition.type
