; Fields of a class, and what only types have: interfaces, aliases, enumerations, namespaces and their members.

(abstract_class_declaration
  name: (type_identifier) @name) @definition.class

(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name) @definition.field

(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function) (function_expression)]) @definition.method

(method_definition
  name: (property_identifier) @constructor
  parameters: (formal_parameters
    (required_parameter
      (accessibility_modifier)
      pattern: (identifier) @name) @definition.field)
  (#eq? @constructor "constructor"))

(abstract_method_signature
  name: (property_identifier) @name) @definition.method

(function_signature
  name: (identifier) @name) @definition.function

(method_signature
  name: (property_identifier) @name) @definition.method

(property_signature
  name: (property_identifier) @name) @definition.field

(interface_declaration
  name: (type_identifier) @name) @definition.interface

(type_alias_declaration
  name: (type_identifier) @name) @definition.type

(enum_declaration
  name: (identifier) @name) @definition.enum

(enum_body
  name: (property_identifier) @name @definition.constant)

(enum_assignment
  name: (property_identifier) @name) @definition.constant

(internal_module
  name: [(identifier) (nested_identifier)] @name) @definition.module

(module
  name: (identifier) @name) @definition.module

(internal_module
  body: (statement_block
    (lexical_declaration
      (variable_declarator
        name: (identifier) @name) @definition.constant)))

(ambient_declaration
  [
    (lexical_declaration
      (variable_declarator
        name: (identifier) @name) @definition.constant)
    (variable_declaration
      (variable_declarator
        name: (identifier) @name) @definition.constant)
  ])
