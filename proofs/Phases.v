(** Values in cycles: the phase in which a position stands, and the comparison of values one by one.

    A split is a range of positions on which every move lands inside one word.  Its values repeat
    after the least common multiple of the cycles. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Game Affine Refutation Language Walk.
Import ListNotations.
Local Open Scope Z_scope.

Section Phases.

Variable r : rule.

(** The most positions that are compared one by one. *)
Variable limit : Z.

Section AtDimension.

Variables (dimension : nat) (rows : list constraint).

(** The sum of multiples of equations. *)
Fixpoint equations (l : list (nat * Z)) : option form :=
  match l with
  | [] => Some zero
  | (n, k) :: l =>
      match nth_error rows n, equations l with
      | Some (Zero f), Some sum => Some (add (times k f) sum)
      | _, _ => None
      end
  end.

(** The remainder of the form by the length of a cycle, which must be the same everywhere. *)
Definition phase (f : form) (modulus : Z) (st : state) : option (Z * state) :=
  let found :=
    if divides modulus f then Some (f, 1, st)
    else
      match answers st with
      | Phase l d :: rest =>
          match equations l with
          | Some sum => Some (sub (times d f) sum, d, State (facts st) rest)
          | None => None
          end
      | _ => None
      end in
  match found with
  | Some (g, d, st) =>
      if (0 <? d) && (constant g mod d =? 0) && divides (d * modulus) g
      then Some ((constant g / d) mod modulus, st) else None
  | None => None
  end.

Fixpoint phases (l : list (word * form)) (st : state) : option (list (word * Z) * state) :=
  match l with
  | [] => Some ([], st)
  | (w, f) :: l =>
      match phase f (Z.of_nat (length (cycle w))) st with
      | None => None
      | Some (k, st) =>
          match phases l st with
          | Some (found, st) => Some ((w, k) :: found, st)
          | None => None
          end
      end
  end.

(** Is the value [offset] positions further on, that of the first word, another one than the rule
    makes of those of the others? *)
Definition wrong (l : list (word * Z)) (offset : Z) : bool :=
  match map (fun it => value_in (fst it) (snd it + offset)) l with
  | own :: options => negb (own =? by_rule r options)%nat
  | [] => true
  end.

(** The same with the values of each cycle at hand, and their number. *)
Definition at_hand (l : list (word * Z)) : list (table_of nat * Z * Z) :=
  map (fun it => (index (cycle (fst it)), Z.of_nat (length (cycle (fst it))), snd it)) l.

Definition wrong_at_hand (l : list (table_of nat * Z * Z)) (offset : Z) : bool :=
  match map (fun it => let '(values, count, k) := it in
                       look_or O values (Z.to_nat ((k + offset) mod count))) l with
  | own :: options => negb (own =? by_rule r options)%nat
  | [] => true
  end.

(** The first wrong one of n offsets. *)
Fixpoint find_wrong (is_wrong : Z -> bool) (n : nat) (offset : Z) : option Z :=
  match n with
  | O => None
  | S n => if is_wrong offset then Some offset else find_wrong is_wrong n (offset + 1)
  end.

(** After how many positions the values repeat, or a number above the limit. *)
Fixpoint repeats (acc : Z) (l : list (word * Z)) : Z :=
  match l with
  | [] => acc
  | (w, _) :: l =>
      repeats (Z.min (Z.lcm acc (Z.of_nat (length (cycle w)))) (limit + 1)) l
  end.

(** That the values agree with the rule from [position] up to [end_]. *)
Definition compare_values (position end_ : form) (l : list (word * Z)) (st : state)
  : option state :=
  let behind k := plus (sub position end_) k in
  let period := repeats 1 l in
  match (if limit <? period
         then option_map (fun st => (limit, st)) (need dimension rows (behind limit) st)
         else Some (period, st)) with
  | Some (n, st) =>
      match find_wrong (wrong_at_hand (at_hand l)) (Z.to_nat n) 0 with
      | Some k => need dimension rows (behind k) st
      | None => Some st
      end
  | None => None
  end.

End AtDimension.

(** * Why it is right *)

Hypothesis limit_positive : 0 < limit.

Lemma cycle_pos w : 0 < Z.of_nat (length (cycle w)).
Proof. unfold cycle. simpl length. lia. Qed.

Lemma value_in_again w a q : value_in w (a + Z.of_nat (length (cycle w)) * q) = value_in w a.
Proof.
  unfold value_in. pose proof (cycle_pos w).
  now rewrite (Z.mul_comm _ q), Z.mod_add by lia.
Qed.

Lemma equations_sound p rows l : all_hold p rows -> forall sum,
  equations rows l = Some sum -> eval p sum = 0.
Proof.
  intros Hrows. induction l as [| [n k] l IH]; intros sum H; simpl in H.
  - injection H as <-. apply eval_zero.
  - destruct (nth_error rows n) as [[f | f] |] eqn:Hn; try discriminate.
    destruct (equations rows l) as [rest |]; [| discriminate]. injection H as <-.
    apply nth_error_In in Hn. unfold all_hold in Hrows. rewrite Forall_forall in Hrows.
    specialize (Hrows _ Hn). simpl in Hrows.
    rewrite eval_add, eval_times, Hrows, (IH rest eq_refl). lia.
Qed.

Lemma phase_sound p rows f modulus st k st' : 0 < modulus -> all_hold p rows ->
  phase rows f modulus st = Some (k, st') ->
  facts st' = facts st /\ exists q, eval p f = k + modulus * q.
Proof.
  intros Hm Hrows H. unfold phase in H.
  set (found := if divides modulus f then _ else _) in H.
  assert (Hfound : forall h d s, found = Some (h, d, s) ->
    facts s = facts st /\ eval p h = d * eval p f).
  { subst found. intros h d s. destruct (divides modulus f).
    - intros [= <- <- <-]. split; [reflexivity | lia].
    - destruct (answers st) as [| [] rest]; try discriminate.
      destruct (equations rows l) as [sum |] eqn:Hsum; [| discriminate].
      intros [= <- <- <-]. split; [reflexivity |].
      rewrite eval_sub, eval_times, (equations_sound p rows l Hrows sum Hsum). lia. }
  destruct found as [((h, d), s) |]; [| discriminate].
  destruct (Hfound h d s eq_refl) as [Hs Hh].
  destruct (_ && _) eqn:Hc in H; [| discriminate]. injection H as <- <-.
  rewrite !andb_true_iff, Z.ltb_lt, Z.eqb_eq in Hc. destruct Hc as ((Hd & H0) & Hdiv).
  split; [assumption |].
  assert (Hdm : 0 < d * modulus) by (apply Z.mul_pos_pos; lia).
  pose proof (divides_eval (d * modulus) h p Hdm Hdiv) as He. set (K := dot _ p) in He.
  assert (Hcd : constant h = d * (constant h / d)).
  { rewrite (Z.div_mod (constant h) d) at 1; lia. }
  set (c := constant h / d) in *.
  exists (K + c / modulus).
  assert (Hf : eval p f = c + modulus * K).
  { apply (Z.mul_reg_l _ _ d); [lia |]. rewrite <- Hh, He, Hcd. ring. }
  rewrite Hf. rewrite (Z.div_mod c modulus) at 1 by lia. ring.
Qed.

(** The number stands for the value of the form, in the cycle of the word. *)
Definition agrees (p : list Z) (it : word * form) (found : word * Z) : Prop :=
  fst it = fst found /\
  exists q, eval p (snd it) = snd found + Z.of_nat (length (cycle (fst it))) * q.

Lemma phases_sound p rows l : all_hold p rows -> forall st found st',
  phases rows l st = Some (found, st') -> facts st' = facts st /\ Forall2 (agrees p) l found.
Proof.
  intros Hrows. induction l as [| [w f] l IH]; intros st found st' H; cbn [phases] in H.
  - injection H as <- <-. now split.
  - destruct (phase _ _ _ _) as [[k s] |] eqn:Hk; [| discriminate].
    apply (phase_sound p) in Hk; [| apply cycle_pos | assumption]. destruct Hk as [Hs Hq].
    destruct (phases rows l s) as [[rest s'] |] eqn:Hrest; [| discriminate].
    apply IH in Hrest. injection H as <- <-. destruct Hrest as [Hs' Hrest].
    split; [congruence |]. constructor; [now split | assumption].
Qed.

Lemma wrong_false p w f l found offset : Forall2 (agrees p) ((w, f) :: l) found ->
  wrong found offset = false ->
  value_in w (eval p f + offset) =
    by_rule r (map (fun it => value_in (fst it) (eval p (snd it) + offset)) l).
Proof.
  assert (Hone : forall it k, agrees p it k ->
    value_in (fst it) (eval p (snd it) + offset) = value_in (fst k) (snd k + offset)).
  { intros it k (Hw & q & Hq). rewrite Hq, <- Hw, <- (value_in_again (fst it) (snd k + offset) q).
    f_equal. lia. }
  intros H Hwrong. inversion H as [| ? k ? rest Hk Hrest]; subst.
  unfold wrong in Hwrong. cbn [map] in Hwrong. rewrite negb_false_iff, Nat.eqb_eq in Hwrong.
  pose proof (Hone (w, f) k Hk) as Hown. cbn [fst snd] in Hown. rewrite Hown, Hwrong. f_equal.
  clear H Hwrong Hk.
  induction Hrest as [| it k' l rest' Hit Hrest IH]; [reflexivity |].
  cbn [map]. now rewrite IH, (Hone it k' Hit).
Qed.

Lemma wrong_at_hand_is l offset : wrong_at_hand (at_hand l) offset = wrong l offset.
Proof.
  unfold wrong_at_hand, at_hand, wrong. rewrite map_map.
  erewrite map_ext; [reflexivity |]. intros it. apply look_or_index.
Qed.

Lemma find_wrong_ext f g n : (forall x, f x = g x) -> forall o,
  find_wrong f n o = find_wrong g n o.
Proof.
  intros H. induction n as [| n IH]; intros o; cbn [find_wrong]; [reflexivity |].
  now rewrite H, IH.
Qed.

Lemma find_wrong_none is_wrong n : forall o, find_wrong is_wrong n o = None ->
  forall x, o <= x < o + Z.of_nat n -> is_wrong x = false.
Proof.
  induction n as [| n IH]; intros o H x Hx; [lia |]. cbn [find_wrong] in H.
  destruct (is_wrong o) eqn:Ho; [discriminate |].
  destruct (Z.eq_dec x o) as [-> |]; [assumption |]. apply (IH (o + 1)); [assumption | lia].
Qed.

Lemma find_wrong_some is_wrong n k : forall o, find_wrong is_wrong n o = Some k ->
  forall x, o <= x < k -> is_wrong x = false.
Proof.
  induction n as [| n IH]; intros o H x Hx; cbn [find_wrong] in H; [discriminate |].
  destruct (is_wrong o) eqn:Ho; [injection H as <-; lia |].
  destruct (Z.eq_dec x o) as [-> |]; [assumption |]. apply (IH (o + 1)); [assumption | lia].
Qed.

Lemma lcm_ge a b : 0 < a -> 0 < b -> a <= Z.lcm a b.
Proof.
  intros Ha Hb. apply Z.divide_pos_le; [| apply Z.divide_lcm_l].
  pose proof (Z.lcm_nonneg a b). pose proof (proj1 (Z.lcm_eq_0 a b)). lia.
Qed.

Lemma repeats_ge l : forall acc, 0 < acc <= limit + 1 -> acc <= repeats acc l.
Proof.
  induction l as [| [w k] l IH]; intros acc Hacc; cbn [repeats]; [lia |].
  pose proof (lcm_ge acc _ (proj1 Hacc) (cycle_pos w)).
  etransitivity; [| apply IH]; lia.
Qed.

Lemma repeats_sound l : forall acc, 0 < acc -> repeats acc l <= limit ->
  (acc | repeats acc l) /\ forall it,
    In it l -> (Z.of_nat (length (cycle (fst it))) | repeats acc l).
Proof.
  induction l as [| [w k] l IH]; intros acc Hacc H; cbn [repeats] in *.
  - split; [reflexivity | intros it []].
  - set (len := Z.of_nat (length (cycle w))) in *. pose proof (cycle_pos w : 0 < len) as Hlen.
    pose proof (lcm_ge acc len Hacc Hlen).
    set (acc' := Z.min (Z.lcm acc len) (limit + 1)) in *.
    assert (H1 : 0 < acc') by (unfold acc' in *; lia).
    assert (H2 : acc' <= repeats acc' l) by (apply repeats_ge; unfold acc' in *; lia).
    destruct (IH acc' H1 H) as [Hdiv Hall].
    assert (Hacc' : acc' = Z.lcm acc len) by lia.
    assert (Hl : (Z.lcm acc len | repeats acc' l)) by now rewrite <- Hacc'.
    split; [exact (Z.divide_trans _ _ _ (Z.divide_lcm_l acc len) Hl) |].
    intros it [<- | Hit]; [| now apply Hall].
    exact (Z.divide_trans _ _ _ (Z.divide_lcm_r acc len) Hl).
Qed.

Lemma wrong_again l period offset :
  0 < period -> (forall it, In it l -> (Z.of_nat (length (cycle (fst it))) | period)) ->
  wrong l offset = wrong l (offset mod period).
Proof.
  intros Hp Hdiv. unfold wrong. erewrite map_ext_in; [reflexivity |].
  intros it Hit. destruct (Hdiv it Hit) as [q Hq].
  rewrite (Z.div_mod offset period) at 1 by lia. rewrite Hq at 1.
  rewrite <- (value_in_again (fst it) (snd it + offset mod period) (q * (offset / period))).
  f_equal. ring.
Qed.

Lemma compare_values_sound p dimension rows position end_ l st st' :
  all_hold p rows -> facts_hold p st ->
    compare_values dimension rows position end_ l st = Some st' ->
  facts_hold p st' /\
  forall x, eval p position <= x < eval p end_ -> wrong l (x - eval p position) = false.
Proof.
  intros Hrows Hfacts H. unfold compare_values in H.
  set (period := repeats 1 l) in H.
  assert (Hfound : exists n s1, facts_hold p s1 /\
    (match find_wrong (wrong_at_hand (at_hand l)) (Z.to_nat n) 0 with
     | Some k => need dimension rows (plus (sub position end_) k) s1
     | None => Some s1
     end) = Some st' /\
    ((n = limit /\ eval p end_ - eval p position <= limit) \/
     (n = period /\ period <= limit))).
  { destruct (Z.ltb_spec limit period) as [Hlt | Hle].
    - destruct (need _ _ _ st) as [s1 |] eqn:Hneed; [| discriminate].
      apply (need_sound dimension p) in Hneed; try assumption. destruct Hneed as [Hlen Hs1].
      rewrite eval_plus, eval_sub in Hlen. cbn [option_map] in H.
      exists limit, s1. split; [assumption |]. split; [exact H |]. left. lia.
    - exists period, st. split; [assumption |]. split; [exact H |]. right. lia. }
  clear H. destruct Hfound as (n & s1 & Hs1 & H & Hn).
  rewrite (find_wrong_ext _ (wrong l)) in H by apply wrong_at_hand_is.
  destruct (find_wrong (wrong l) (Z.to_nat n) 0) as [k |] eqn:Hk.
  - apply (need_sound dimension p) in H; try assumption. destruct H as [Hend Hst'].
    rewrite eval_plus, eval_sub in Hend. split; [assumption |]. intros x Hx.
    apply (find_wrong_some (wrong l) _ k 0 Hk). lia.
  - injection H as <-. split; [assumption |]. intros x Hx.
    set (offset := x - eval p position) in *.
    destruct Hn as [[-> Hmost] | [-> Hperiod]].
    + apply (find_wrong_none (wrong l) _ 0 Hk). lia.
    + assert (Hone : 0 < 1 <= limit + 1) by lia.
      pose proof (repeats_ge l 1 Hone) as Hge. fold period in Hge.
      destruct (repeats_sound l 1 ltac:(lia) Hperiod) as [_ Hdiv].
      rewrite (wrong_again l period offset ltac:(lia) Hdiv).
      apply (find_wrong_none (wrong l) _ 0 Hk).
      pose proof (Z.mod_pos_bound offset period ltac:(lia)). lia.
Qed.

End Phases.
