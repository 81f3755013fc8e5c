; Functions and their prototypes, types with members and constants, macros, and variables outside of functions.

(function_declarator
  declarator: [(identifier) @name (parenthesized_declarator (identifier) @name)]) @definition.function

(function_definition
  declarator: [
    (function_declarator
      declarator: [(identifier) @name (parenthesized_declarator (identifier) @name)])
    (pointer_declarator
      declarator: (function_declarator
        declarator: (identifier) @name))
    (pointer_declarator
      declarator: (pointer_declarator
        declarator: (function_declarator
          declarator: (identifier) @name)))
  ]) @definition.function

; A function with a parameter that has no name is what a macro makes of a name: START_TEST(name) { … }
(function_definition
  declarator: (function_declarator
    declarator: (identifier)
    parameters: (parameter_list . (parameter_declaration !declarator type: (type_identifier) @name)))) @definition.function
(function_definition
  declarator: (parenthesized_declarator (identifier) @name)) @definition.function

(struct_specifier
  name: (type_identifier) @name
  body: (_)) @definition.class

(union_specifier
  name: (type_identifier) @name
  body: (_)) @definition.class

(enum_specifier
  name: (type_identifier) @name
  body: (_)) @definition.enum

(enumerator
  name: (identifier) @name) @definition.constant

(field_declaration
  declarator: (field_identifier) @name @definition.field)
(pointer_declarator
  declarator: (field_identifier) @name) @definition.field
(array_declarator
  declarator: (field_identifier) @name) @definition.field
(function_declarator
  declarator: (field_identifier) @name) @definition.field

(type_definition
  type: [(struct_specifier !name) (union_specifier !name) (enum_specifier !name)]
  declarator: (type_identifier) @name) @definition.type
(type_definition
  declarator: (type_identifier) @name @definition.type)
(pointer_declarator
  declarator: (type_identifier) @name) @definition.type
(array_declarator
  declarator: (type_identifier) @name) @definition.type
(function_declarator
  declarator: [(type_identifier) @name (parenthesized_declarator (type_identifier) @name)]) @definition.type

(preproc_def
  name: (identifier) @name) @definition.macro
(preproc_function_def
  name: (identifier) @name) @definition.macro

(declaration
  declarator: (identifier) @name @definition.variable)
(init_declarator
  declarator: (identifier) @name) @definition.variable
(pointer_declarator
  declarator: (identifier) @name) @definition.variable
(array_declarator
  declarator: (identifier) @name) @definition.variable
