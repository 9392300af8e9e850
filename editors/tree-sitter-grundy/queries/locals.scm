[
  (description)
  (loop)
  (endless_loop)
  (arm)
] @local.scope

(condition
  parameter: (variable) @local.definition)
(loop
  variable: (variable) @local.definition)
(let
  name: (variable) @local.definition)

(variable) @local.reference
