(* Rules as they are written in descriptions and certificates: packages/kernel/src/model/rule.rs. *)

module Integer = Z
open Checker

let greatest_bound = Integer.of_string "18446744073709551615"

(* What is asked of a number: "> 2" is "at least 3", "< 2" is "at most 1". *)
let compared sign bound =
  if bound = "" || not (String.for_all (fun c -> '0' <= c && c <= '9') bound) then None
  else
    let n = Integer.of_string bound in
    let is compared n = if Integer.gt n greatest_bound then None else Some (Is (compared, n)) in
    match sign with
    | _ when Integer.gt n greatest_bound -> None
    | "==" -> is Equal n
    | "!=" -> is NotEqual n
    | ">=" -> is AtLeast n
    | "<=" -> is AtMost n
    | ">" -> is AtLeast (Integer.succ n)
    | "<" when Integer.equal n Integer.zero -> Some Never
    | "<" -> is AtMost (Integer.pred n)
    | _ -> None

(* "Not 0" is "at least 1", and "0" is "at most 0"; at least one lost option is normal play. *)
let usual = function
  | Is (NotEqual, n) when Integer.equal n Integer.zero -> Is (AtLeast, Integer.one)
  | Is (Equal, n) when Integer.equal n Integer.zero -> Is (AtMost, n)
  | other -> other

let lost tally =
  match usual tally with
  | Is (AtLeast, n) when Integer.equal n Integer.one -> Normal
  | tally -> Lost tally

let of_words words =
  let counted tally = function
    | "lost" -> Some (lost tally)
    | "won" -> Some (Won (usual tally))
    | _ -> None
  in
  match words with
  | [ "mex" ] -> Some Mex
  | [ "normal" ] -> Some Normal
  | [ "misere" ] -> Some Misere
  | [ who; "odd" ] -> counted Odd who
  | [ who; "even" ] -> counted Even who
  | [ who; sign; bound ] -> Option.bind (compared sign bound) (fun tally -> counted tally who)
  | _ -> None

let tally = function
  | Odd -> "odd"
  | Even -> "even"
  | Never -> "< 0"
  | Is (compared, bound) ->
      let sign =
        match compared with AtLeast -> ">=" | AtMost -> "<=" | Equal -> "==" | NotEqual -> "!="
      in
      sign ^ " " ^ Integer.to_string bound

let to_text = function
  | Mex -> "mex"
  | Normal -> "normal"
  | Misere -> "misere"
  | Lost t -> "lost " ^ tally t
  | Won t -> "won " ^ tally t

(* The letters of its values. *)
let alphabet = function Mex -> Nim | _ -> Outcome

(* What a certificate calls its values, in one spelling only. *)
let of_header text =
  let known rule = to_text rule = text && rule <> Mex && rule <> Normal in
  match text with
  | "nim" -> Some Mex
  | "outcome" -> Some Normal
  | _ -> (
      match of_words (String.split_on_char ' ' text) with
      | Some rule when known rule -> Some rule
      | _ -> None)
