; Names of what is called, made, read, written, imported or used as a type; not of packages and labels.

(identifier) @value
(type_identifier) @type
(field_access field: (identifier) @field)
(method_invocation name: (identifier) @send)
(method_reference (_) . (identifier) @field)
(object_creation_expression
  type: [
    (type_identifier) @make
    (scoped_type_identifier (type_identifier) @make .)
    (generic_type . [(type_identifier) @make (scoped_type_identifier (type_identifier) @make .)])
  ])
(element_value_pair key: (identifier) @field)

(import_declaration (scoped_identifier name: (identifier) @import) .)
(annotation name: (scoped_identifier name: (identifier) @import))
(marker_annotation name: (scoped_identifier name: (identifier) @import))
(scoped_identifier (identifier) @skip)
(labeled_statement . (identifier) @skip)
(break_statement (identifier) @skip)
(continue_statement (identifier) @skip)

(method_declaration) @function
(constructor_declaration) @function
(compact_constructor_declaration) @function
(lambda_expression) @function
(formal_parameter name: (identifier) @local)
(spread_parameter (variable_declarator name: (identifier) @local))
(catch_formal_parameter name: (identifier) @local)
(local_variable_declaration declarator: (variable_declarator name: (identifier) @local))
(enhanced_for_statement name: (identifier) @local)
(resource name: (identifier) @local)
(inferred_parameters (identifier) @local)
(lambda_expression parameters: (identifier) @local)
(instanceof_expression name: (identifier) @local)
(type_pattern (identifier) @local)
(record_pattern_component (identifier) @local)
(type_parameter . (type_identifier) @generic)
