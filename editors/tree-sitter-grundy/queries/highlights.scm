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
  "RULE"
  "FROM_INFINITY_DOWN"
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

(rule
  [
    "mex"
    "normal"
    "misere"
    "lost"
    "won"
    "odd"
    "even"
  ] @constant.builtin)

(relation) @operator
[
  ".."
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
