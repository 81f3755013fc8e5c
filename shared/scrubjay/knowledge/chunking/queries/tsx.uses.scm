; Elements of JSX that are no components.

(jsx_opening_element name: (identifier) @element)
(jsx_closing_element name: (identifier) @element)
(jsx_self_closing_element name: (identifier) @element)
