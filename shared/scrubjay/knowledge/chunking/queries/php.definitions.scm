; Types, their members and constants, functions, constants.

(namespace_definition
  name: (namespace_name) @name) @definition.module

(class_declaration
  name: (name) @name) @definition.class

(interface_declaration
  name: (name) @name) @definition.interface

(trait_declaration
  name: (name) @name) @definition.interface

(enum_declaration
  name: (name) @name) @definition.enum

(enum_case
  name: (name) @name) @definition.constant

(const_element
  . (name) @name) @definition.constant

(property_element
  name: (variable_name (name) @name)) @definition.field

(property_promotion_parameter
  name: (variable_name (name) @name)) @definition.field

(function_definition
  name: (name) @name) @definition.function

(method_declaration
  name: (name) @name) @definition.method

(function_call_expression
  function: [(name) @function (qualified_name (name) @function .)]
  arguments: (arguments . (argument (string (string_content) @name)))
  (#eq? @function "define")) @definition.constant
