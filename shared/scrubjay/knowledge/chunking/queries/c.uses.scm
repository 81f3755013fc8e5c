; Names of what is called, read, written or used as a type.

(identifier) @value
(field_identifier) @field
(type_identifier) @type
(call_expression
  function: [
    (identifier) @call
    (parenthesized_expression (identifier) @call)
    (field_expression field: (field_identifier) @send)
  ])
(function_definition
  declarator: (function_declarator
    declarator: (identifier) @send @foreign
    parameters: (parameter_list . (parameter_declaration !declarator type: (type_identifier)))))
(function_definition
  type: (type_identifier) @send
  declarator: (parenthesized_declarator (identifier)))

(function_definition) @function
(preproc_function_def) @function
(parameter_list) @enclosed
(compound_statement) @enclosed
(parameter_declaration declarator: (identifier) @local)
(preproc_params (identifier) @local)
