(** Arguments that a system of constraints has no integer point, and their checker.

    The checker multiplies out.  Its theorem: when it accepts, no integer point satisfies all rows
    and the question. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Affine.
Import ListNotations.
Local Open Scope Z_scope.

(** Something known to hold: a row of the system, the question, or an earlier line. *)
Inductive fact :=
  | Row (n : nat)
  | Question
  | Line (n : nat).

(** A sum of multiples of facts, divided by a positive number. *)
Record combination := Combination { terms : list (fact * Z); divisor : Z }.

(** Lines, and what they lead to: a contradiction, or two arguments, one for form >= 0 and one
    for -form-1 >= 0, each with its assumption as the next line. *)
Inductive refutation :=
  | Contradiction (lines : list combination) (sum : combination)
  | Split (lines : list combination) (split : form) (above below : refutation).

Section Check.

Variables (dimension : nat) (rows : list constraint) (question : option constraint).

Definition find (lines : list form) (f : fact) : option constraint :=
  match f with
  | Row n => nth_error rows n
  | Question => question
  | Line n => option_map AtLeastZero (nth_error lines n)
  end.

(** The sum before the division, and whether all of its terms are equations. *)
Fixpoint sum_of (lines : list form) (l : list (fact * Z)) : option (form * bool) :=
  match l with
  | [] => Some (zero, true)
  | (f, k) :: l =>
      match find lines f, sum_of lines l with
      | Some c, Some (sum, equations) =>
          if within dimension (form_of c) && (is_equation c || (0 <=? k))
          then Some (add (times k (form_of c)) sum, is_equation c && equations)
          else None
      | _, _ => None
      end
  end.

(** Does the number divide all coefficients of the form? *)
Definition divides (d : Z) (f : form) : bool :=
  forallb (fun a => a mod d =? 0) (coefficients f).

(** The form divided, its constant rounded down. *)
Definition divided (d : Z) (f : form) : option form :=
  if (0 <? d) && divides d f
  then Some (Form (constant f / d) (map (fun a => a / d) (coefficients f)))
  else None.

Definition line_of (lines : list form) (c : combination) : option form :=
  match sum_of lines (terms c) with
  | Some (sum, _) => divided (divisor c) sum
  | None => None
  end.

Fixpoint with_lines (lines : list form) (l : list combination) : option (list form) :=
  match l with
  | [] => Some lines
  | c :: l =>
      match line_of lines c with
      | Some f => with_lines (lines ++ [f]) l
      | None => None
      end
  end.

(** A negative constant, which is at least 0; or equations with integral coefficients and a
    fractional constant. *)
Definition contradicts (lines : list form) (c : combination) : bool :=
  match sum_of lines (terms c) with
  | Some (sum, equations) =>
      (0 <? divisor c) && divides (divisor c) sum &&
      ((equations && negb (constant sum mod divisor c =? 0))
       || (is_constant sum && (constant sum <? 0)))
  | None => false
  end.

Fixpoint refutes_from (lines : list form) (r : refutation) : bool :=
  match r with
  | Contradiction l c =>
      match with_lines lines l with
      | Some lines => contradicts lines c
      | None => false
      end
  | Split l f above below =>
      match with_lines lines l with
      | Some lines =>
          within dimension f
          && refutes_from (lines ++ [f]) above
          && refutes_from (lines ++ [plus (times (-1) f) (-1)]) below
      | None => false
      end
  end.

Definition refutes (r : refutation) : bool := refutes_from [] r.

(** * Why it is right *)

(** A form whose coefficients are multiples of d is its constant plus a multiple of d. *)
Lemma divides_eval d f q : 0 < d -> divides d f = true ->
  eval q f = constant f + d * dot (map (fun a => a / d) (coefficients f)) q.
Proof.
  intros Hd. unfold divides, eval. intros H. f_equal. revert q H.
  induction (coefficients f) as [| x a IH]; intros q H.
  - simpl. ring.
  - destruct q as [| y q]; [simpl; ring |].
    cbn [forallb] in H. apply andb_true_iff in H as [Hx Ha]. apply Z.eqb_eq in Hx.
    simpl. rewrite (IH q Ha).
    assert (Hq : x = d * (x / d)) by (rewrite (Z.div_mod x d) at 1; lia).
    rewrite Hq at 1. ring.
Qed.

Variable p : list Z.
Hypothesis rows_hold : all_hold p rows.
Hypothesis question_holds : forall c, question = Some c -> holds p c.

Definition lines_hold (lines : list form) : Prop := Forall (fun f => 0 <= eval p f) lines.

Lemma find_holds lines f c : lines_hold lines -> find lines f = Some c -> holds p c.
Proof.
  intros Hlines Hfind. destruct f as [n | | n]; simpl in Hfind.
  - apply nth_error_In in Hfind. unfold all_hold in rows_hold. rewrite Forall_forall in rows_hold.
    auto.
  - auto.
  - destruct (nth_error lines n) as [g |] eqn:Hg; [| discriminate].
    injection Hfind as <-. apply nth_error_In in Hg. unfold lines_hold in Hlines.
    rewrite Forall_forall in Hlines. now apply Hlines.
Qed.

Lemma sum_of_holds lines l : lines_hold lines -> forall sum equations,
  sum_of lines l = Some (sum, equations) ->
  0 <= eval p sum /\ (equations = true -> eval p sum = 0).
Proof.
  intros Hlines. induction l as [| [f k] l IH]; intros sum equations H; simpl in H.
  - injection H as <- <-. rewrite eval_zero. lia.
  - destruct (find lines f) as [c |] eqn:Hc; [| discriminate].
    destruct (sum_of lines l) as [[rest others] |]; [| discriminate].
    destruct (_ && _) eqn:Hk in H; [| discriminate]. injection H as <- <-.
    destruct (IH rest others eq_refl) as [Hrest Hothers].
    apply andb_true_iff in Hk as [_ Hk]. apply find_holds in Hc; [| assumption].
    rewrite eval_add, eval_times.
    destruct c as [g | g]; simpl in *.
    + apply Z.leb_le in Hk. split; [| discriminate].
      pose proof (Z.mul_nonneg_nonneg _ _ Hk Hc). lia.
    + rewrite Hc, Z.mul_0_r. simpl. tauto.
Qed.

Lemma divided_holds d f g : 0 <= eval p f -> divided d f = Some g -> 0 <= eval p g.
Proof.
  intros Hf Hg. unfold divided in Hg. destruct (_ && _) eqn:H; [| discriminate].
  injection Hg as <-. apply andb_true_iff in H as [Hd H]. apply Z.ltb_lt in Hd.
  rewrite (divides_eval d f p Hd H) in Hf. unfold eval. simpl.
  set (m := dot _ p) in *.
  pose proof (Z.div_mod (constant f) d). pose proof (Z.mod_pos_bound (constant f) d). nia.
Qed.

Lemma with_lines_hold l : forall lines lines',
  lines_hold lines -> with_lines lines l = Some lines' -> lines_hold lines'.
Proof.
  induction l as [| c l IH]; intros lines lines' Hlines H; simpl in H.
  - now injection H as <-.
  - destruct (line_of lines c) as [f |] eqn:Hf; [| discriminate].
    apply IH in H; [assumption |]. unfold lines_hold. apply Forall_app.
    split; [assumption |]. constructor; [| constructor].
    unfold line_of in Hf.
    destruct (sum_of lines (terms c)) as [[sum eqs] |] eqn:Hsum; [| discriminate].
    apply (divided_holds (divisor c) sum); [| assumption].
    now apply (sum_of_holds lines (terms c) Hlines sum eqs).
Qed.

Lemma contradicts_false lines c : lines_hold lines -> contradicts lines c = true -> False.
Proof.
  intros Hlines. unfold contradicts.
  destruct (sum_of lines (terms c)) as [[sum equations] |] eqn:Hsum; [| discriminate].
  destruct (sum_of_holds lines (terms c) Hlines sum equations Hsum) as [Hpos Heq].
  rewrite !andb_true_iff, orb_true_iff, !andb_true_iff, negb_true_iff.
  rewrite Z.ltb_lt, Z.ltb_lt, Z.eqb_neq.
  intros ((Hd & Hdiv) & [(He & Hfraction) | (Hconst & Hneg)]).
  - apply Hfraction. specialize (Heq He). rewrite (divides_eval _ _ p Hd Hdiv) in Heq.
    set (m := dot _ p) in Heq.
    replace (constant sum) with ((- m) * divisor c) by lia. apply Z.mod_mul. lia.
  - rewrite (is_constant_eval p sum Hconst) in Hpos. lia.
Qed.

Lemma refutes_from_false r : forall lines,
  lines_hold lines -> refutes_from lines r = true -> False.
Proof.
  induction r as [l c | l f above IHa below IHb]; intros lines Hlines H; simpl in H;
    destruct (with_lines lines l) as [lines' |] eqn:Hl; try discriminate;
    apply (with_lines_hold l lines lines' Hlines) in Hl.
  - now apply (contradicts_false lines' c).
  - rewrite !andb_true_iff in H. destruct H as ((_ & Ha) & Hb).
    destruct (Z_le_gt_dec 0 (eval p f)) as [Hf | Hf].
    + apply (IHa (lines' ++ [f])); [| assumption].
      apply Forall_app. split; [assumption |]. now repeat constructor.
    + apply (IHb (lines' ++ [plus (times (-1) f) (-1)])); [| assumption].
      apply Forall_app. split; [assumption |]. constructor; [| constructor].
      autorewrite with eval. lia.
Qed.

End Check.

(** An argument that the checker accepts is right: no integer point satisfies the system. *)
Theorem refutes_sound dimension rows question r p :
  refutes dimension rows question r = true ->
  all_hold p rows -> (forall c, question = Some c -> holds p c) -> False.
Proof.
  intros H Hrows Hquestion.
  apply (refutes_from_false dimension rows question p Hrows Hquestion r []);
    [constructor | exact H].
Qed.
