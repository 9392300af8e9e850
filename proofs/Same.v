(** Trees that are written in the same way (packages/kernel/src/simplify/part.rs, [same]): they say the
    same. *)

From Coq Require Import List ZArith Bool.
From Grundy Require Import Affine Language Runs Tree.
Import ListNotations.
Local Open Scope Z_scope.

Definition same_word (w u : word) : bool :=
  (first w =? first u)%nat && (if list_eq_dec Nat.eq_dec (others w) (others u) then true else false)
  && same (size w) (size u).

Definition same_test (t u : test) : bool :=
  match compared t, compared u with
  | AtLeast, AtLeast | AtMost, AtMost | Equal, Equal | NotEqual, NotEqual =>
      same (difference t) (difference u)
  | _, _ => false
  end.

Fixpoint same_tree (t u : tree) : bool :=
  match t, u with
  | Done, Done => true
  | Run w t, Run x u => same_word w x && same_tree t u
  | Again from upto body t, Again from' upto' body' u =>
      same from from' && same upto upto' && same_tree body body' && same_tree t u
  | Either a t, Either b u => same_branches a b && same_tree t u
  | _, _ => false
  end
with same_branches (a b : branches) : bool :=
  match a, b with
  | Neither, Neither => true
  | Always body, Always body' => same_tree body body'
  | If t body a, If t' body' b => same_test t t' && same_tree body body' && same_branches a b
  | _, _ => false
  end.

Lemma same_word_run v w u : same_word w u = true -> word_run v w = word_run v u.
Proof.
  unfold same_word. rewrite !andb_true_iff, Nat.eqb_eq. intros ((Hfirst & Hothers) & Hsize).
  destruct (list_eq_dec _ _ _) as [Heq |]; [| discriminate].
  unfold word_run, cycle. now rewrite Hfirst, Heq, (same_eval v _ _ Hsize).
Qed.

Lemma same_test_holds v t u : same_test t u = true -> test_holds v t = test_holds v u.
Proof.
  unfold same_test, test_holds. intros H.
  destruct (compared t), (compared u); try discriminate; now rewrite (same_eval v _ _ H).
Qed.

Lemma same_runs :
  (forall t u v, same_tree t u = true -> tree_runs v t = tree_runs v u) /\
  (forall a b v, same_branches a b = true -> branches_runs v a = branches_runs v b).
Proof.
  apply tree_ind_both.
  - intros [| | |] v H; try discriminate. reflexivity.
  - intros w t IH [| x u | |] v H; try discriminate. cbn [same_tree] in H.
    apply andb_true_iff in H as [Hw H]. cbn [tree_runs]. now rewrite (same_word_run v w x), (IH u).
  - intros from upto body Hbody t IH [| | from' upto' body' u |] v H; try discriminate.
    cbn [same_tree] in H. rewrite !andb_true_iff in H. destruct H as (((Hfrom & Hupto) & Hb) & H).
    cbn [tree_runs]. rewrite (same_eval v _ _ Hfrom), (same_eval v _ _ Hupto), (IH u v H). f_equal.
    apply flat_map_ext. intros i. now apply Hbody.
  - intros a Ha t IH [| | | b u] v H; try discriminate. cbn [same_tree] in H.
    apply andb_true_iff in H as [Hb H]. cbn [tree_runs]. now rewrite (Ha b), (IH u).
  - intros [| |] v H; try discriminate. reflexivity.
  - intros body Hbody [| body' |] v H; try discriminate. now apply Hbody.
  - intros t body Hbody a Ha [| | t' body' b] v H; try discriminate. cbn [same_branches] in H.
    rewrite !andb_true_iff in H. destruct H as ((Ht & Hb) & H). cbn [branches_runs].
    now rewrite (same_test_holds v t t' Ht), (Hbody body' v Hb), (Ha b v H).
Qed.

(** Is this what each arm says, and one of them always taken? *)
Fixpoint alike (t : tree) (a : branches) : bool :=
  match a with
  | Neither => false
  | Always body => same_tree t body
  | If _ body rest => same_tree t body && alike t rest
  end.

(** A branch with ELSE of which all arms are the same is that arm. *)
Definition one_arm (a : branches) : branches :=
  match a with
  | If _ body rest => if alike body rest then Always body else a
  | _ => a
  end.

Lemma alike_runs v t a : alike t a = true -> branches_runs v a = tree_runs v t.
Proof.
  induction a as [| body | test body rest IH]; cbn [alike branches_runs]; intros H.
  - discriminate.
  - symmetry. now apply same_runs.
  - apply andb_true_iff in H as [Hbody H]. destruct (test_holds v test); [| now apply IH].
    symmetry. now apply same_runs.
Qed.

Lemma one_arm_runs v a : branches_runs v (one_arm a) = branches_runs v a.
Proof.
  destruct a as [| body | t body rest]; try reflexivity. cbn [one_arm].
  destruct (alike body rest) eqn:H; [| reflexivity]. cbn [branches_runs].
  destruct (test_holds v t); [reflexivity |]. symmetry. now apply alike_runs.
Qed.
