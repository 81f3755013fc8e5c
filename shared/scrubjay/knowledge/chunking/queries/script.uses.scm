; Names of what is called, made, read, written or imported; not of keys, modules and labels.

(identifier) @value
(shorthand_property_identifier) @value
(member_expression property: [(property_identifier) (private_property_identifier)] @field)
(pair_pattern key: (property_identifier) @field)
(call_expression
  function: [
    (identifier) @call
    (member_expression property: [(property_identifier) (private_property_identifier)] @send)
  ])
(new_expression constructor: [(identifier) @call (member_expression property: (property_identifier) @send)])

(import_specifier name: (identifier) @import)
(import_clause (identifier) @import)
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @import)
  value: (call_expression function: (identifier) @skip)
  (#eq? @skip "require"))
(variable_declarator
  name: (object_pattern (pair_pattern value: (identifier) @local @foreign))
  value: (call_expression function: (identifier) @skip)
  (#eq? @skip "require"))
(variable_declarator
  name: (identifier) @import
  value: (call_expression function: (identifier) @skip)
  (#eq? @skip "require"))
(export_specifier alias: (identifier) @skip)
(namespace_export (identifier) @skip)

(import_specifier alias: (identifier) @local)
(namespace_import (identifier) @local)

(function_declaration) @function
(generator_function_declaration) @function
(method_definition) @function
(arrow_function) @function
(function_expression) @function
(generator_function) @function
(arrow_function parameter: (identifier) @local)
(assignment_pattern left: (identifier) @local)
(object_assignment_pattern left: (shorthand_property_identifier_pattern) @local)
(rest_pattern (identifier) @local)
(shorthand_property_identifier_pattern) @local
(pair_pattern value: (identifier) @local)
(array_pattern (identifier) @local)
(variable_declarator name: (identifier) @local)
(catch_clause parameter: (identifier) @local)
(for_in_statement left: (identifier) @local)
