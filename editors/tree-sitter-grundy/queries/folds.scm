[
  (loop)
  (endless_loop)
  (start)
  (arm)
  (definition)
] @fold
