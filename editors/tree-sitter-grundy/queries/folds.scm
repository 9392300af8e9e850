[
  (loop)
  (endless_loop)
  (arm)
  (definition)
] @fold
