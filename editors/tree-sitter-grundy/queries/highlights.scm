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
(formula) @string.special

(relation) @operator
[
  "+"
  "-"
  "="
] @operator

[
  "{"
  "}"
  "("
  ")"
  "<"
  ">"
] @punctuation.bracket
