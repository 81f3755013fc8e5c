; Names of what is called, read, written or imported; not of modules, parameters and keyword arguments.

(identifier) @value
(attribute attribute: (identifier) @field)
(call function: [(identifier) @call (attribute attribute: (identifier) @send)])

(import_from_statement name: [(dotted_name (identifier) @import) (aliased_import name: (dotted_name (identifier) @import))])
(class_pattern (dotted_name (identifier) @import))
(dotted_name (identifier) @skip)
(keyword_argument name: (identifier) @skip)
(keyword_pattern . (identifier) @skip)

(import_statement name: (dotted_name . (identifier) @local))
(aliased_import alias: (identifier) @local)

(function_definition) @function
(lambda) @function
(parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(typed_parameter . (identifier) @local)
(default_parameter name: (identifier) @local)
(typed_default_parameter name: (identifier) @local)
(list_splat_pattern (identifier) @local)
(dictionary_splat_pattern (identifier) @local)
(for_statement left: [(identifier) @local (_ (identifier) @local) (_ (_ (identifier) @local))])
(for_in_clause left: [(identifier) @local (_ (identifier) @local) (_ (_ (identifier) @local))])
(as_pattern_target [(identifier) @local (_ (identifier) @local)])
(named_expression name: (identifier) @local)
(case_pattern (dotted_name . (identifier) @local .))
(splat_pattern (identifier) @local)
