[
  (loop)
  (endless_loop)
  (start)
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
