(** What a certificate says of periods (packages/kernel/src/minimality/format.md), case by case: the
    checker, of which Minimality.v says why it is right. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Refutation Language Steps Walk Meaning Soundness Runs Tree Cycles
  Copies Endless Period Items Known Rewrite Flatten Once Lengths Least Rotation.
Import ListNotations.
Local Open Scope Z_scope.

(** * The checker *)

(** Parameters, with quotients behind them, for which these formulas are the least period and
    preperiod; the first is divided by the greatest common divisor of two forms, if it has some. *)
Record case := Case {
  dimension : nat;
  holding : list constraint;
  period_formula : formula;
  divided_by : option (form * form);
  preperiod_formula : formula
}.

Section OneCase.

Variables (D : description) (a : alphabet) (n : nat) (rows : list constraint).

(** The steps up to the period: how the sequence is written then, and the body of which the period was
    shown to be least.  As many answers are left as [fuel] has, or fewer. *)
Fixpoint steps (fuel : list answer) (L : lists) (shown : option (list item)) (st : state)
  : option (lists * list item * formula * state) :=
  match fuel with
  | [] => None
  | _ :: fuel =>
      match answers st with
      | OfTheorem line :: l =>
          let st := State (facts st) l in
          match line with
          | Primitive =>
              match once_cycle (body L) with
              | Some c => if is_primitive c then steps fuel L (Some (body L)) st else None
              | None => None
              end
          | PatternOnce pt =>
              then_ (pattern_once n rows (body L) pt st) (steps fuel L (Some (body L)))
          | PeriodIs f =>
              match shown with Some shown => Some (L, shown, f, st) | None => None end
          | _ =>
              then_ (rewritten n rows line L st) (fun it => steps fuel (fst it) shown (snd it))
          end
      | _ => None
      end
  end.

(** That the parameters are these forms. *)
Definition parameters_are (l : list form) (st : state) : option state :=
  try_each
    (fun k st =>
       let f := sub (variable k) (nth k l zero) in
       then_ (ask n rows f st) (ask n rows (times (-1) f)))
    (seq 0 (length l)) st.

Definition case_check (st : state) : option (case * state) :=
  match answers st with
  | OfTheorem (ParametersAre l) :: rest =>
      let outcomes := match a with Outcome => true | Nim => false end in
      if (length l =? parameters D)%nat && (parameters D <=? n)%nat && over n rows then
        then_ (parameters_are l (State (facts st) rest)) (fun known =>
        match ending_of D with
        | Piece => None
        | Endless loop =>
            then_ (units_items (blocks D) n outcomes (preperiod D) l 0 rows known) (fun first =>
            then_ (units_items (blocks D) n outcomes loop l 0 rows (snd first)) (fun pass =>
            then_ (steps (answers (snd pass)) (Lists (fst first) (fst pass) [] false) None (snd pass))
              (fun it =>
                 let '(L, shown, period, last) := it in
                 match answers last with
                 | OfTheorem (PreperiodIs preperiod) :: rest =>
                     if ended L && is_length n l period shown && is_length n l preperiod (before L)
                     then Some (Case n rows period None preperiod, State (facts st) rest)
                     else None
                 | _ => None
                 end)))
        | Carrying s =>
            if (n =? parameters D)%nat then
              option_map
                (fun it =>
                   let '(period, forms, preperiod, last) := it in
                   (Case n rows period (Some forms) preperiod, State (facts st) (answers last)))
                (rotation (lowered_description (lower outcomes) D) n rows s known)
            else None
        end)
      else None
  | _ => None
  end.

End OneCase.

Section Cases.

Variables (D : description) (a : alphabet).

(** In each part where one of the constraints holds as well. *)
Fixpoint parts (n : nat) (rows : list constraint)
    (go : list constraint -> state -> option (list case * state)) (l : list constraint) (st : state)
  : option (list case * state) :=
  match l with
  | [] => Some ([], st)
  | c :: l =>
      then_ (enter n (rows ++ [c]) [c] st) (fun it =>
        if fst it then
          then_ (go (rows ++ [c]) (snd it)) (fun found =>
          then_ (parts n rows go l (State (facts st) (answers (snd found)))) (fun others =>
            Some (fst found ++ fst others, snd others)))
        else parts n rows go l (State (facts st) (answers (snd it))))
  end.

(** The case, or the cases that it is cut into. *)
Fixpoint cases_check (fuel : list answer) (n : nat) (rows : list constraint) (st : state)
  : option (list case * state) :=
  match fuel with
  | [] => None
  | _ :: fuel =>
      match answers st with
      | CutAt f :: l =>
          if within n f && over n rows then
            parts n rows (cases_check fuel n) [AtLeastZero f; opposite f] (State (facts st) l)
          else None
      | Residues modulus f :: l =>
          if within n f && negb (modulus =? 0)%nat && over n rows then
            parts (S n) rows (cases_check fuel (S n))
              (map (fun r => Zero (sub (plus f (- Z.of_nat r)) (times (Z.of_nat modulus) (variable n))))
                 (seq 0 modulus))
              (State (facts st) l)
          else None
      | _ => option_map (fun it => ([fst it], snd it)) (case_check D a n rows st)
      end
  end.

End Cases.

(** What is said of the values of this alphabet, and what is left behind the seal. *)
Definition theorem_check (D : description) (l : list answer)
  : option (alphabet * list case * list answer) :=
  match l with
  | TheoremOf a :: l =>
      if is_read a (rule_of D) then
        then_ (enter (parameters D) (conditions D) (conditions D) (State [] l)) (fun it =>
          if fst it then
            then_ (cases_check D a l (parameters D) (conditions D) (snd it)) (fun it =>
              match answers (snd it) with
              | Seal :: rest => Some (a, fst it, rest)
              | _ => None
              end)
          else None)
      else None
  | _ => None
  end.

Fixpoint theorems_check (fuel : list answer) (D : description) (l : list answer)
  : option (list (alphabet * list case)) :=
  match l, fuel with
  | [], _ => Some []
  | _, [] => None
  | _, _ :: fuel =>
      then_ (theorem_check D l) (fun it =>
        option_map (cons (fst it)) (theorems_check fuel D (snd it)))
  end.

(** The theorems that a list of answers proves of a description that was proved to be right. *)
Definition theorems (D : description) (l : list answer) : option (list (alphabet * list case)) :=
  theorems_check l (written_of D) l.
