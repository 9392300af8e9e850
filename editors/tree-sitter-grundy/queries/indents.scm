[
  (loop)
  (endless_loop)
  (arm)
] @indent

[
  "PER"
  "ENDREP"
  "ENDREPEAT"
  "ELIF"
  "ELSE"
  "FI"
  "ENDIF"
] @outdent
