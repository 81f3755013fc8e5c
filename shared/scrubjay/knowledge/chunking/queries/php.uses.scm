; Names of what is called, made, read, written, imported or used as a type; not of namespaces, variables and labels.

(name) @value
(function_call_expression
  function: [(name) @send (qualified_name (name) @send .) (relative_name (name) @send .)])
(object_creation_expression
  . [(name) @make (qualified_name (name) @make .) (relative_name (name) @make .)])
(scoped_call_expression name: (name) @send)
(member_call_expression name: (name) @send)
(nullsafe_member_call_expression name: (name) @send)
(scoped_property_access_expression name: (variable_name (name) @import))

(variable_name (name) @skip)
(namespace_name (name) @skip)
(namespace_use_clause alias: (name) @skip)
(argument name: (name) @skip)
(goto_statement (name) @skip)
(named_label_statement (name) @skip)
(class_constant_access_expression (_) . (name) @skip (#eq? @skip "class"))
