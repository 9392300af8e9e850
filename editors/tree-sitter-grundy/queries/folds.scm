[
  (loop)
  (endless_loop)
  (arm)
] @fold
