(** Sequences that begin with some values and then repeat others endlessly, and when two of them are
    the same. *)

From Coq Require Import List ZArith Lia.
From Grundy Require Import Affine Language Runs Cycles.
Import ListNotations.

(** Value x of [before] and endless copies of [body], which is not empty. *)
Definition endlessly (before body : list nat) (x : nat) : nat :=
  nth x (before ++ concat (repeat body (S x))) O.

(** * Copies *)

Lemma repeat_repeat {A} (u : list A) m n :
  concat (repeat (concat (repeat u m)) n) = concat (repeat u (n * m)).
Proof.
  induction n as [| n IH]; [reflexivity |]. cbn [repeat concat Nat.mul].
  now rewrite repeat_app, concat_app, IH.
Qed.

Lemma copies_length {A} (u : list A) m : u <> [] -> m <= length (concat (repeat u m)).
Proof.
  intros Hu. induction m as [| m IH]; [lia |]. cbn [repeat concat]. rewrite app_length.
  destruct u; [contradiction |]. cbn [length] in *. lia.
Qed.

Lemma nth_copies {A} (u more : list A) (d : A) x m n : u <> [] -> x < m -> x < n ->
  nth x (concat (repeat u m) ++ more) d = nth x (concat (repeat u n)) d.
Proof.
  intros Hu Hm Hn. pose proof (copies_length u m Hu) as Hlength. rewrite app_nth1 by lia.
  assert (Hle : forall m n, x < m <= n ->
    nth x (concat (repeat u m)) d = nth x (concat (repeat u n)) d).
  { clear - Hu. intros m n [Hm Hn]. replace n with (m + (n - m)) by lia.
    rewrite repeat_app, concat_app. symmetry. apply app_nth1.
    pose proof (copies_length u m Hu). lia. }
  destruct (Nat.le_ge_cases m n); [apply Hle; lia | symmetry; apply Hle; lia].
Qed.

Lemma copies_of_nothing {A} m : concat (repeat (@nil A) m) = [].
Proof. induction m as [| m IH]; [reflexivity | exact IH]. Qed.

(** However many copies are written out, and whatever stands behind them. *)
Lemma endlessly_copies before body more x n : body <> [] -> x < n ->
  nth x (before ++ concat (repeat body n) ++ more) O = endlessly before body x.
Proof.
  intros Hne Hn. unfold endlessly. destruct (Nat.lt_ge_cases x (length before)) as [Hlt | Hge].
  - now rewrite !(app_nth1 before).
  - rewrite !(app_nth2 before) by assumption. apply nth_copies; [assumption | lia | lia].
Qed.

(** Both are powers of one list, which is not empty unless the first one is. *)
Definition powers (b b' : list nat) : Prop :=
  exists u m m', b = concat (repeat u m) /\ b' = concat (repeat u (S m')).

Lemma powers_same l : powers l l.
Proof. exists l, 1, O. simpl. now rewrite app_nil_r. Qed.

Lemma powers_not_empty b b' : powers b b' -> b <> [] -> b' <> [].
Proof.
  intros (u & m & m' & -> & ->) Hne. destruct u as [| a u]; [| discriminate].
  now rewrite copies_of_nothing in Hne.
Qed.

Lemma powers_endlessly before b b' x : powers b b' -> b <> [] ->
  endlessly before b' x = endlessly before b x.
Proof.
  intros Hpowers Hne. pose proof (powers_not_empty b b' Hpowers Hne) as Hne'.
  destruct Hpowers as (u & m & m' & -> & ->).
  assert (Hu : u <> []) by (intros ->; now rewrite copies_of_nothing in Hne).
  destruct m as [| m]; [contradiction |]. unfold endlessly. rewrite !repeat_repeat.
  rewrite <- (app_nil_r (concat (repeat u (S x * S m')))).
  rewrite <- (app_nil_r (concat (repeat u (S x * S m)))).
  rewrite !(endlessly_copies before u) by (assumption || nia). reflexivity.
Qed.

Lemma turned {A} (x b : list A) n :
  x ++ concat (repeat (b ++ x) n) = concat (repeat (x ++ b) n) ++ x.
Proof.
  induction n as [| n IH]; cbn [repeat concat app]; [apply app_nil_r |].
  now rewrite <- !app_assoc, IH.
Qed.

(** * What is written before the endless loop, and in it *)

Definition written : Type := list run * list run.

(** The same sequence, if the first one has a meaning. *)
Definition as_well (s s' : written) : Prop :=
  fine (fst s) -> fine (snd s) -> values (snd s) <> [] ->
  fine (fst s') /\ fine (snd s') /\ values (snd s') <> [] /\
  forall x, endlessly (values (fst s')) (values (snd s')) x =
            endlessly (values (fst s)) (values (snd s)) x.

Lemma as_well_same s : as_well s s.
Proof. intros H1 H2 H3. now repeat split. Qed.

Lemma as_well_trans s1 s2 s3 : as_well s1 s2 -> as_well s2 s3 -> as_well s1 s3.
Proof.
  intros H12 H23 F1 F2 F3. destruct (H12 F1 F2 F3) as (G1 & G2 & G3 & E12).
  destruct (H23 G1 G2 G3) as (K1 & K2 & K3 & E23). repeat (split; [assumption |]).
  intros x. now rewrite E23.
Qed.

Lemma keeps_as_well a a' b b' : keeps a a' -> keeps b b' -> as_well (a, b) (a', b').
Proof.
  intros Ha Hb F1 F2 F3. cbn [fst snd] in *. destruct (Ha F1) as [G1 ->].
  destruct (Hb F2) as [G2 ->]. now repeat split.
Qed.

Lemma powers_as_well a b b' : (fine b -> values b <> [] -> fine b' /\ powers (values b) (values b')) ->
  as_well (a, b) (a, b').
Proof.
  intros H F1 F2 F3. cbn [fst snd] in *. destruct (H F2 F3) as [G2 Hpowers].
  split; [assumption |]. split; [assumption |].
  split; [now apply (powers_not_empty _ _ Hpowers) |]. intros x. now apply powers_endlessly.
Qed.

Lemma values_copies (u : list run) m :
  values (concat (repeat u m)) = concat (repeat (values u) m).
Proof. induction m as [| m IH]; [reflexivity |]. cbn [repeat concat]. now rewrite values_app, IH. Qed.

(** Copies of the endless loop before it. *)
Lemma copies_as_well a b m : as_well (a ++ concat (repeat b m), b) (a, b).
Proof.
  intros F1 F2 F3. cbn [fst snd] in *. apply fine_app in F1 as [F1 _].
  repeat (split; [assumption |]). intros x.
  rewrite values_app, values_copies. unfold endlessly at 2.
  rewrite <- app_assoc, <- concat_app, <- repeat_app.
  rewrite <- (app_nil_r (concat _)). symmetry. apply endlessly_copies; [assumption | lia].
Qed.

(** The endless loop begins with its end, which stands before it as well. *)
Lemma turned_as_well a b e : as_well (a ++ e, b ++ e) (a, e ++ b).
Proof.
  intros F1 F2 F3. cbn [fst snd] in *. apply fine_app in F1 as [F1 _].
  apply fine_app in F2 as [F2 F4]. rewrite values_app in F3.
  split; [assumption |]. split; [now apply fine_app |]. rewrite !values_app.
  assert (Hne : values e ++ values b <> []).
  { intros E. apply app_eq_nil in E as [E1 E2]. rewrite E1, E2 in F3. contradiction. }
  split; [exact Hne |]. intros x. unfold endlessly at 2. rewrite <- app_assoc, turned.
  symmetry. apply endlessly_copies; [exact Hne | lia].
Qed.
