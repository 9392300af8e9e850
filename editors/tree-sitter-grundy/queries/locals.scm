[
  (description)
  (loop)
  (endless_loop)
  (start)
  (arm)
  (definition)
] @local.scope

(condition
  parameter: (variable) @local.definition)
(loop
  variable: (variable) @local.definition)
(definition
  argument: (variable) @local.definition)
(let
  name: (variable) @local.definition)

(variable) @local.reference
