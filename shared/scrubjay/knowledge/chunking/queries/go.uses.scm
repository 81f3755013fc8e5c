; Names of what is called, read, written or used as a type; not of packages.

(identifier) @value
(field_identifier) @field
(keyed_element key: (literal_element (identifier) @field))
(type_identifier) @type
(call_expression
  function: [
    (identifier) @call
    (parenthesized_expression (identifier) @call)
    (selector_expression field: (field_identifier) @send)
    (parenthesized_expression (selector_expression field: (field_identifier) @send))
  ])
(call_expression
  function: (type_instantiation_expression type: [(type_identifier) @send (qualified_type name: (type_identifier) @send)]))
(type_conversion_expression
  type: (generic_type type: [(type_identifier) @send (qualified_type name: (type_identifier) @send)]))

(function_declaration) @function
(method_declaration) @function
(method_elem) @function
(func_literal) @function
(function_type) @function
(import_spec path: (_) @module)
(parameter_declaration name: (identifier) @local)
(variadic_parameter_declaration name: (identifier) @local)
(type_parameter_declaration name: (identifier) @local @generic)
(short_var_declaration left: (expression_list (identifier) @local))
(range_clause left: (expression_list (identifier) @local))
(receive_statement left: (expression_list (identifier) @local))
(type_switch_statement alias: (expression_list (identifier) @local))
