(* The reader of certificates: packages/check/src/certificate/format.md.  Checksums are not
   compared: nothing rests on them. *)

module Integer = Z
open Checker

exception Wrong of string

(* As in the Rust reader: digits of a number, depth of an argument. *)
let most_digits = 65536
let most_nested = 1000

type header = { alphabet : alphabet; piece : bool; simplified : bool }

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
  | [ "seal"; _ ] -> Seal
  | _ -> unclear line

let header first second third =
  if first <> "grundy-certificate 1" then
    raise (Wrong "line 1: version 1 of the format was expected");
  if after second "description " = None then raise (Wrong "line 2: `description ...` was expected");
  let alphabet, rest =
    match String.split_on_char ' ' third with
    | "values" :: "nim" :: rest -> (Nim, rest)
    | "values" :: "outcome" :: rest -> (Outcome, rest)
    | _ -> raise (Wrong "line 3: `values ...` was expected")
  in
  match rest with
  | [] -> { alphabet; piece = false; simplified = false }
  | [ "piece" ] -> { alphabet; piece = true; simplified = false }
  | [ "simplified" ] -> { alphabet; piece = false; simplified = true }
  | [ "piece"; "simplified" ] -> { alphabet; piece = true; simplified = true }
  | _ -> raise (Wrong "line 3: `values ...` was expected")

(* The header, the answers, and whether something about periods follows that was not read. *)
let read channel =
  let line () = try input_line channel with End_of_file -> raise (Wrong "it was cut off") in
  let first = line () in
  let second = line () in
  let header = header first second (line ()) in
  let rec go number answers =
    let text = line () in
    if after text "theorem " <> None then (List.rev answers, true)
    else
      match after text "end " with
      | Some count when count = string_of_int (number - 1) ->
          if pos_in channel < in_channel_length channel then
            raise (Wrong "something follows its last line");
          (List.rev answers, false)
      | Some _ -> raise (Wrong "another number of lines")
      | None ->
          let answer =
            try answer text
            with Wrong what -> raise (Wrong (Printf.sprintf "line %d: %s" number what))
          in
          go (number + 1) (answer :: answers)
  in
  let answers, periods = go 4 [] in
  (header, answers, periods)
