; Types and parameters.

(type_identifier) @type
(nested_identifier property: (property_identifier) @field)
(index_signature name: (identifier) @skip)
(required_parameter pattern: (identifier) @local)
(optional_parameter pattern: (identifier) @local)
(function_signature) @function
(method_signature) @function
(abstract_method_signature) @function
(function_type) @function
(constructor_type) @function
(construct_signature) @function
(call_signature) @function
(import_require_clause (identifier) @skip)
(type_parameter name: (type_identifier) @generic)
(infer_type (type_identifier) @generic)
(mapped_type_clause name: (type_identifier) @generic)
