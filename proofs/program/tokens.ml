(* Tokens, expressions, and what is visible in a description. *)

module Integer = Z
open Checker

exception Wrong of string

(* Loops and branches inside one another, digits of a number, values of a cycle, words of a
   block. *)
let most_nested = 64
let most_digits = 65536
let most_values = 65536
let most_words = 1024

(* Words and loops that instances of pieces may stand for. *)
let most_put_in = 1 lsl 24

(* A piece: the names of its arguments, and where its body begins in the text. *)
type piece = { name : string; arguments : char list; body : int }

type source = {
  text : string;
  mutable at : int;
  mutable pieces : piece list;
  mutable put_in : int; (* words, loops, arms and instances that instances stand for *)
  mutable blocks : word list list; (* the last one first *)
  mutable count : int;
  mutable greatest : int; (* no value is greater than the number of moves *)
  mutable nim : bool; (* were there letters of this alphabet? *)
  mutable outcome : bool;
}

type kind = Parameter | Counter | State | Abbreviation | Argument

(* What is visible: the names with what they stand for, and how many variables there are.  [in_pass]: in a pass
   that carries a state, outside of its loops and branches. *)
type scope = {
  names : (char * (kind * form)) list;
  variables : int;
  depth : int;
  in_piece : bool;
  in_pass : bool;
}

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
