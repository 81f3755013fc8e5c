; Parameters, and the elements of JSX that are no components.

(formal_parameters (identifier) @local)
(jsx_opening_element name: (identifier) @element)
(jsx_closing_element name: (identifier) @element)
(jsx_self_closing_element name: (identifier) @element)
