(* The reader of descriptions: the language of grammar/description.pest, and what src/lang makes of
   it.  Texts that are not right are refused; nothing is mended. *)

module Integer = Z
open Checker

exception Wrong of string

(* Loops and branches inside one another, digits of a number, values of a cycle, words of a block.
   *)
let most_nested = 64
let most_digits = 65536
let most_values = 65536
let most_words = 1024

type source = {
  text : string;
  mutable at : int;
  mutable blocks : word list list; (* the last one first *)
  mutable count : int;
  mutable greatest : int; (* no value is greater than the number of moves *)
  mutable nim : bool; (* were there letters of this alphabet? *)
  mutable outcome : bool;
}

type kind = Parameter | Counter | Abbreviation

(* What is visible: the names with what they stand for, and how many variables there are. *)
type scope = { names : (char * (kind * form)) list; variables : int; depth : int }

let wrong source what =
  let line = ref 1 in
  String.iteri (fun i c -> if i < source.at && c = '\n' then incr line) source.text;
  raise (Wrong (Printf.sprintf "line %d: %s" !line what))

let number = Integer.of_int
let constant n = { constant = n; coefficients = [] }
let is_white c = List.mem c [ ' '; '\n'; '\r'; '\t'; '\012' ]
let is_digit c = '0' <= c && c <= '9'
let is_variable c = 'a' <= c && c <= 'z'

(* Up to the first character of this kind, or the end. *)
let upto source is_end start =
  let inside i = i < String.length source.text && not (is_end source.text.[i]) in
  let rec go i = if inside i then go (i + 1) else i in
  go start

let slice source start stop = String.sub source.text start (stop - start)

(* The next token begins here. *)
let skip_white source = source.at <- upto source (fun c -> not (is_white c)) source.at

(* Up to the next white character; nothing at the end of the text. *)
let token source =
  skip_white source;
  let start = source.at in
  source.at <- upto source (fun c -> is_white c || c = '\000') start;
  slice source start source.at

(* The next token behind comments and claims, which say nothing about the sequence. *)
let rec next source =
  skip_white source;
  let start = source.at in
  match token source with
  | "" -> ""
  | text when text.[0] = '#' ->
      source.at <- upto source (fun c -> c = '\n' || c = '\000') start;
      next source
  | "CLAIM" when source.at < String.length source.text && List.mem source.text.[source.at] [ ' ';
    '\t' ] ->
      source.at <- upto source (fun c -> c = '\n' || c = '#' || c = '\000') source.at;
      next source
  | text -> text

let at text i = if i < String.length text then text.[i] else '\000'

(* The number there, if there is one, and what follows. *)
let digits source text i =
  let rec go j = if is_digit (at text j) then go (j + 1) else j in
  let j = go i in
  if j - i > most_digits then wrong source "a number with too many digits"
  else if j = i then (None, i)
  else (Some (Integer.of_string (String.sub text i (j - i))), j)

let resolve source scope name =
  match List.assoc_opt name scope.names with
  | Some (_, form) -> form
  | None -> wrong source (Printf.sprintf "there is no variable %c here" name)

(* The form that begins there, and what follows: sign? term (sign term)* *)
let expression source scope text start =
  let term negative i =
    let factor, j = digits source text i in
    let k = match factor with Some k -> k | None -> Integer.one in
    let k = if negative then Integer.neg k else k in
    if is_variable (at text j) then (times k (resolve source scope (at text j)), j + 1)
    else if factor <> None then (constant k, j)
    else wrong source ("this is no expression: " ^ text)
  in
  let sign i = at text i = '+' || at text i = '-' in
  let rec go sum i =
    if sign i then
      let form, j = term (at text i = '-') (i + 1) in
      go (add0 sum form) j
    else (sum, i)
  in
  if sign start then go zero start
  else
    let form, i = term false start in
    go form i

let whole_expression source scope text =
  let form, stop = expression source scope text 0 in
  if stop < String.length text then wrong source ("this is no expression: " ^ text) else form

let expect source text =
  let found = token source in
  if not (List.mem found text) then
    wrong source (Printf.sprintf "%s was expected, not %s" (List.hd text) found)

let variable_name source =
  match token source with
  | name when String.length name = 1 && is_variable name.[0] -> name.[0]
  | other -> wrong source ("this is no variable: " ^ other)

let comparison source =
  match token source with
  | ">=" -> AtLeast
  | "<=" -> AtMost
  | "==" -> Equal
  | "!=" -> NotEqual
  | other -> wrong source ("this is no comparison: " ^ other)

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

let abbreviation source scope =
  let text = token source in
  let length = String.length text in
  if length < 3 || (not (is_variable text.[0])) || text.[1] <> '=' then
    wrong source "LET is followed by a letter, = and an expression";
  let right = String.sub text 2 (length - 2) in
  if String.contains right text.[0] then
    wrong source (Printf.sprintf "%c is defined by itself" text.[0]);
  declare source scope text.[0] Abbreviation (whole_expression source scope right)

let deeper source scope =
  if scope.depth = most_nested then wrong source "loops and branches are nested too deep";
  { scope with depth = scope.depth + 1 }

(* Units up to a keyword that does not begin one; [simple]: without loops and branches. *)
let rec units source scope simple =
  let rec go scope links pending words size =
    let close () = (pending, close_block source words) :: links in
    match next source with
    | "LET" -> go (abbreviation source scope) links pending words size
    | ("FOR" | "IF") as keyword when not simple ->
        let links = close () in
        let inside = deeper source scope in
        let part =
          if keyword = "FOR" then loop source inside else Branch (arms source inside "IF")
        in
        go scope links (Some part) [] 0
    | ("" | "REP" | "REPEAT" | "PER" | "ENDREP" | "ENDREPEAT" | "ELIF" | "ELSE" | "FI" | "ENDIF")
      as keyword
      ->
        (keyword, List.rev (close ()), scope)
    | text ->
        let word = word source scope text in
        if is_constant word.size && Integer.equal word.size.constant Integer.zero then
          go scope links pending words size
        else if size = most_words then go scope (close ()) None [ word ] 1
        else go scope links pending (word :: words) (size + 1)
  in
  let keyword, links, scope = go scope [] None [] 0 in
  match links with
  | (None, first) :: rest -> (keyword, chain first rest, scope)
  | _ -> assert false

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
      let side () = whole_expression source scope (token source) in
      let left = side () in
      let compared = comparison source in
      let difference = sub0 left (side ()) in
      expect source [ "THEN" ];
      let keyword, body, _ = units source scope false in
      Arm ({ difference; compared }, body, arms source scope keyword)
  | _ -> wrong source "a branch does not end with FI"

(* The whole *)

type head = { conditions : constraint0 list; bounded : char list }

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
  (scope, { conditions = condition :: head.conditions; bounded = bounded @ head.bounded })

(* What stands in braces, and ends before a white character. *)
let moves source scope =
  let stop = upto source (fun c -> c = '}') source.at in
  let inside = String.map (fun c -> if is_white c then ' ' else c) (slice source source.at stop) in
  source.at <- stop + 1;
  let behind = at source.text source.at in
  if stop >= String.length source.text || not (is_white behind || behind = '\000') then
    wrong source "the moves stand in braces, behind which there is a blank";
  let parts = List.filter (fun text -> text <> "") (String.split_on_char ' ' inside) in
  if parts = [] then wrong source "there are no moves";
  List.map (whole_expression source scope) parts

let rec head source scope conditions =
  match next source with
  | "" -> wrong source "the moves are missing"
  | text when text.[0] = '{' ->
      source.at <- source.at - String.length text + 1;
      (scope, conditions, moves source scope)
  | text ->
      let scope, conditions = order_condition source scope conditions text in
      head source scope conditions

(* A description; [piece]: as a plain list of words. *)
let read text piece =
  let source =
    { text; at = 0; blocks = []; count = 0; greatest = 0; nim = false; outcome = false }
  in
  (* Editors of some systems begin a text with a byte order mark. *)
  let rec skip_mark () =
    if String.length text >= source.at + 3 && String.sub text source.at 3 = "\xef\xbb\xbf" then (
      source.at <- source.at + 3;
      skip_mark ())
  in
  skip_mark ();
  let nothing = { names = []; variables = 0; depth = 0 } in
  let scope, head, moves = head source nothing { conditions = []; bounded = [] } in
  let is_bounded (name, _) =
    if not (List.mem name head.bounded) then
      wrong source (Printf.sprintf "%c has no lower bound" name)
  in
  List.iter is_bounded scope.names;
  source.greatest <- List.length moves;
  let parameters = number scope.variables in
  let keyword, preperiod, scope = units source scope piece in
  let endless =
    match keyword with
    | "" when piece -> None
    | "REP" | "REPEAT" when not piece -> (
        match units source (deeper source scope) false with
        | ("PER" | "ENDREP" | "ENDREPEAT"), body, _ -> Some body
        | _ -> wrong source "the endless loop does not end with PER")
    | "" -> wrong source "there is no endless loop"
    | keyword -> wrong source (keyword ^ " stands where it has no meaning")
  in
  if not piece && next source <> "" then wrong source "something stands behind the endless loop";
  let letters = if source.outcome then Outcome else Nim in
  { letters; parameters; conditions = List.rev head.conditions; moves;
    blocks = List.rev source.blocks; preperiod; endless }
