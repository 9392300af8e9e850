(* The reader of certificates: packages/kernel/src/certificate/format.md, and minimality/format.md for
   what is said of periods.  Checksums are not compared: nothing rests on them. *)

module Integer = Z
open Checker

exception Wrong of string

(* As in the Rust reader: digits of a number, depth of an argument. *)
let most_digits = 65536
let most_nested = 1000

type header = { rule : rule; piece : bool; simplified : bool }

let unclear text = raise (Wrong ("this has no meaning here: " ^ text))
let is_digit c = '0' <= c && c <= '9'

(* Decimal, without leading zeros. *)
let natural text =
  let length = String.length text in
  let plain = text = "0" || (length > 0 && text.[0] <> '0') in
  if plain && length <= most_digits && String.for_all is_digit text then Integer.of_string text
  else unclear text

let integer text =
  if String.length text > 1 && text.[0] = '-' && text.[1] <> '0' then
    Integer.neg (natural (String.sub text 1 (String.length text - 1)))
  else natural text

let after text prefix =
  let n = String.length prefix in
  if String.length text >= n && String.sub text 0 n = prefix then
    Some (String.sub text n (String.length text - n))
  else None

let form text =
  match List.map integer (String.split_on_char ',' text) with
  | constant :: coefficients -> { constant; coefficients }
  | [] -> unclear text

(* Arguments *)

let fact text =
  if text = "q" then Question
  else match after text "l" with Some line -> Line (natural line) | None -> Row (natural text)

let term text =
  match String.index_opt text '*' with
  | None -> (fact text, Integer.one)
  | Some i ->
      let factor = String.sub text (i + 1) (String.length text - i - 1) in
      (fact (String.sub text 0 i), integer factor)

(* Terms and the divisor behind them, and the tokens that follow. *)
let rec combination terms = function
  | [] -> unclear "a sum without a divisor"
  | token :: rest -> (
      match after token "/" with
      | Some divisor -> ({ terms = List.rev terms; divisor = integer divisor }, rest)
      | None -> combination (term token :: terms) rest)

let rec argument depth lines tokens =
  if depth > most_nested then raise (Wrong "an argument that is nested too deep");
  match tokens with
  | "!" :: rest ->
      let sum, rest = combination [] rest in
      (Contradiction (List.rev lines, sum), rest)
  | token :: rest when after token "?" <> None -> (
      let split = form (Option.get (after token "?")) in
      match argument (depth + 1) [] rest with
      | above, "|" :: rest ->
          let below, rest = argument (depth + 1) [] rest in
          (Split (List.rev lines, split, above, below), rest)
      | _ -> unclear "a split without its second part")
  | _ ->
      let line, rest = combination [] tokens in
      argument depth (line :: lines) rest

let whole_argument tokens =
  match argument 0 [] tokens with argument, [] -> argument | _, extra :: _ -> unclear extra

(* Lines *)

let row text =
  match term text with
  | Row row, factor when String.contains text '*' -> (row, factor)
  | _ -> unclear text

let rec phase terms = function
  | [ last ] -> (
      match after last "/" with
      | Some denominator -> Phase (List.rev terms, integer denominator)
      | None -> unclear last)
  | text :: rest -> phase (row text :: terms) rest
  | [] -> unclear "~"

(* What is said of periods *)

let pair separator text =
  match String.index_opt text separator with
  | Some i -> (String.sub text 0 i, String.sub text (i + 1) (String.length text - i - 1))
  | None -> unclear text

let list_name = function
  | 'a' -> InBefore
  | 'b' -> InBody
  | 'r' -> InRest
  | other -> unclear (String.make 1 other)

let change place change =
  if place = "" then unclear "a change without a place";
  let path = String.sub place 1 (String.length place - 1) in
  Change (list_name place.[0], List.map natural (String.split_on_char '.' path), change)

let letters text = List.map natural (String.split_on_char ',' text)

let rec pattern loops marks = function
  | [] -> (List.rev loops, List.rev marks)
  | token :: rest when String.contains token ':' ->
      let back, letter = pair ':' token in
      pattern loops ((form back, natural letter) :: marks) rest
  | token :: rest when marks = [] -> pattern (form token :: loops) marks rest
  | token :: _ -> unclear token

let summand token =
  let coefficient, exponents = pair ':' token in
  (integer coefficient, if exponents = "" then [] else letters exponents)

(* A polynomial has one spelling: in lowest terms, its exponents ascending and without zeros at the end. *)
let formula text terms =
  let denominator = integer text and summands = List.map summand terms in
  let rec ascend = function
    | one :: (other :: _ as rest) -> List.compare Integer.compare one other < 0 && ascend rest
    | _ -> true
  in
  let ends_in_zero exponents =
    match List.rev exponents with last :: _ -> Integer.equal last Integer.zero | [] -> false
  in
  let common = List.fold_left (fun sum (factor, _) -> Integer.gcd sum factor) denominator summands in
  if
    Integer.sign denominator > 0
    && Integer.equal common Integer.one
    && List.for_all (fun (factor, _) -> not (Integer.equal factor Integer.zero)) summands
    && ascend (List.map snd summands)
    && not (List.exists (fun (_, exponents) -> ends_in_zero exponents) summands)
  then { denominator; summands }
  else unclear (String.concat " " (text :: terms))

let theorem_line line =
  match String.split_on_char ' ' line with
  | "parameters" :: forms -> ParametersAre (List.map form forms)
  | [ "runs" ] -> LoopRuns
  | [ "skipped" ] -> LoopSkipped
  | [ "parts"; at ] -> LoopParts (form at)
  | "arm" :: arm :: alternatives -> ArmTaken (natural arm, List.map natural alternatives)
  | [ "drop"; place ] -> change place Drop
  | [ "join"; place ] -> change place Join
  | [ "once"; place ] -> change place Once
  | [ "power"; place ] -> change place Power
  | [ "cut"; place; at ] -> change place (CutItem (form at))
  | [ "shift"; place; by ] -> change place (Shift (form by))
  | [ "cycle"; place; cycle ] -> change place (WithCycle (letters cycle))
  | [ "spell"; list ] when String.length list = 1 -> Spell (list_name list.[0])
  | [ "turn" ] -> Turn
  | [ "root"; depth; count ] -> Root (natural depth, natural count)
  | [ "endless" ] -> OneCycle
  | [ "again" ] -> RestAgain
  | [ "take" ] -> TakeLast
  | [ "copies" ] -> TakeCopies
  | [ "absorb" ] -> Absorb
  | [ "ends" ] -> Ends
  | [ "primitive" ] -> Primitive
  | "pattern" :: place :: tokens ->
      let block, word = pair '.' place in
      let at_loops, marks = pattern [] [] tokens in
      PatternOnce { in_block = natural block; in_word = natural word; at_loops; marks }
  | "period" :: denominator :: terms -> PeriodIs (formula denominator terms)
  | [ "gcd"; states; step ] -> GcdIs (form states, form step)
  | "preperiod" :: denominator :: terms -> PreperiodIs (formula denominator terms)
  | _ -> unclear line

let answer line =
  match String.split_on_char ' ' line with
  | [ "o" ] -> Inhabited
  | "x" :: reason -> Empty (whole_argument reason)
  | "f" :: reason -> Fact (whole_argument reason)
  | [ "="; fact ] -> Known (natural fact)
  | "k" :: others -> Kept (List.map natural others)
  | [ "c"; cut ] -> CutAt (form cut)
  | [ "r"; modulus; cut ] when String.length modulus <= 5 -> Residues (natural modulus, form cut)
  | [ "b" ] -> Back
  | [ "w" ] -> WordsFollow
  | "@" :: words -> Landing (List.map natural words)
  | [ "e"; mover ] -> Event (natural mover)
  | [ "." ] -> WordEnds
  | [ "p" ] -> Phases
  | [ "0" ] -> NoPosition
  | "~" :: terms -> phase [] terms
  | "v" :: places -> Covered (List.map natural places)
  | [ "seal"; _ ] -> Seal
  | [ "r"; modulus ] when String.length modulus <= 5 -> Classes (natural modulus)
  | [ "theorem"; "nim" ] -> TheoremOf Nim
  | [ "theorem"; "outcome" ] -> TheoremOf Outcome
  | _ -> OfTheorem (theorem_line line)

let header first second third =
  if first <> "grundy-certificate 1" then
    raise (Wrong "line 1: version 1 of the format was expected");
  if after second "description " = None then raise (Wrong "line 2: `description ...` was expected");
  let before text last =
    let kept = String.length text - String.length last in
    if kept >= 0 && String.sub text kept (String.length last) = last then Some (String.sub text 0 kept)
    else None
  in
  let without text last = Option.value (before text last) ~default:text in
  match after third "values " with
  | None -> raise (Wrong "line 3: `values ...` was expected")
  | Some values -> (
      let unsimplified = without values " simplified" in
      let simplified = unsimplified <> values in
      let values = without unsimplified " piece" in
      let piece = values <> unsimplified in
      match Rule.of_header values with
      | Some rule -> { rule; piece; simplified }
      | None -> raise (Wrong "line 3: no such values"))

(* The header, the answers up to the first theorem, and those from there on. *)
let read channel =
  let line () = try input_line channel with End_of_file -> raise (Wrong "it was cut off") in
  let first = line () in
  let second = line () in
  let header = header first second (line ()) in
  let rec go number proof answers =
    let text = line () in
    match after text "end " with
    | Some count when count = string_of_int (number - 1) ->
        if pos_in channel < in_channel_length channel then
          raise (Wrong "something follows its last line");
        (match proof with
        | None -> (List.rev answers, [])
        | Some proof -> (proof, List.rev answers))
    | Some _ -> raise (Wrong "another number of lines")
    | None ->
        let answer =
          try answer text
          with Wrong what -> raise (Wrong (Printf.sprintf "line %d: %s" number what))
        in
        (match (answer, proof) with
        | TheoremOf _, None -> go (number + 1) (Some (List.rev answers)) [ answer ]
        | _ -> go (number + 1) proof (answer :: answers))
  in
  let proof, periods = go 4 None [] in
  (header, proof, periods)
