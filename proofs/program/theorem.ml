(* What was proved of periods, in words. *)

module Integer = Z
open Checker

let name k = Printf.sprintf "x%d" k

let sum terms =
  let nonzero = List.filter (fun (factor, _) -> not (Integer.equal factor Integer.zero)) terms in
  let term (factor, text) =
    if text = "" then Integer.to_string factor
    else if Integer.equal factor Integer.one then text
    else Integer.to_string factor ^ " " ^ text
  in
  if nonzero = [] then "0" else String.concat " + " (List.map term nonzero)

let form f = sum ((f.constant, "") :: List.mapi (fun k factor -> (factor, name k)) f.coefficients)

let constraint_ = function
  | AtLeastZero f -> form f ^ " >= 0"
  | Zero f -> form f ^ " = 0"

let monomial exponents =
  let factor k exponent =
    if Integer.equal exponent Integer.zero then []
    else if Integer.equal exponent Integer.one then [ name k ]
    else [ Printf.sprintf "%s^%s" (name k) (Integer.to_string exponent) ]
  in
  String.concat " " (List.concat (List.mapi factor exponents))

let formula f =
  let text = sum (List.map (fun (factor, exponents) -> (factor, monomial exponents)) f.summands) in
  if Integer.equal f.denominator Integer.one then text
  else Printf.sprintf "(%s)/%s" text (Integer.to_string f.denominator)

(* Parameters are x0, x1, ..., and quotients the variables behind them. *)
let print certificate (alphabet, cases) =
  let values = match alphabet with Nim -> "Sprague-Grundy values" | Outcome -> "outcomes" in
  let case it =
    let period =
      match it.divided_by with
      | None -> formula it.period_formula
      | Some (one, other) ->
          Printf.sprintf "(%s)/gcd(%s, %s)" (formula it.period_formula) (form one) (form other)
    in
    Printf.printf "%s: %s: least period %s, least preperiod %s%s\n" certificate values period
      (formula it.preperiod_formula)
      (match it.holding with
      | [] -> ""
      | holding -> ", where " ^ String.concat ", " (List.map constraint_ holding))
  in
  List.iter case cases
