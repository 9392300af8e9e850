(** Affine forms over numbered variables, and constraints made of them.

    A point is the list of the values of the variables 0, 1, 2, ...; variables beyond its end
    count as 0. *)

From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
Local Open Scope Z_scope.

(** The form c + a0 x0 + a1 x1 + ... *)
Record form := Form { constant : Z; coefficients : list Z }.

Fixpoint dot (a p : list Z) : Z :=
  match a, p with
  | x :: a, y :: p => x * y + dot a p
  | _, _ => 0
  end.

(** The value at a point. *)
Definition eval (p : list Z) (f : form) : Z := constant f + dot (coefficients f) p.

(** * Operations *)

Fixpoint add_lists (a b : list Z) : list Z :=
  match a, b with
  | x :: a, y :: b => x + y :: add_lists a b
  | [], b => b
  | a, [] => a
  end.

Definition zero : form := Form 0 [].
Definition add (f g : form) : form :=
  Form (constant f + constant g) (add_lists (coefficients f) (coefficients g)).
Definition times (k : Z) (f : form) : form :=
  Form (k * constant f) (map (Z.mul k) (coefficients f)).
Definition sub (f g : form) : form := add f (times (-1) g).
Definition plus (f : form) (k : Z) : form := Form (constant f + k) (coefficients f).
Definition variable (v : nat) : form := Form 0 (repeat 0 v ++ [1]).

Fixpoint combine_forms (a : list Z) (values : list form) : form :=
  match a, values with
  | x :: a, f :: values => add (times x f) (combine_forms a values)
  | _, _ => zero
  end.

(** The form with forms put in for its variables. *)
Definition substitute (values : list form) (f : form) : form :=
  plus (combine_forms (coefficients f) values) (constant f).

Lemma dot_nil_r a : dot a [] = 0.
Proof. now destruct a. Qed.

Lemma dot_add a : forall b p, dot (add_lists a b) p = dot a p + dot b p.
Proof.
  induction a as [| x a IH].
  - intros b p. simpl. destruct b; reflexivity.
  - intros [| y b] [| z p]; simpl; try rewrite IH; ring.
Qed.

Lemma dot_times k a : forall p, dot (map (Z.mul k) a) p = k * dot a p.
Proof.
  induction a as [| x a IH].
  - intros p. simpl. ring.
  - intros [| y p]; simpl; try rewrite IH; ring.
Qed.

Lemma eval_zero p : eval p zero = 0.
Proof. reflexivity. Qed.

Lemma eval_add p f g : eval p (add f g) = eval p f + eval p g.
Proof. unfold eval, add; simpl. rewrite dot_add. lia. Qed.

Lemma eval_times p k f : eval p (times k f) = k * eval p f.
Proof. unfold eval, times; simpl. rewrite dot_times. lia. Qed.

Lemma eval_sub p f g : eval p (sub f g) = eval p f - eval p g.
Proof. unfold sub. rewrite eval_add, eval_times. lia. Qed.

Lemma eval_plus p f k : eval p (plus f k) = eval p f + k.
Proof. unfold eval, plus; simpl. lia. Qed.

Lemma eval_variable v : forall p, eval p (variable v) = nth v p 0.
Proof.
  unfold eval, variable. cbn [constant coefficients Z.add].
  induction v as [| v IH].
  - intros [| y p]; simpl; rewrite ?dot_nil_r; [reflexivity | destruct y; reflexivity].
  - intros [| y p]; simpl; [reflexivity | apply IH].
Qed.

Lemma eval_substitute p values f :
  eval p (substitute values f) = eval (map (eval p) values) f.
Proof.
  unfold substitute. rewrite eval_plus. unfold eval at 2. rewrite Z.add_comm. f_equal.
  generalize (coefficients f) values. clear f values.
  induction l as [| x a IH]; intros [| g values]; simpl; try apply eval_zero.
  now rewrite eval_add, eval_times, IH.
Qed.

Global Hint Rewrite eval_zero eval_add eval_times eval_sub eval_plus eval_variable
  eval_substitute : eval.

(** * Which variables occur *)

Definition is_constant (f : form) : bool := forallb (Z.eqb 0) (coefficients f).

(** Are all variables below this number? *)
Definition within (dimension : nat) (f : form) : bool :=
  forallb (Z.eqb 0) (skipn dimension (coefficients f)).

(** Do two forms agree everywhere? *)
Definition same (f g : form) : bool :=
  let d := sub f g in is_constant d && (constant d =? 0).

Lemma dot_zeros a : forallb (Z.eqb 0) a = true -> forall p, dot a p = 0.
Proof.
  induction a as [| x a IH]; intros H [| y p]; try reflexivity.
  cbn [forallb] in H. apply andb_true_iff in H as [Hx Ha]. apply Z.eqb_eq in Hx. subst x.
  simpl dot. rewrite IH by assumption. lia.
Qed.

Lemma is_constant_eval p f : is_constant f = true -> eval p f = constant f.
Proof. intros H. unfold eval. rewrite dot_zeros by assumption. lia. Qed.

Lemma same_eval p f g : same f g = true -> eval p f = eval p g.
Proof.
  unfold same. rewrite andb_true_iff, Z.eqb_eq. intros [Hc H0].
  apply (is_constant_eval p) in Hc. rewrite eval_sub in Hc. lia.
Qed.

Lemma within_eval p q f : within (length p) f = true -> eval (p ++ q) f = eval p f.
Proof.
  unfold within, eval. intros H. f_equal. revert p H.
  induction (coefficients f) as [| x a IH]; intros [| y p] H; try reflexivity.
  - rewrite dot_nil_r. simpl in H |- *. now apply (dot_zeros (x :: a)).
  - simpl. rewrite IH; [reflexivity | assumption].
Qed.

(** * Constraints *)

Inductive constraint :=
  | AtLeastZero (f : form)
  | Zero (f : form).

Definition form_of (c : constraint) : form :=
  match c with AtLeastZero f | Zero f => f end.

Definition is_equation (c : constraint) : bool :=
  match c with AtLeastZero _ => false | Zero _ => true end.

Definition holds (p : list Z) (c : constraint) : Prop :=
  match c with
  | AtLeastZero f => 0 <= eval p f
  | Zero f => eval p f = 0
  end.

(** left >= right, left < right, left = right *)
Definition at_least (f g : form) : constraint := AtLeastZero (sub f g).
Definition below (f g : form) : constraint := AtLeastZero (plus (sub g f) (-1)).
Definition equal (f g : form) : constraint := Zero (sub f g).
(** What holds in integers where f >= 0 does not. *)
Definition opposite (f : form) : constraint := AtLeastZero (plus (times (-1) f) (-1)).

Definition substitute_constraint (values : list form) (c : constraint) : constraint :=
  match c with
  | AtLeastZero f => AtLeastZero (substitute values f)
  | Zero f => Zero (substitute values f)
  end.

Lemma holds_at_least p f g : holds p (at_least f g) <-> eval p g <= eval p f.
Proof. simpl. autorewrite with eval. lia. Qed.

Lemma holds_below p f g : holds p (below f g) <-> eval p f < eval p g.
Proof. simpl. autorewrite with eval. lia. Qed.

Lemma holds_equal p f g : holds p (equal f g) <-> eval p f = eval p g.
Proof. simpl. autorewrite with eval. lia. Qed.

Lemma holds_opposite p f : holds p (opposite f) <-> eval p f < 0.
Proof. simpl. autorewrite with eval. lia. Qed.

Lemma holds_substitute p values c :
  holds p (substitute_constraint values c) <-> holds (map (eval p) values) c.
Proof. destruct c; simpl; now rewrite eval_substitute. Qed.

(** * Conjunctions of alternatives *)

(** Of each list, one constraint holds. *)
Definition cases := list (list constraint).

Definition all_hold (p : list Z) (l : list constraint) : Prop := Forall (holds p) l.
Definition cases_hold (p : list Z) (l : cases) : Prop := Forall (Exists (holds p)) l.

Definition substitute_cases (values : list form) (l : cases) : cases :=
  map (map (substitute_constraint values)) l.

Lemma holds_substitute_cases p values l :
  cases_hold p (substitute_cases values l) <-> cases_hold (map (eval p) values) l.
Proof.
  unfold cases_hold, substitute_cases. rewrite Forall_map.
  split; apply Forall_impl; intros one_of; rewrite Exists_map; apply Exists_impl;
    intros c; apply holds_substitute.
Qed.
