(* The reader of descriptions: the language of grammar/description.pest, and what src/lang makes of
   it.  Texts that are not right are refused; nothing is mended. *)

module Integer = Z
open Checker
open Tokens

exception Wrong = Tokens.Wrong

(* Words *)

let value source letter =
  let value, nim =
    match letter with
    | '_' -> (0, true)
    | 'A' .. 'Z' -> (Char.code letter - Char.code 'A' + 1, true)
    | '-' -> (0, false)
    | '+' -> (1, false)
    | _ -> wrong source (Printf.sprintf "%c is no value" letter)
  in
  if nim then source.nim <- true else source.outcome <- true;
  if source.nim && source.outcome then wrong source "Grundy values and outcomes are mixed";
  if nim && value > source.greatest then
    wrong source (Printf.sprintf "%c is a value that no position can have" letter);
  number value

(* The values up to the closing character, and what follows that. *)
let cycle source text closing =
  let rec go values count i =
    if at text i = closing && i > 1 then (List.rev values, i + 1)
    else
      let times, j = digits source text i in
      let times = match times with Some n -> n | None -> Integer.one in
      if Integer.gt times (number (most_values - count)) then
        wrong source "a cycle with too many values";
      let times = Integer.to_int times in
      let v = value source (at text j) in
      let rec more n values = if n = 0 then values else more (n - 1) (v :: values) in
      go (more times values) (count + times) (j + 1)
  in
  go [] 0 1

let word source scope text =
  let values, i, whole =
    match text.[0] with
    | '<' -> let values, i = cycle source text '>' in (values, i, false)
    | '(' -> let values, i = cycle source text ')' in (values, i, true)
    | letter -> ([ value source letter ], 1, false)
  in
  let length, i =
    match at text i with
    | '(' ->
        let form, j = expression source scope text (i + 1) in
        if at text j <> ')' then wrong source ("this is no word: " ^ text);
        (form, j + 1)
    | c when is_variable c -> (resolve source scope c, i + 1)
    | c when is_digit c ->
        let n, j = digits source text i in
        (constant (Option.get n), j)
    | _ -> (constant Integer.one, i)
  in
  if i < String.length text then wrong source ("this is no word: " ^ text);
  match values with
  | [] -> wrong source ("a cycle without values: " ^ text)
  | first :: others ->
      let size = if whole then times (number (List.length values)) length else length in
      { first; others; size }

(* Units *)

let close_block source words =
  source.blocks <- List.rev words :: source.blocks;
  source.count <- source.count + 1;
  number (source.count - 1)

(* Blocks, each with the loop or branch before it. *)
let rec chain block = function
  | [] -> Block block
  | (None, following) :: rest -> Next (block, chain following rest)
  | (Some part, following) :: rest -> More (block, part, chain following rest)

let declare source scope name kind form =
  (match List.assoc_opt name scope.names with
  | None -> ()
  | Some (Abbreviation, _) when kind = Abbreviation -> ()
  | Some _ -> wrong source (Printf.sprintf "%c is in use already" name));
  { scope with names = (name, (kind, form)) :: scope.names }

(* "k=2n": the letter, and what stands behind =. *)
let definition source text =
  let length = String.length text in
  if length < 3 || (not (is_variable text.[0])) || text.[1] <> '=' then
    wrong source ("a letter, = and an expression were expected, not " ^ text);
  (text.[0], String.sub text 2 (length - 2))

let abbreviation source scope =
  let text = token source in
  let name, right = definition source text in
  if String.contains right name then
    wrong source (Printf.sprintf "%c is defined by itself" name);
  declare source scope name Abbreviation (whole_expression source scope right)

let deeper source scope =
  if scope.depth = most_nested then wrong source "loops and branches are nested too deep";
  { scope with depth = scope.depth + 1; in_pass = false }

(* The name of a piece, and what stands in its parentheses, from [start] on. *)
let call source start =
  let is_name c = is_variable c || is_digit c || c = '_' in
  let opening = upto source (fun c -> not (is_name c)) start in
  let closing = upto source (fun c -> c = ')') opening in
  let behind = at source.text (closing + 1) in
  if
    opening < start + 2
    || (not (is_variable source.text.[start]))
    || at source.text opening <> '('
    || closing >= String.length source.text
    || not (is_white behind || behind = '\000')
  then wrong source "this is no word, and no piece";
  source.at <- closing + 1;
  let inside = slice source (opening + 1) closing in
  let given = if String.trim inside = "" then [] else String.split_on_char ',' inside in
  (slice source start opening, List.map String.trim given)

(* Something that an instance stands for. *)
let count_put_in source scope =
  if scope.in_piece then (
    source.put_in <- source.put_in + 1;
    if source.put_in > most_put_in then wrong source "the pieces stand for too many words")

(* In a piece its arguments are visible, and the parameters. *)
let only_parameters scope =
  let is_parameter (_, (kind, _)) = kind = Parameter in
  { scope with names = List.filter is_parameter scope.names; in_piece = true }

let nothing = ([], None, [], 0)

(* The units whose last block was being filled. *)
let closed source (links, pending, words, _) =
  match List.rev ((pending, close_block source words) :: links) with
  | (None, first) :: rest -> chain first rest
  | _ -> assert false

(* Up to THEN. *)
let condition source scope =
  let side () = whole_expression source scope (token source) in
  let left = side () in
  let compared = comparison source in
  let difference = sub0 left (side ()) in
  expect source [ "THEN" ];
  { difference; compared }

(* Does the branch whose IF was read say a next state? *)
let says_next source =
  let start = source.at in
  let rec go depth =
    match next source with
    | "" -> false
    | "NEXT" -> true
    | "IF" -> go (depth + 1)
    | "FI" | "ENDIF" -> depth > 0 && go (depth - 1)
    | _ -> go depth
  in
  let found = go 0 in
  source.at <- start;
  found

(* Units up to a keyword that does not begin one; [simple]: without loops, branches and pieces. *)
let rec units source scope simple =
  let keyword, scope, state = fill source scope simple nothing in
  (keyword, closed source state, scope)

(* The same, with a block that is being filled: blocks before it, each with what stands before it;
   what stands before this one; its words, the last one first, and their number.  In a pass, a branch that says
   the next state ends it as well. *)
and fill source scope simple ((links, pending, words, size) as state) =
  match next source with
  | "LET" -> fill source (abbreviation source scope) simple state
  | "DEF" when (not simple) && scope.depth = 0 ->
      define source scope;
      fill source scope simple state
  | "DEF" when not simple -> wrong source "a piece is defined outside of loops, branches and pieces"
  | "IF" when scope.in_pass && says_next source -> ("IF", scope, state)
  | ("FOR" | "IF") as keyword when not simple ->
      count_put_in source scope;
      let links = (pending, close_block source words) :: links in
      let inside = deeper source scope in
      let part =
        if keyword = "FOR" then loop source inside else Branch (arms source inside "IF")
      in
      fill source scope simple (links, Some part, [], 0)
  | ( "" | "REP" | "REPEAT" | "PER" | "ENDREP" | "ENDREPEAT" | "ELIF" | "ELSE" | "FI" | "ENDIF"
    | "END" | "NEXT" ) as keyword ->
      (keyword, scope, state)
  | text when is_variable text.[0] && not simple ->
      fill source scope simple (instance source scope (source.at - String.length text) state)
  | text ->
      count_put_in source scope;
      let word = word source scope text in
      if is_constant word.size && Integer.equal word.size.constant Integer.zero then
        fill source scope simple state
      else if size = most_words then
        let links = (pending, close_block source words) :: links in
        fill source scope simple (links, None, [ word ], 1)
      else fill source scope simple (links, pending, word :: words, size + 1)

(* Reads the body of a piece once, so that what is wrong in it is found, and forgets it. *)
and define source scope =
  skip_white source;
  let name, arguments = call source source.at in
  if List.exists (fun piece -> piece.name = name) source.pieces then
    wrong source ("there is a piece already: " ^ name);
  let letter text =
    if String.length text = 1 && is_variable text.[0] then text.[0]
    else wrong source ("this is no variable: " ^ text)
  in
  let arguments = List.map letter arguments in
  let body = source.at in
  let add scope argument =
    let form = variable (number scope.variables) in
    let scope = declare source scope argument Argument form in
    { scope with variables = scope.variables + 1 }
  in
  let inside = List.fold_left add (only_parameters scope) arguments in
  let blocks = source.blocks and count = source.count and put_in = source.put_in in
  (match units source (deeper source inside) false with
  | "END", _, _ -> ()
  | _ -> wrong source "a piece does not end with END");
  source.blocks <- blocks;
  source.count <- count;
  source.put_in <- put_in;
  source.pieces <- { name; arguments; body } :: source.pieces

(* Goes on with the body of the piece whose instance begins there. *)
and instance source scope start state =
  count_put_in source scope;
  let name, given = call source start in
  let given = List.map (whole_expression source scope) given in
  match List.find_opt (fun piece -> piece.name = name) source.pieces with
  | None -> wrong source ("there is no such piece here: " ^ name)
  | Some { arguments; _ } when List.compare_lengths arguments given <> 0 ->
      wrong source ("another number of arguments: " ^ name)
  | Some { arguments; body; _ } ->
      let behind = source.at in
      let add names argument form = (argument, (Argument, form)) :: names in
      let outer = only_parameters scope in
      let names = List.fold_left2 add outer.names arguments given in
      source.at <- body;
      let keyword, _, state = fill source (deeper source { outer with names }) false state in
      assert (keyword = "END");
      source.at <- behind;
      state

and loop source scope =
  let name = variable_name source in
  expect source [ "FROM" ];
  let bound () = whole_expression source scope (token source) in
  let from = bound () in
  expect source [ "UPTO" ];
  let upto = bound () in
  expect source [ "REP"; "REPEAT" ];
  let inside = declare source scope name Counter (variable (number scope.variables)) in
  match units source { inside with variables = scope.variables + 1 } false with
  | ("PER" | "ENDREP" | "ENDREPEAT"), body, _ -> Loop (from, upto, body)
  | _ -> wrong source "a loop does not end with PER"

and arms source scope keyword =
  match keyword with
  | "ELSE" -> (
      match units source scope false with
      | ("FI" | "ENDIF"), body, _ -> Else body
      | _ -> wrong source "ELSE is not followed by FI")
  | "FI" | "ENDIF" -> NoArm
  | "IF" | "ELIF" ->
      let test = condition source scope in
      let keyword, body, _ = units source scope false in
      Arm (test, body, arms source scope keyword)
  | _ -> wrong source "a branch does not end with FI"

(* The whole *)

type head = { conditions : constraint0 list; bounded : char list; named : rule option }

let order_condition source scope head text =
  let name = match text with
    | text when String.length text = 1 && is_variable text.[0] -> text.[0]
    | other -> wrong source ("an order condition or the moves were expected, not " ^ other)
  in
  let scope =
    if List.mem_assoc name scope.names then scope
    else
      let form = variable (number scope.variables) in
      let scope = declare source scope name Parameter form in
      { scope with variables = scope.variables + 1 }
  in
  let compared = comparison source in
  let text = token source in
  if String.contains text name then
    wrong source (Printf.sprintf "a bound of %c that contains it" name);
  let left = resolve source scope name and right = whole_expression source scope text in
  let condition, bounded =
    match compared with
    | AtLeast -> (at_least left right, [ name ])
    | AtMost -> (at_least right left, [])
    | Equal -> (equal left right, [ name ])
    | NotEqual -> wrong source "!= is no order condition"
  in
  (scope, { head with conditions = condition :: head.conditions; bounded = bounded @ head.bounded })

(* "2n+1", "n..2n"; and how many moves that are, if it does not depend on parameters. *)
let entry source scope text =
  let first, i = expression source scope text 0 in
  if i = String.length text then (Move first, Some Integer.one)
  else if at text i = '.' && at text (i + 1) = '.' then
    let last, j = expression source scope text (i + 2) in
    if j < String.length text then wrong source ("this is no range of moves: " ^ text)
    else
      let count = Integer.succ (Integer.sub last.constant first.constant) in
      let is_number = not (String.exists is_variable text) in
      (Moves (first, last), if is_number then Some (Integer.max Integer.zero count) else None)
  else wrong source ("this is no move: " ^ text)

(* What stands in braces, and ends before a white character. *)
let moves source scope =
  let stop = upto source (fun c -> c = '}') source.at in
  let inside = String.map (fun c -> if is_white c then ' ' else c) (slice source source.at stop) in
  source.at <- stop + 1;
  let behind = at source.text source.at in
  if stop >= String.length source.text || not (is_white behind || behind = '\000') then
    wrong source "the moves stand in braces, behind which there is a blank";
  let parts = List.filter (fun text -> text <> "") (String.split_on_char ' ' inside) in
  List.map (entry source scope) parts

(* Behind RULE. *)
let rule source =
  let words =
    match token source with
    | ("lost" | "won") as who -> (
        match token source with
        | ("odd" | "even") as asked -> [ who; asked ]
        | sign -> [ who; sign; token source ])
    | word -> [ word ]
  in
  match Rule.of_words words with
  | Some rule -> rule
  | None -> wrong source ("there is no such rule: " ^ String.concat " " words)

let rec head source scope conditions =
  match next source with
  | "RULE" when conditions.named <> None -> wrong source "this is a second rule"
  | "RULE" -> head source scope { conditions with named = Some (rule source) }
  | "" -> wrong source "the moves are missing"
  | text when text.[0] = '{' ->
      source.at <- source.at - String.length text + 1;
      (scope, conditions, moves source scope)
  | text ->
      let scope, conditions = order_condition source scope conditions text in
      head source scope conditions

(* Passes that carry a state.  The text of a pass is read once for each way through it. *)

(* "u=0 IN 0..a-1" behind REPEAT, if that is there: the name, the first state, the bounds. *)
let state_head source scope =
  let start = source.at in
  let text = token source in
  if String.length text > 1 && is_variable text.[0] && text.[1] = '=' then (
    let name, right = definition source text in
    let initial = whole_expression source scope right in
    expect source [ "IN" ];
    match entry source scope (token source) with
    | Moves (least, greatest), _ -> Some (name, initial, least, greatest)
    | _ -> wrong source "the bounds of a state are two numbers with .. between them")
  else (
    source.at <- start;
    None)

(* Up to the keyword that ends the arm of a branch. *)
let rec skip_arm source =
  match next source with
  | "" -> wrong source "a branch does not end with FI"
  | "IF" -> skip_branch source (skip_arm source)
  | ("ELIF" | "ELSE" | "FI" | "ENDIF") as keyword -> keyword
  | _ -> skip_arm source

and skip_branch source = function
  | "FI" | "ENDIF" -> skip_arm source
  | _ -> skip_branch source (skip_arm source)

(* NEXT gives the state of the next pass a name; that of this pass, which is this variable, is none. *)
let name_next source scope (name, form) state =
  match List.assoc_opt name scope.names with
  | Some (_, known) when same known (variable state) -> scope
  | _ -> declare source scope name State form

(* The way through a pass by the arm of this number, if a branch says the next state: its test, its units, and
   the next state. *)
let way source scope state arm =
  let next_state scope =
    let name, right = definition source (token source) in
    (name, whole_expression source scope right)
  in
  let keyword, scope, filled = fill source scope false nothing in
  let test, next, filled =
    match keyword with
    | "NEXT" -> (None, next_state scope, filled)
    | "IF" ->
        let rec find arm keyword = if arm = 0 then keyword else find (arm - 1) (skip_arm source) in
        let test =
          match find arm "IF" with
          | "IF" | "ELIF" -> Some (condition source scope)
          | "ELSE" -> None
          | _ -> wrong source "there may be no next state: the last arm is not ELSE"
        in
        let keyword, inside, filled = fill source (deeper source scope) false filled in
        if keyword <> "NEXT" then wrong source "an arm does not say the next state";
        let next = next_state inside in
        let keyword, _, filled = fill source (name_next source inside next state) false filled in
        let rec finish = function
          | "FI" | "ENDIF" -> ()
          | "ELIF" | "ELSE" when test <> None -> finish (skip_arm source)
          | keyword -> wrong source ("an arm ends with " ^ keyword)
        in
        finish keyword;
        (test, next, filled)
    | _ -> wrong source "a pass does not say the next state"
  in
  match fill source (name_next source scope next state) false filled with
  | ("PER" | "ENDREP" | "ENDREPEAT"), _, filled -> (test, closed source filled, snd next)
  | _ -> wrong source "a pass says the next state twice, or does not end with ENDREP"

let carrying source scope (name, initial, least, greatest) =
  let state = number scope.variables in
  let scope = deeper source (declare source scope name State (variable state)) in
  let scope = { scope with variables = scope.variables + 1; in_pass = true } in
  let start = source.at in
  let rec ways arm =
    source.at <- start;
    match way source scope state arm with
    | None, body, next -> (Else body, [ next ])
    | Some test, body, next ->
        let others, next_states = ways (arm + 1) in
        (Arm (test, body, others), next :: next_states)
  in
  let passing, next_states = ways 0 in
  Carrying { initial; least; greatest; passing; next_states }

let rec followed_by block = function
  | Block b -> Next (b, Block block)
  | Next (b, rest) -> Next (b, followed_by block rest)
  | More (b, part, rest) -> More (b, part, followed_by block rest)

(* The words of FROM_INFINITY_DOWN, first behind the moves, whose letters may be any. *)
let start source scope =
  let before = source.at in
  match next source with
  | "FROM_INFINITY_DOWN" -> (
      expect source [ "REPEAT"; "REP" ];
      let blocks = source.blocks and count = source.count and greatest = source.greatest in
      source.blocks <- [];
      source.greatest <- max_int;
      match units source (deeper source scope) true with
      | ("PER" | "ENDREP" | "ENDREPEAT"), _, _ ->
          let words = List.concat (List.rev source.blocks) in
          source.blocks <- blocks;
          source.count <- count;
          source.greatest <- greatest;
          Some words
      | _ -> wrong source "the start does not end with ENDREP")
  | _ ->
      source.at <- before;
      None

(* A description; [piece]: as a plain list of words; [asked]: the rule of a text that names none, if it is
   not the usual one of its values. *)
let read text piece asked =
  let source =
    { text; at = 0; pieces = []; put_in = 0; blocks = []; count = 0; greatest = 0; nim = false;
      outcome = false }
  in
  (* Editors of some systems begin a text with a byte order mark. *)
  let rec skip_mark () =
    if String.length text >= source.at + 3 && String.sub text source.at 3 = "\xef\xbb\xbf" then (
      source.at <- source.at + 3;
      skip_mark ())
  in
  skip_mark ();
  let scope = { names = []; variables = 0; depth = 0; in_piece = false; in_pass = false } in
  let scope, head, moves = head source scope { conditions = []; bounded = []; named = None } in
  let is_bounded (name, _) =
    if not (List.mem name head.bounded) then
      wrong source (Printf.sprintf "%c has no lower bound" name)
  in
  List.iter is_bounded scope.names;
  (* No value is greater than the number of moves. *)
  let moves, counts = List.split moves in
  let add sum count = Option.bind sum (fun sum -> Option.map (Integer.add sum) count) in
  (match List.fold_left add (Some Integer.zero) counts with
  | Some count when Integer.sign count > 0 && Integer.fits_int count ->
      source.greatest <- Integer.to_int count
  | _ -> source.greatest <- max_int);
  let parameters = number scope.variables in
  let words_before = start source scope in
  if piece && words_before <> None then wrong source "a plain list of words has no start";
  let keyword, preperiod, scope = units source scope piece in
  let preperiod, ending_of =
    match keyword with
    | "" when piece -> (preperiod, Piece)
    | "REP" | "REPEAT" when not piece -> (
        match state_head source scope with
        | Some head ->
            let opener = close_block source [] in
            (followed_by opener preperiod, carrying source scope head)
        | None -> (
            match units source (deeper source scope) false with
            | ("PER" | "ENDREP" | "ENDREPEAT"), body, _ -> (preperiod, Endless body)
            | _ -> wrong source "the endless loop does not end with PER"))
    | "" -> wrong source "there is no endless loop"
    | keyword -> wrong source (keyword ^ " stands where it has no meaning")
  in
  if not piece && next source <> "" then wrong source "something stands behind the endless loop";
  let fits rule = match Rule.alphabet rule with Nim -> not source.outcome | Outcome -> not source.nim in
  let rule_of =
    match (head.named, asked) with
    | Some named, Some asked when named <> asked ->
        wrong source ("the rule of the text is " ^ Rule.to_text named)
    | Some rule, _ | None, Some rule ->
        if fits rule then rule else wrong source ("these are no values of the rule " ^ Rule.to_text rule)
    | None, None -> if source.outcome then Normal else Mex
  in
  (* The start is the block behind all others. *)
  let start = Option.map (fun _ -> number source.count) words_before in
  let blocks = List.rev source.blocks @ Option.to_list words_before in
  { rule_of; parameters; conditions = List.rev head.conditions; moves; start; blocks; preperiod;
    ending_of }
