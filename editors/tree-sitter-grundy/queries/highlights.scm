(comment) @comment

[
  "FOR"
  "FROM"
  "UPTO"
  "REP"
  "REPEAT"
  "PER"
  "ENDREP"
  "ENDREPEAT"
] @keyword.repeat

[
  "IF"
  "THEN"
  "ELIF"
  "ELSE"
  "FI"
  "ENDIF"
] @keyword.conditional

[
  "LET"
  "DEF"
  "END"
  "CLAIM"
  "outcome"
  "period"
  "preperiod"
] @keyword

(value) @string
(number) @number
(variable) @variable
(condition
  parameter: (variable) @variable.parameter)
(piece) @function
(definition
  argument: (variable) @variable.parameter)
(formula) @string.special

(relation) @operator
[
  "+"
  "-"
  "="
] @operator

"," @punctuation.delimiter

[
  "{"
  "}"
  "("
  ")"
  "<"
  ">"
] @punctuation.bracket
