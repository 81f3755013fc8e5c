; Functions, methods, types with their fields and methods, and what a file declares outside of functions.

(function_declaration
  name: (identifier) @name) @definition.function

(method_declaration
  name: (field_identifier) @name) @definition.method

(type_spec
  name: (type_identifier) @name) @definition.type

(type_alias
  name: (type_identifier) @name) @definition.type

(field_declaration
  name: (field_identifier) @name) @definition.field

(method_elem
  name: (field_identifier) @name) @definition.method

(var_spec
  name: (identifier) @name) @definition.variable

(const_spec
  (identifier) @name) @definition.variable
