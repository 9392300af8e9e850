(* grundy-kernel-proved CERTIFICATE DESCRIPTION [RULE]: is this a proof of the description?  RULE is asked about a text
   that names none; without it such a text is about mex or normal play. *)

let say = Printf.eprintf "grundy-kernel-proved: %s\n"

let stop status message =
  say message;
  exit status

let whole path =
  let channel = open_in_bin path in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel;
  text

let check certificate description asked =
  let channel = open_in_bin certificate in
  let header, answers, theorems =
    try Certificate.read channel
    with Certificate.Wrong what -> stop 3 (Printf.sprintf "%s: refused: %s" certificate what)
  in
  let found =
    try Description.read (whole description) header.piece asked
    with Description.Wrong what -> stop 3 (Printf.sprintf "%s: %s" description what)
  in
  if found.rule_of <> header.rule then
    stop 3 (Printf.sprintf "%s: refused: line 3: the rule of the certificate is %s, that of the description %s" certificate
              (Rule.to_text header.rule) (Rule.to_text found.rule_of));
  if not (Checker.accepts header.simplified found answers) then
    stop
      (if header.simplified then 4 else 3)
      (certificate
      ^
      if header.simplified then
        ": not accepted: no proof, or one by a rewriting that this checker does not have"
      else ": refused: no proof of this description; `grundy check` tells the line");
  let start = if found.start = None then "" else " and the start of the description" in
  let terms = Printf.sprintf " with the rule %s%s" (Rule.to_text header.rule) start in
  Printf.printf "%s: accepted: %s\n" certificate
    (if header.piece then "each position obeys the rule whose options all lie in the piece," ^ terms
     else "the described sequence is that of the game" ^ terms ^ ", for all parameters");
  if theorems <> [] then
    match Checker.theorems found theorems with
    | Some proved -> List.iter (Theorem.print certificate) proved
    | None ->
        stop 4
          (certificate
          ^ ": what it says of periods was not accepted: it is wrong, or about other words than those \
             of the description")

let () =
  try
    match Sys.argv with
    | [| _; certificate; description |] -> check certificate description None
    | [| _; certificate; description; rule |] -> (
        match Rule.of_words (String.split_on_char ' ' rule) with
        | Some rule -> check certificate description (Some rule)
        | None -> stop 2 ("there is no such rule: " ^ rule))
    | _ -> stop 2 "usage: grundy-kernel-proved CERTIFICATE DESCRIPTION [RULE]"
  with
  | Sys_error what -> stop 2 what
  | Stack_overflow | Out_of_memory -> stop 4 "undecided: the memory was not enough"
