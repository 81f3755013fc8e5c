; Classes, functions, and what a module or a class assigns.

(class_definition
  name: (identifier) @name) @definition.class

(function_definition
  name: (identifier) @name) @definition.function

(assignment
  left: [
    (identifier) @name
    (pattern_list (identifier) @name)
    (tuple_pattern (identifier) @name)
  ]) @definition.variable

(type_alias_statement
  left: (type [(identifier) @name (generic_type . (identifier) @name)])) @definition.type
