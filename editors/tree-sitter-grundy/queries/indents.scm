[
  (loop)
  (endless_loop)
  (arm)
  (definition)
] @indent

[
  "PER"
  "ENDREP"
  "ENDREPEAT"
  "ELIF"
  "ELSE"
  "FI"
  "ENDIF"
  "END"
] @outdent
