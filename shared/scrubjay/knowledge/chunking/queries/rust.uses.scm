; Names of what is called, read, written, imported or used as a type. What a macro is given is no syntax tree: a name
; before an opening bracket is called there.

(identifier) @value
(type_identifier) @type
(field_identifier) @field
(shorthand_field_identifier) @field
(call_expression
  function: [
    (identifier) @call
    (scoped_identifier name: (identifier) @send)
    (field_expression field: (field_identifier) @send)
    (generic_function
      function: [
        (identifier) @call
        (scoped_identifier name: (identifier) @send)
        (field_expression field: (field_identifier) @send)
      ])
  ])
(macro_invocation macro: [(identifier) @send (scoped_identifier name: (identifier) @send)])
(token_tree (identifier) @token)
(scoped_identifier name: (identifier) @field)

(lifetime (identifier) @skip)
(label (identifier) @skip)

(function_item) @function
(function_signature_item) @function
(macro_definition) @function
(closure_expression) @function
(use_as_clause alias: (identifier) @local)
(parameter pattern: (identifier) @local)
(closure_parameters (identifier) @local)
(let_declaration pattern: (identifier) @local)
(let_condition pattern: (identifier) @local)
(for_expression pattern: (identifier) @local)
(tuple_pattern (identifier) @pattern)
(tuple_struct_pattern (identifier) @pattern)
(slice_pattern (identifier) @local)
(ref_pattern (identifier) @local)
(mut_pattern (identifier) @local)
(reference_pattern (identifier) @local)
(captured_pattern . (identifier) @local)
(field_pattern pattern: (identifier) @pattern)
(field_pattern name: (shorthand_field_identifier) @bound)
(match_pattern (identifier) @pattern)
(or_pattern (identifier) @pattern)
(const_parameter name: (identifier) @local)
(type_parameter name: (type_identifier) @generic)
