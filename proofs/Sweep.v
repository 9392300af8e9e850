(** The rule, along the words of a block with a given chain before it: splits between events.

    Positions are counted from the start of the block under test.  The theorem: where the checker
    accepts, every position of the words obeys the rule (certificate/format.md, "Why the positions of
    a word are covered"). *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Refutation Language Walk.
Import ListNotations.
Local Open Scope Z_scope.

(** The words of a chain of blocks, the last one first; [borders] k is where word k ends and word
    k - 1 begins.  [from_start]: does nothing stand before? *)
Record stretch := Stretch {
  chain_words : list word;
  borders : list form;
  from_start : bool
}.

(** Where a sweep stands: the word under test; up to where the rule is shown; for each move the
    word its target is in, the number of words for "before position 0"; the move whose event was
    the last in this word. *)
Record sweep := Sweep {
  tested : nat;
  position : form;
  landing : list nat;
  passed : option nat
}.

Fixpoint replace (k : nat) (a : nat) (l : list nat) : list nat :=
  match k, l with
  | _, [] => []
  | O, _ :: l => a :: l
  | S k, b :: l => b :: replace k a l
  end.

Section Sweep.

Variables (letters : alphabet) (moves : list form) (piece : bool).

(** The most positions of a split that are compared one by one. *)
Variable most_phases : Z.

(** * The checker *)

Section AtDimension.

Variables (dimension : nat) (rows : list constraint) (ch : stretch).

Definition border (k : nat) : form := nth k (borders ch) zero.
Definition move (m : nat) : form := nth m moves zero.
Definition outside (k : nat) : bool := (k =? length (chain_words ch))%nat.

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
  | own :: options => negb (own =? rule letters options)%nat
  | [] => true
  end.

(** The first wrong one of n offsets. *)
Fixpoint find_wrong (l : list (word * Z)) (n : nat) (offset : Z) : option Z :=
  match n with
  | O => None
  | S n => if wrong l offset then Some offset else find_wrong l n (offset + 1)
  end.

(** After how many positions the values repeat, or a number above the limit. *)
Fixpoint repeats (acc : Z) (l : list (word * Z)) : Z :=
  match l with
  | [] => acc
  | (w, _) :: l =>
      repeats (Z.min (Z.lcm acc (Z.of_nat (length (cycle w)))) (most_phases + 1)) l
  end.

(** The word under test, then those that moves land in, with how far in the position is. *)
Definition met (s : sweep) : list (word * form) :=
  let at_word k := nth k (chain_words ch) (Word 0 [] zero) in
  (at_word (tested s), sub (position s) (border (S (tested s))))
  :: map (fun it => (at_word (fst it), sub (sub (position s) (border (S (fst it)))) (snd it)))
       (filter (fun it => (fst it <? length (chain_words ch))%nat) (combine (landing s) moves)).

Definition offsets (s : sweep) (end_ : form) (l : list (word * Z)) (st : state) : option state :=
  let behind k := plus (sub (position s) end_) k in
  let period := repeats 1 l in
  match (if most_phases <? period
         then option_map (fun st => (most_phases, st)) (need dimension rows (behind most_phases) st)
         else Some (period, st)) with
  | Some (n, st) =>
      match find_wrong l (Z.to_nat n) 0 with
      | Some k => need dimension rows (behind k) st
      | None => Some st
      end
  | None => None
  end.

(** That the rule holds from the position of the sweep up to [end_]. *)
Definition split (s : sweep) (end_ : form) (st : state) : option state :=
  let l := met s in
  if forallb (fun it => (length (cycle (fst it)) =? 1)%nat) l
  then offsets s end_ (map (fun it => (fst it, 0)) l) st
  else
    match answers st with
    | Phases :: rest =>
        match phases l (State (facts st) rest) with
        | Some (l, st) => offsets s end_ l st
        | None => None
        end
    | NoPosition :: rest =>
        need dimension rows (sub (position s) end_) (State (facts st) rest)
    | _ => None
    end.

(** Where the target of a move leaves its word. *)
Definition leaves (s : sweep) (m : nat) : form :=
  add (border (nth m (landing s) O)) (move m).

Definition event_at (s : sweep) (next : option nat) : form :=
  match next with Some m => leaves s m | None => border (tested s) end.

(** That the split up to the next event, of a move or the end of the word, lies before all other
    events, and obeys the rule; where it ends. *)
Definition event (s : sweep) (next : option nat) (st : state) : option (form * state) :=
  let end_ := event_at s next in
  let ordered :=
    match passed s, next with
    | None, _ => Some st
    | Some m, Some m' =>
        if (m =? m')%nat then Some st else need dimension rows (sub end_ (position s)) st
    | Some _, None => need dimension rows (sub end_ (position s)) st
    end in
  let last :=
    match ordered, next with
    | Some st, None =>
        try_each (fun m => need dimension rows (sub (leaves s m) end_))
          (seq 0 (length (landing s))) st
    | _, _ => ordered
    end in
  match last with
  | None => None
  | Some st =>
      if same end_ (position s) || (piece && existsb outside (landing s))
      then Some (end_, st)
      else option_map (fun st => (end_, st)) (split s end_ st)
  end.

(** That the moves lead into these words, or behind their starts, from here on. *)
Definition land (s : sweep) (st : state) : option state :=
  if (length (landing s) =? length moves)%nat
  then
    try_each
      (fun m st =>
         let k := nth m (landing s) O in
         match nth_error (borders ch) (S k) with
         | Some start => need dimension rows (sub (sub (position s) (move m)) start) st
         | None => if outside k && from_start ch then Some st else None
         end)
      (seq 0 (length (landing s))) st
  else None.

Definition no_new_variable (s : sweep) : bool :=
  forallb (within dimension) (borders ch) && forallb (within dimension) moves
  && within dimension (position s).

End AtDimension.

(** That the rule holds from here on to the end of the word; where the sweep ended, unless there was
    a case distinction.  The number bounds the length of the walk. *)
Fixpoint word_check (fuel dimension : nat) (rows : list constraint) (ch : stretch) (s : sweep)
    (st : state) : option (option sweep * state) :=
  match fuel with
  | O => None
  | S fuel =>
      let distinct rows st := option_map snd (word_check fuel dimension rows ch s st) in
      match answers st with
      | CutAt f :: rest =>
          option_map (pair None) (cut dimension rows f distinct (State (facts st) rest))
      | Residues modulus f :: rest =>
          let distinct rows st := option_map snd (word_check fuel (S dimension) rows ch s st) in
          if no_new_variable dimension ch s
          then option_map (pair None)
                 (residues dimension rows modulus f distinct (State (facts st) rest))
          else None
      | Landing l :: rest =>
          match landing s with
          | [] =>
              let s := Sweep (tested s) (position s) l (passed s) in
              match land dimension rows ch s (State (facts st) rest) with
              | Some st => word_check fuel dimension rows ch s st
              | None => None
              end
          | _ => None
          end
      | WordEnds :: rest =>
          if (length (landing s) =? length moves)%nat
          then option_map (fun it => (Some s, snd it))
                 (event dimension rows ch s None (State (facts st) rest))
          else None
      | Event m :: rest =>
          match nth_error (landing s) m with
          | Some (S k) =>
              match event dimension rows ch s (Some m) (State (facts st) rest) with
              | Some (end_, st) =>
                  word_check fuel dimension rows ch
                    (Sweep (tested s) end_ (replace m k (landing s)) (Some m)) st
              | None => None
              end
          | _ => None
          end
      | _ => None
      end
  end.

(** That the rule holds throughout the words n - 1, ..., 0 of the chain. *)
Fixpoint words_check (dimension : nat) (rows : list constraint) (ch : stretch) (n : nat)
    (l : list nat) (st : state) : option state :=
  match n with
  | O => Some st
  | S w =>
      match word_check (S (length (answers st))) dimension rows ch
              (Sweep w (border ch (S w)) l None) st with
      | Some (s, st) =>
          words_check dimension rows ch w (match s with Some s => landing s | None => [] end) st
      | None => None
      end
  end.

(** * What it is about *)

(** The values g at all positions, of which [origin] is position 0 of the sequence. *)
Variables (g : Z -> nat) (origin : Z).

Definition borders_at (p : list Z) (ch : stretch) : list Z := map (eval p) (borders ch).
Definition moves_now (p : list Z) : list Z := map (eval p) moves.

(** The words of the chain lie between their borders, and make up the sequence. *)
Definition makes_up (ws : list word) (B : list Z) (start : bool) : Prop :=
  length B = S (length ws) /\
  (forall k w, nth_error ws k = Some w ->
     nth (S k) B 0 <= nth k B 0 /\
     forall x, nth (S k) B 0 <= x < nth k B 0 -> g x = value_in w (x - nth (S k) B 0)) /\
  origin <= nth (length ws) B 0 /\
  (start = true -> nth (length ws) B 0 = origin).

(** Does the position x obey the rule, if moves are these? *)
Definition obeys_at (M : list Z) (x : Z) : Prop :=
  g x = rule letters (map (fun s => g (x - s)) (filter (fun s => origin <=? x - s) M)).

(** Of a finite piece, only the positions count whose options all lie in it. *)
Definition counts (M : list Z) (x : Z) : Prop :=
  piece = true -> forall s, In s M -> origin <= x - s.

(** The words named for the moves are there. *)
Definition named (ws : list word) (start : bool) (l : list nat) : Prop :=
  length l = length moves /\
  forall k, In k l -> (k <= length ws)%nat /\ (k = length ws -> start = true).

(** From x on, targets lie at or behind the starts of these words; up to x, before or at their
    ends. *)
Definition behind_starts (ws : list word) (B M : list Z) (l : list nat) (x : Z) : Prop :=
  forall m k, nth_error l m = Some k -> (k < length ws)%nat -> nth (S k) B 0 <= x - nth m M 0.
Definition before_ends (B M : list Z) (l : list nat) (x : Z) : Prop :=
  forall m k, nth_error l m = Some k -> x <= nth k B 0 + nth m M 0.

(** What is known of a sweep.  P is where it stands, in a word that starts at W. *)
Definition known (ws : list word) (B M : list Z) (start : bool) (W P : Z) (s : sweep) : Prop :=
  (landing s = [] \/ named ws start (landing s)) /\
  match passed s with
  | None => P = W
  | Some m => exists k, nth_error (landing s) m = Some k /\ (k < length ws)%nat /\
                P = nth (S k) B 0 + nth m M 0
  end /\
  forall x, W <= x -> P <= x -> behind_starts ws B M (landing s) x.

Hypothesis most_phases_positive : 0 < most_phases.

(** * Phases *)

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
    rule letters (map (fun it => value_in (fst it) (eval p (snd it) + offset)) l).
Proof.
  assert (Hone : forall it k, agrees p it k ->
    value_in (fst it) (eval p (snd it) + offset) = value_in (fst k) (snd k + offset)).
  { intros it k (Hw & q & Hq). rewrite Hq, <- Hw, <- (value_in_again (fst it) (snd k + offset) q).
    f_equal. lia. }
  intros H Hwrong. inversion H as [| ? k ? rest Hk Hrest]; subst.
  unfold wrong in Hwrong. cbn [map] in Hwrong. rewrite negb_false_iff, Nat.eqb_eq in Hwrong.
  pose proof (Hone (w, f) k Hk) as Hown. cbn [fst snd] in Hown. rewrite Hown, Hwrong. f_equal. clear H Hwrong Hk.
  induction Hrest as [| it k' l rest' Hit Hrest IH]; [reflexivity |].
  cbn [map]. now rewrite IH, (Hone it k' Hit).
Qed.

Lemma find_wrong_none l n : forall o, find_wrong l n o = None ->
  forall x, o <= x < o + Z.of_nat n -> wrong l x = false.
Proof.
  induction n as [| n IH]; intros o H x Hx; [lia |]. cbn [find_wrong] in H.
  destruct (wrong l o) eqn:Ho; [discriminate |].
  destruct (Z.eq_dec x o) as [-> |]; [assumption |]. apply (IH (o + 1)); [assumption | lia].
Qed.

Lemma find_wrong_some l n k : forall o, find_wrong l n o = Some k ->
  forall x, o <= x < k -> wrong l x = false.
Proof.
  induction n as [| n IH]; intros o H x Hx; cbn [find_wrong] in H; [discriminate |].
  destruct (wrong l o) eqn:Ho; [injection H as <-; lia |].
  destruct (Z.eq_dec x o) as [-> |]; [assumption |]. apply (IH (o + 1)); [assumption | lia].
Qed.

Lemma lcm_ge a b : 0 < a -> 0 < b -> a <= Z.lcm a b.
Proof.
  intros Ha Hb. apply Z.divide_pos_le; [| apply Z.divide_lcm_l].
  pose proof (Z.lcm_nonneg a b). pose proof (proj1 (Z.lcm_eq_0 a b)). lia.
Qed.

Lemma repeats_ge l : forall acc, 0 < acc <= most_phases + 1 -> acc <= repeats acc l.
Proof.
  induction l as [| [w k] l IH]; intros acc Hacc; cbn [repeats]; [lia |].
  pose proof (lcm_ge acc _ (proj1 Hacc) (cycle_pos w)).
  etransitivity; [| apply IH]; lia.
Qed.

Lemma repeats_sound l : forall acc, 0 < acc -> repeats acc l <= most_phases ->
  (acc | repeats acc l) /\ forall it, In it l -> (Z.of_nat (length (cycle (fst it))) | repeats acc l).
Proof.
  induction l as [| [w k] l IH]; intros acc Hacc H; cbn [repeats] in *.
  - split; [reflexivity | intros it []].
  - set (len := Z.of_nat (length (cycle w))) in *. pose proof (cycle_pos w : 0 < len) as Hlen.
    pose proof (lcm_ge acc len Hacc Hlen).
    set (acc' := Z.min (Z.lcm acc len) (most_phases + 1)) in *.
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

(** * Splits *)

Lemma offsets_sound p dimension rows s end_ l st st' :
  all_hold p rows -> facts_hold p st -> offsets dimension rows s end_ l st = Some st' ->
  facts_hold p st' /\
  forall x, eval p (position s) <= x < eval p end_ -> wrong l (x - eval p (position s)) = false.
Proof.
  intros Hrows Hfacts H. unfold offsets in H.
  set (period := repeats 1 l) in H.
  assert (Hfound : exists n s1, facts_hold p s1 /\
    (match find_wrong l (Z.to_nat n) 0 with
     | Some k => need dimension rows (plus (sub (position s) end_) k) s1
     | None => Some s1
     end) = Some st' /\
    ((n = most_phases /\ eval p end_ - eval p (position s) <= most_phases) \/
     (n = period /\ period <= most_phases))).
  { destruct (Z.ltb_spec most_phases period) as [Hlt | Hle].
    - destruct (need _ _ _ st) as [s1 |] eqn:Hneed; [| discriminate].
      apply (need_sound dimension p) in Hneed; try assumption. destruct Hneed as [Hlen Hs1].
      rewrite eval_plus, eval_sub in Hlen. cbn [option_map] in H.
      exists most_phases, s1. split; [assumption |]. split; [exact H |]. left. lia.
    - exists period, st. split; [assumption |]. split; [exact H |]. right. lia. }
  clear H. destruct Hfound as (n & s1 & Hs1 & H & Hn).
  destruct (find_wrong l (Z.to_nat n) 0) as [k |] eqn:Hk.
  - apply (need_sound dimension p) in H; try assumption. destruct H as [Hend Hst'].
    rewrite eval_plus, eval_sub in Hend. split; [assumption |]. intros x Hx.
    apply (find_wrong_some l _ k 0 Hk). lia.
  - injection H as <-. split; [assumption |]. intros x Hx.
    set (offset := x - eval p (position s)) in *.
    destruct Hn as [[-> Hmost] | [-> Hperiod]].
    + apply (find_wrong_none l _ 0 Hk). lia.
    + assert (Hone : 0 < 1 <= most_phases + 1) by lia.
      pose proof (repeats_ge l 1 Hone) as Hge. fold period in Hge.
      destruct (repeats_sound l 1 ltac:(lia) Hperiod) as [_ Hdiv].
      rewrite (wrong_again l period offset ltac:(lia) Hdiv).
      apply (find_wrong_none l _ 0 Hk).
      pose proof (Z.mod_pos_bound offset period ltac:(lia)). lia.
Qed.

Lemma split_sound p dimension rows ch s end_ w f others st st' :
  all_hold p rows -> facts_hold p st -> met ch s = (w, f) :: others ->
  split dimension rows ch s end_ st = Some st' ->
  facts_hold p st' /\
  forall x, eval p (position s) <= x < eval p end_ ->
    let offset := x - eval p (position s) in
    value_in w (eval p f + offset) =
      rule letters (map (fun it => value_in (fst it) (eval p (snd it) + offset)) others).
Proof.
  intros Hrows Hfacts Hmet H. unfold split in H. rewrite Hmet in H.
  destruct (forallb _ _) eqn:Hsingle.
  - apply (offsets_sound p) in H; try assumption. destruct H as [Hst' Hwrong].
    split; [assumption |]. intros x Hx offset.
    apply (wrong_false p w f others (map (fun it => (fst it, 0)) ((w, f) :: others)));
      [| now apply Hwrong].
    rewrite forallb_forall in Hsingle. clear - Hsingle.
    induction ((w, f) :: others) as [| it l IH]; constructor.
    + split; [reflexivity |]. exists (eval p (snd it)).
      specialize (Hsingle it (or_introl eq_refl)). apply Nat.eqb_eq in Hsingle.
      cbn [fst snd]. rewrite Hsingle. change (Z.of_nat 1) with 1. ring.
    + apply IH. intros x Hx. apply Hsingle. now right.
  - destruct (answers st) as [| [] rest]; try discriminate.
    + destruct (phases _ _ _) as [[found s1] |] eqn:Hphases; [| discriminate].
      apply (phases_sound p) in Hphases; [| assumption]. destruct Hphases as [Hs1 Hagree].
      apply (offsets_sound p) in H; try assumption.
      * destruct H as [Hst' Hwrong]. split; [assumption |]. intros x Hx offset.
        apply (wrong_false p w f others found); [assumption | now apply Hwrong].
      * unfold facts_hold. now rewrite Hs1.
    + apply (need_sound dimension p) in H; try assumption. destruct H as [Hend Hst'].
      rewrite eval_sub in Hend. split; [assumption |]. intros x Hx. lia.
Qed.

(** The options of a position, by the words named for the moves. *)
Lemma options_by_words (x : Z) (bound : nat) (value_of : nat * form -> nat) (p : list Z) :
  forall l ms, length l = length ms ->
  (forall k f, In (k, f) (combine l ms) ->
     if (k <? bound)%nat
     then origin <= x - eval p f /\ g (x - eval p f) = value_of (k, f)
     else x - eval p f < origin) ->
  map value_of (filter (fun it => (fst it <? bound)%nat) (combine l ms)) =
  map (fun s => g (x - s)) (filter (fun s => origin <=? x - s) (map (eval p) ms)).
Proof.
  induction l as [| k l IH]; intros [| f ms] Hlen H; try discriminate; [reflexivity |].
  cbn [combine map filter fst]. pose proof (H k f (or_introl eq_refl)) as Hk.
  assert (Hrest := IH ms ltac:(now injection Hlen) (fun k' f' Hin => H k' f' (or_intror Hin))).
  destruct (k <? bound)%nat.
  - destruct Hk as [Hle Hg]. apply Z.leb_le in Hle. rewrite Hle. cbn [map].
    now rewrite Hrest, Hg.
  - apply Z.leb_gt in Hk. now rewrite Hk.
Qed.

Lemma combine_nth_error {A C} (l : list A) : forall (m : list C) a c, In (a, c) (combine l m) ->
  exists n, nth_error l n = Some a /\ nth_error m n = Some c.
Proof.
  induction l as [| a' l IH]; intros [| c' m] a c H; try contradiction.
  destruct H as [[= -> ->] | H]; [now exists O |].
  destruct (IH m a c H) as (n & H1 & H2). now exists (S n).
Qed.

(** ** The events of a word *)

Lemma replace_length k a l : length (replace k a l) = length l.
Proof. revert l. induction k as [| k IH]; intros [| b l]; simpl; auto. Qed.

Lemma replace_same k a l b : nth_error l k = Some b -> nth_error (replace k a l) k = Some a.
Proof. revert l. induction k as [| k IH]; intros [| c l] H; simpl in *; try discriminate; auto. Qed.

Lemma replace_other k a l m : m <> k -> nth_error (replace k a l) m = nth_error l m.
Proof.
  revert l m. induction k as [| k IH]; intros [| c l] [| m] H; simpl; auto; contradiction.
Qed.

Lemma replace_In k a l b : In b (replace k a l) -> b = a \/ In b l.
Proof.
  revert l. induction k as [| k IH]; intros [| c l] H; simpl in *; try tauto.
  - destruct H as [<- | H]; tauto.
  - destruct H as [<- | H]; [tauto |]. apply IH in H. tauto.
Qed.

Lemma makes_up_falls ws B start : makes_up ws B start ->
  forall j k, (k <= j <= length ws)%nat -> nth j B 0 <= nth k B 0.
Proof.
  intros (_ & Hwords & _) j. induction j as [| j IH]; intros k Hk.
  - replace k with O by lia. reflexivity.
  - destruct (Nat.eq_dec k (S j)) as [-> | Hne]; [reflexivity |].
    destruct (nth_error ws j) as [w |] eqn:Hw.
    + destruct (Hwords j w Hw) as [Hle _]. specialize (IH k ltac:(lia)). lia.
    + apply nth_error_None in Hw. lia.
Qed.

Lemma nth_borders p ch k : eval p (border ch k) = nth k (borders_at p ch) 0.
Proof. unfold border, borders_at. rewrite <- (eval_zero p). symmetry. apply map_nth. Qed.

Lemma nth_moves p m : eval p (move m) = nth m (moves_now p) 0.
Proof. unfold move, moves_now. rewrite <- (eval_zero p). symmetry. apply map_nth. Qed.

Section Event.

Variables (p : list Z) (ch : stretch) (s : sweep) (w : word).

Let ws := chain_words ch.
Let B := borders_at p ch.
Let M := moves_now p.
Let P := eval p (position s).

Hypothesis Hup : makes_up ws B (from_start ch).
Hypothesis Hw : nth_error ws (tested s) = Some w.
Hypothesis Hnamed : named ws (from_start ch) (landing s).

(** A position of the split obeys the rule, if what is said of the words that targets are in is
    true of it. *)
Lemma obeys_in_split rows dimension end_ st st' :
  all_hold p rows -> facts_hold p st -> split dimension rows ch s end_ st = Some st' ->
  facts_hold p st' /\
  forall x, P <= x < eval p end_ -> nth (S (tested s)) B 0 <= x < nth (tested s) B 0 ->
    behind_starts ws B M (landing s) x -> before_ends B M (landing s) (eval p end_) ->
    obeys_at M x.
Proof.
  intros Hrows Hfacts H. unfold met in *.
  apply (split_sound p dimension rows ch s end_ _ _ _ st st' Hrows Hfacts eq_refl) in H.
  destruct H as [Hst' H]. split; [assumption |]. intros x Hx Hin Hbehind Hends.
  specialize (H x Hx). cbn zeta in H. fold P in H. unfold obeys_at.
  pose proof Hup as (Hlength & Hwords & Horigin & Hstart).
  destruct (Hwords _ _ Hw) as [_ Hg]. rewrite (Hg x Hin).
  rewrite (nth_error_nth _ _ _ Hw) in H. rewrite eval_sub, nth_borders in H. fold P B in H.
  replace (P - nth (S (tested s)) B 0 + (x - P)) with (x - nth (S (tested s)) B 0) in H by ring.
  rewrite H. f_equal. rewrite map_map. cbn [fst snd].
  unfold M, moves_now.
  apply (options_by_words x (length ws)
    (fun it => value_in (nth (fst it) ws (Word 0 [] zero))
       (eval p (sub (sub (position s) (border ch (S (fst it)))) (snd it)) + (x - P))) p);
    [exact (proj1 Hnamed) |].
  intros k f Hkf. apply combine_nth_error in Hkf as (m & Hk & Hf).
  assert (HM : nth m M 0 = eval p f).
  { unfold M. rewrite <- nth_moves. unfold move. now rewrite (nth_error_nth _ _ _ Hf). }
  specialize (Hends m k Hk). rewrite HM in Hends.
  destruct (proj2 Hnamed k (nth_error_In _ _ Hk)) as [Hle Hlast].
  destruct (Nat.ltb_spec k (length ws)) as [Hlt | Hge].
  - specialize (Hbehind m k Hk Hlt). rewrite HM in Hbehind.
    pose proof (makes_up_falls _ _ _ Hup (length ws) (S k) ltac:(lia)).
    split; [lia |]. cbn [fst snd].
    destruct (nth_error ws k) as [wk |] eqn:Hwk; [| apply nth_error_None in Hwk; lia].
    destruct (Hwords k wk Hwk) as [_ Hgk]. rewrite (Hgk (x - eval p f)) by lia.
    rewrite (nth_error_nth _ _ _ Hwk), !eval_sub, nth_borders. fold P B. f_equal. ring.
  - assert (Hk' : k = length ws) by lia. specialize (Hstart (Hlast Hk')).
    rewrite Hk' in Hends. lia.
Qed.

Hypothesis Hknown : known ws B M (from_start ch) (nth (S (tested s)) B 0) P s.

Lemma event_sound rows dimension next end_ st st' :
  all_hold p rows -> facts_hold p st ->
  (forall m, next = Some m -> exists k, nth_error (landing s) m = Some (S k)) ->
  event dimension rows ch s next st = Some (end_, st') ->
  facts_hold p st' /\
  eval p end_ = match next with
                | Some m => nth (nth m (landing s) O) B 0 + nth m M 0
                | None => nth (tested s) B 0
                end /\
  (passed s <> None -> P <= eval p end_) /\
  (next = None -> before_ends B M (landing s) (eval p end_)) /\
  (before_ends B M (landing s) (eval p end_) ->
   forall x, nth (S (tested s)) B 0 <= x < nth (tested s) B 0 -> P <= x < eval p end_ ->
     counts M x -> obeys_at M x).
Proof.
  intros Hrows Hfacts Hnext H. unfold event in H. cbv zeta in H.
  set (e := event_at ch s next) in *.
  assert (Hleaves : forall m, eval p (leaves ch s m) = nth (nth m (landing s) O) B 0 + nth m M 0).
  { intros m. unfold leaves. rewrite eval_add, nth_borders, nth_moves. reflexivity. }
  assert (He : eval p e = match next with
                | Some m => nth (nth m (landing s) O) B 0 + nth m M 0
                | None => nth (tested s) B 0
                end).
  { unfold e, event_at. destruct next; [apply Hleaves | apply nth_borders]. }
  set (ordered := match passed s, next with None, _ => _ | _, _ => _ end) in H.
  destruct ordered as [s1 |] eqn:Hordered; [| now destruct next].
  assert (H1 : facts_hold p s1 /\ (passed s <> None -> P <= eval p e)).
  { unfold ordered in Hordered. pose proof Hknown as (_ & Hpassed & _).
    destruct (passed s) as [m |].
    - assert (Hneed : need dimension rows (sub e (position s)) st = Some s1 ->
        facts_hold p s1 /\ (Some m <> None -> P <= eval p e)).
      { intros Hneed. apply (need_sound dimension p) in Hneed; try assumption.
        destruct Hneed as [Hle Hs1]. rewrite eval_sub in Hle. fold P in Hle.
        split; [assumption | intros _; lia]. }
      destruct next as [m' |]; [| now apply Hneed].
      destruct (Nat.eqb_spec m m') as [Hsame | Hne]; [| now apply Hneed].
      injection Hordered as <-. split; [assumption | intros _].
      destruct Hpassed as (k & Hk & Hklen & HP). rewrite He, HP, <- Hsame.
      rewrite (nth_error_nth _ _ _ Hk).
      pose proof (makes_up_falls _ _ _ Hup (S k) k ltac:(lia)). lia.
    - injection Hordered as <-. split; [assumption | congruence]. }
  destruct H1 as [Hs1 HPe]. clear ordered Hordered.
  set (last := match next with Some _ => Some s1 | None => _ end) in H.
  assert (Hlast : exists s2, last = Some s2 /\ facts_hold p s2 /\
    (next = None -> before_ends B M (landing s) (eval p e))).
  { unfold last in *. destruct next as [m |].
    - exists s1. split; [reflexivity |]. split; [assumption | discriminate].
    - destruct (try_each _ _ s1) as [s2 |] eqn:Htry; [| discriminate].
      exists s2. split; [reflexivity |].
      apply (try_each_sound (facts_hold p) (fun m => 0 <= eval p (sub (leaves ch s m) e))) in Htry;
        [| | assumption].
      + destruct Htry as [Hs2 Hall]. split; [assumption |]. intros _ m k Hk.
        assert (Hm : In m (seq 0 (length (landing s)))).
        { apply in_seq. assert (nth_error (landing s) m <> None) by congruence.
          apply nth_error_Some in H0. lia. }
        specialize (Hall m Hm). rewrite eval_sub, Hleaves in Hall.
        rewrite (nth_error_nth _ _ _ Hk) in Hall. lia.
      + intros m a b _ Ha Hneed. apply and_comm. now apply (need_sound dimension p rows _ a b). }
  destruct Hlast as (s2 & Heq & Hs2 & Hends). rewrite Heq in H. clear last Heq.
  destruct (same e (position s)) eqn:Hsame; cbn beta iota delta [orb] in H.
  - injection H as <- <-. split; [assumption |]. split; [assumption |].
    split; [assumption |]. split; [assumption |]. intros _ x _ Hx.
    apply (same_eval p) in Hsame. fold P in Hsame. lia.
  - destruct (piece && existsb (outside ch) (landing s)) eqn:Hpiece.
    + injection H as <- <-. split; [assumption |]. split; [assumption |].
      split; [assumption |]. split; [assumption |]. intros Hbefore x _ Hx Hcounts. exfalso.
      apply andb_true_iff in Hpiece as [Hpiece Hout].
      apply existsb_exists in Hout as (k & Hin & Hk). apply Nat.eqb_eq in Hk. fold ws in Hk.
      destruct (proj2 Hnamed k Hin) as [_ Hstart].
      destruct Hup as (_ & _ & _ & Horigin). specialize (Horigin (Hstart Hk)).
      apply In_nth_error in Hin as (m & Hm). specialize (Hbefore m k Hm).
      assert (HM : In (nth m M 0) M).
      { apply nth_In. unfold M, moves_now. rewrite map_length, <- (proj1 Hnamed).
        apply nth_error_Some. congruence. }
      specialize (Hcounts Hpiece _ HM). rewrite Hk in Hbefore. lia.
    + destruct (split _ _ _ _ _ s2) as [s3 |] eqn:Hsplit; [| discriminate].
      cbn [option_map] in H. injection H as <- <-.
      apply obeys_in_split in Hsplit; try assumption. destruct Hsplit as [Hs3 Hobeys].
      split; [assumption |]. split; [assumption |]. split; [assumption |].
      split; [assumption |]. intros Hbefore x Hx HPx _.
      apply Hobeys; try assumption. destruct Hknown as (_ & _ & Hb). apply Hb; lia.
Qed.

End Event.

(** ** What was shown holds wherever the rows hold *)

Lemma event_facts p dimension rows ch s next st end_ st' :
  all_hold p rows -> facts_hold p st -> event dimension rows ch s next st = Some (end_, st') ->
  facts_hold p st'.
Proof.
  intros Hrows Hfacts H. unfold event in H. cbv zeta in H. set (e := event_at ch s next) in *.
  assert (Hneed : forall f a b, facts_hold p a -> need dimension rows f a = Some b ->
    facts_hold p b).
  { intros f a b Ha Hb. now apply (need_sound dimension p rows f a b). }
  set (ordered := match passed s, next with None, _ => _ | _, _ => _ end) in H.
  assert (Hordered : forall a, ordered = Some a -> facts_hold p a).
  { unfold ordered. intros a. destruct (passed s) as [m |]; [| now intros [= <-]].
    destruct next as [m' |]; [destruct (m =? m')%nat; [now intros [= <-] |] |];
      intros Ha; exact (Hneed _ st a Hfacts Ha). }
  destruct ordered as [s1 |]; [| now destruct next].
  specialize (Hordered s1 eq_refl).
  set (last := match next with Some _ => Some s1 | None => _ end) in H.
  assert (Hlast : forall a, last = Some a -> facts_hold p a).
  { unfold last. intros a. destruct next; [now intros [= <-] |]. intros Htry.
    apply (try_each_facts p) in Htry; try assumption. intros m b c Hb Hc. exact (Hneed _ b c Hb Hc). }
  destruct last as [s2 |]; [| discriminate]. specialize (Hlast s2 eq_refl).
  destruct (_ || _); [now injection H as <- <- |].
  destruct (split _ _ _ _ _ s2) as [s3 |] eqn:Hsplit; [| discriminate]. injection H as <- <-.
  unfold met in *. now apply (split_sound p dimension rows ch s e _ _ _ s2 s3 Hrows Hlast eq_refl).
Qed.

Lemma land_facts p dimension rows ch s st st' :
  all_hold p rows -> facts_hold p st -> land dimension rows ch s st = Some st' ->
  facts_hold p st'.
Proof.
  clear g origin.
  intros Hrows Hfacts H. unfold land in H. destruct (_ =? _)%nat; [| discriminate].
  apply (try_each_facts p) in H; try assumption. intros m a b Ha Hb. cbn zeta in Hb.
  destruct (nth_error _ _).
  - exact (proj2 (need_sound dimension p rows _ a b Hrows Ha Hb)).
  - destruct (_ && _); [now injection Hb as <- | discriminate].
Qed.

Lemma word_facts fuel : forall dimension rows ch s st res st' p,
  word_check fuel dimension rows ch s st = Some (res, st') ->
  length p = dimension -> all_hold p rows -> facts_hold p st -> facts_hold p st'.
Proof.
  clear g origin.
  induction fuel as [| fuel IH]; intros dimension rows ch s st res st' p H Hp Hrows Hfacts;
    [discriminate |].
  cbn [word_check] in H.
  destruct (answers st) as [| [] rest]; try discriminate.
  - destruct (cut _ _ _ _ _) as [s1 |] eqn:Hcut; [| discriminate]. injection H as <- <-.
    apply (cut_sound dimension p True) in Hcut; [tauto | | assumption | assumption].
    intros rows' a b Hrows' Ha Hb. split; [exact I |].
    destruct (word_check fuel _ _ _ _ a) as [[r b'] |] eqn:Hrec; [| discriminate].
    injection Hb as <-. now apply (IH _ _ _ _ _ _ _ p Hrec).
  - destruct (no_new_variable _ _ _); [| discriminate].
    destruct (residues _ _ _ _ _ _) as [s1 |] eqn:Hres; [| discriminate]. injection H as <- <-.
    subst dimension. apply (residues_sound p True) in Hres; [tauto | | assumption | assumption].
    intros q rows' a b Hrows' Ha Hb. split; [exact I |].
    destruct (word_check fuel _ _ _ _ a) as [[r b'] |] eqn:Hrec; [| discriminate].
    injection Hb as <-. apply (IH _ _ _ _ _ _ _ (p ++ [q]) Hrec); try assumption.
    rewrite app_length. simpl. lia.
  - destruct (landing s); [| discriminate].
    destruct (land _ _ _ _ _) as [s1 |] eqn:Hland; [| discriminate].
    apply (land_facts p) in Hland; try assumption. now apply (IH _ _ _ _ _ _ _ p H).
  - destruct (nth_error _ _) as [[| k] |]; try discriminate.
    destruct (event _ _ _ _ _ _) as [[e s1] |] eqn:Hevent; [| discriminate].
    apply (event_facts p) in Hevent; try assumption. now apply (IH _ _ _ _ _ _ _ p H).
  - destruct (_ =? _)%nat; [| discriminate].
    destruct (event _ _ _ _ _ _) as [[e s1] |] eqn:Hevent; [| discriminate].
    injection H as <- <-. now apply (event_facts p) in Hevent.
Qed.

Lemma words_facts p dimension rows ch : length p = dimension -> all_hold p rows ->
  forall n l st st', words_check dimension rows ch n l st = Some st' -> facts_hold p st ->
  facts_hold p st'.
Proof.
  clear g origin.
  intros Hp Hrows. induction n as [| n IH]; intros l st st' H Hfacts; cbn [words_check] in H.
  - now injection H as <-.
  - destruct (word_check _ _ _ _ _ _) as [[res s1] |] eqn:Hword; [| discriminate].
    apply IH in H; [assumption |]. now apply (word_facts _ _ _ _ _ _ _ _ p Hword).
Qed.

(** ** Words *)

Lemma land_sound p dimension rows ch s st st' :
  all_hold p rows -> facts_hold p st -> land dimension rows ch s st = Some st' ->
  length (borders ch) = S (length (chain_words ch)) ->
  facts_hold p st' /\ named (chain_words ch) (from_start ch) (landing s) /\
  forall x, eval p (position s) <= x ->
    behind_starts (chain_words ch) (borders_at p ch) (moves_now p) (landing s) x.
Proof.
  intros Hrows Hfacts H Hlength. unfold land in H.
  destruct (Nat.eqb_spec (length (landing s)) (length moves)) as [Hmoves |]; [| discriminate].
  apply (try_each_sound (facts_hold p) (fun m =>
    let k := nth m (landing s) O in
    (k <= length (chain_words ch))%nat /\ (k = length (chain_words ch) -> from_start ch = true) /\
    ((k < length (chain_words ch))%nat ->
     nth (S k) (borders_at p ch) 0 <= eval p (position s) - nth m (moves_now p) 0))) in H;
    [| | assumption].
  - destruct H as [Hst' H].
    assert (Hall : forall m k, nth_error (landing s) m = Some k ->
      (k <= length (chain_words ch))%nat /\ (k = length (chain_words ch) -> from_start ch = true) /\
      ((k < length (chain_words ch))%nat ->
       nth (S k) (borders_at p ch) 0 <= eval p (position s) - nth m (moves_now p) 0)).
    { intros m k Hk.
      assert (Hm : nth_error (landing s) m <> None) by congruence.
      apply nth_error_Some in Hm.
      assert (Hin : In m (seq 0 (length (landing s)))) by (apply in_seq; lia).
      specialize (H m Hin). cbn zeta in H. now rewrite (nth_error_nth _ _ _ Hk) in H. }
    split; [assumption |]. split.
    + split; [assumption |]. intros k Hin. apply In_nth_error in Hin as (m & Hm).
      destruct (Hall m k Hm) as (H1 & H2 & _). now split.
    + intros x Hx m k Hk Hlt. destruct (Hall m k Hk) as (_ & _ & H3). specialize (H3 Hlt). lia.
  - intros m a b _ Ha Hm. cbn zeta in Hm |- *. set (k := nth m (landing s) O) in *.
    destruct (nth_error (borders ch) (S k)) as [start |] eqn:Hstart.
    + assert (Hk : nth_error (borders ch) (S k) <> None) by congruence.
      apply nth_error_Some in Hk. rewrite Hlength in Hk.
      apply (need_sound dimension p) in Hm; try assumption. destruct Hm as [Hle Hb].
      rewrite !eval_sub, nth_moves in Hle. split; [assumption |].
      split; [lia |]. split; [lia |]. intros _.
      rewrite <- nth_borders. unfold border. rewrite (nth_error_nth _ _ _ Hstart). lia.
    + destruct (outside ch k && from_start ch) eqn:Hout; [| discriminate]. injection Hm as <-.
      apply andb_true_iff in Hout as [Hk Hs]. apply Nat.eqb_eq in Hk.
      split; [assumption |]. split; [lia |]. split; [tauto |]. lia.
Qed.

(** What is shown of the rest of a word by a sweep that stands at P: there is a next event, which
    no target passes; and the positions behind P obey the rule. *)
Definition swept (ws : list word) (B M : list Z) (P : Z) (s : sweep) : Prop :=
  (exists t, before_ends B M (landing s) t /\ (passed s <> None -> P <= t)) /\
  forall x, nth (S (tested s)) B 0 <= x < nth (tested s) B 0 -> P <= x -> counts M x ->
    obeys_at M x.

(** Where a sweep ends, the next word can begin. *)
Definition arrived (ws : list word) (B M : list Z) (start : bool) (s s' : sweep) : Prop :=
  named ws start (landing s') /\
  forall x, nth (tested s) B 0 <= x -> behind_starts ws B M (landing s') x.

Lemma word_sound fuel : forall dimension rows ch s st res st',
  word_check fuel dimension rows ch s st = Some (res, st') ->
  forall p w, length p = dimension -> all_hold p rows -> facts_hold p st ->
  let ws := chain_words ch in let B := borders_at p ch in let M := moves_now p in
  makes_up ws B (from_start ch) -> nth_error ws (tested s) = Some w ->
  known ws B M (from_start ch) (nth (S (tested s)) B 0) (eval p (position s)) s ->
  facts_hold p st' /\ swept ws B M (eval p (position s)) s /\
  forall s', res = Some s' -> arrived ws B M (from_start ch) s s'.
Proof.
  induction fuel as [| fuel IH]; intros dimension rows ch s st res st' H p w Hp Hrows Hfacts
    ws B M Hup Hw Hknown; [discriminate |].
  cbn [word_check] in H.
  destruct (answers st) as [| [] rest]; try discriminate.
  - (* a case distinction *)
    destruct (cut _ _ _ _ _) as [s1 |] eqn:Hcut; [| discriminate]. injection H as <- <-.
    apply (cut_sound dimension p (swept ws B M (eval p (position s)) s)) in Hcut; try assumption.
    + destruct Hcut as [Hswept Hs1]. split; [assumption |]. now split.
    + intros rows' a b Hrows' Ha Hb.
      destruct (word_check fuel dimension rows' ch s a) as [[res' b'] |] eqn:Hrec; [| discriminate].
      injection Hb as <-.
      destruct (IH _ _ _ _ _ _ _ Hrec p w Hp Hrows' Ha Hup Hw Hknown) as (H1 & H2 & _).
      now split.
  - (* residue classes *)
    destruct (no_new_variable dimension ch s) eqn:Hscope; [| discriminate].
    destruct (residues _ _ _ _ _ _) as [s1 |] eqn:Hres; [| discriminate]. injection H as <- <-.
    subst dimension.
    apply (residues_sound p (swept ws B M (eval p (position s)) s)) in Hres; try assumption.
    + destruct Hres as [Hswept Hs1]. split; [assumption |]. now split.
    + intros q rows' a b Hrows' Ha Hb.
      destruct (word_check fuel (S (length p)) rows' ch s a) as [[res' b'] |] eqn:Hrec;
        [| discriminate].
      injection Hb as <-. unfold no_new_variable in Hscope.
      rewrite !andb_true_iff, !forallb_forall in Hscope. destruct Hscope as ((Hb & Hm) & Hpos).
      assert (HB : borders_at (p ++ [q]) ch = B).
      { apply map_ext_in. intros h Hh. apply within_eval. auto. }
      assert (HM : moves_now (p ++ [q]) = M).
      { apply map_ext_in. intros h Hh. apply within_eval. auto. }
      assert (HP : eval (p ++ [q]) (position s) = eval p (position s)) by now apply within_eval.
      specialize (IH _ _ _ _ _ _ _ Hrec (p ++ [q]) w).
      cbn zeta in IH. rewrite HB, HM, HP in IH.
      destruct IH as (H1 & H2 & _); try assumption; [| now split].
      rewrite app_length. simpl. lia.
  - (* where the moves lead *)
    destruct (landing s) as [| k0 l0] eqn:Hlanding; [| discriminate].
    destruct (land _ _ _ _ _) as [s1 |] eqn:Hland; [| discriminate].
    apply (land_sound p) in Hland; try assumption; [| destruct Hup as [Hl _]; unfold B, borders_at in Hl;
      now rewrite map_length in Hl].
    destruct Hland as (Hs1 & Hnamed & Hbehind). cbn [landing position] in Hnamed, Hbehind.
    destruct Hknown as (_ & Hpassed & _).
    assert (Hnone : passed s = None).
    { destruct (passed s) as [m |]; [| reflexivity]. destruct Hpassed as (k & Hk & _).
      rewrite Hlanding in Hk. destruct m; discriminate. }
    rewrite Hnone in Hpassed.
    destruct (IH _ _ _ _ _ _ _ H p w Hp Hrows Hs1 Hup Hw) as (H1 & H2 & H3).
    + split; [right; exact Hnamed |]. cbn [passed landing position tested].
      rewrite Hnone. split; [assumption |]. intros x _ Hx. now apply Hbehind.
    + split; [assumption |]. split; [| exact H3]. split.
      * exists 0. rewrite Hlanding. split; [| congruence]. intros m k Hk. destruct m; discriminate.
      * apply H2.
  - (* the target of a move leaves its word *)
    destruct (nth_error (landing s) mover) as [[| k] |] eqn:Hmover; try discriminate.
    destruct (event _ _ _ _ _ _) as [[end_ s1] |] eqn:Hevent; [| discriminate].
    assert (Hnamed : named ws (from_start ch) (landing s)).
    { destruct Hknown as ([Hnil | Hnamed] & _); [| assumption].
      rewrite Hnil in Hmover. destruct mover; discriminate. }
    apply (event_sound p ch s w Hup Hw Hnamed Hknown) in Hevent; try assumption;
      [| intros m [= <-]; now exists k].
    destruct Hevent as (Hs1 & Hend & Hordered & _ & Hobeys).
    fold ws B M in Hend, Hordered, Hobeys. rewrite (nth_error_nth _ _ _ Hmover) in Hend.
    destruct (proj2 Hnamed _ (nth_error_In _ _ Hmover)) as [Hk _].
    destruct Hknown as (_ & Hpassed & Hbehind).
    assert (Hafter : nth (S (tested s)) B 0 = eval p (position s) \/
      eval p (position s) <= eval p end_).
    { destruct (passed s); [right; apply Hordered; discriminate | now left]. }
    destruct (IH _ _ _ _ _ _ _ H p w Hp Hrows Hs1 Hup Hw) as (H1 & ((t & Ht & Hle) & H2) & H3).
    + unfold known. cbn [passed landing position tested]. split; [| split].
      * right. split; [now rewrite replace_length, (proj1 Hnamed) |].
        intros k' Hin. apply replace_In in Hin as [-> | Hin]; [| now apply (proj2 Hnamed)].
        unfold ws in Hk. split; [lia | intros; exfalso; lia].
      * exists k. split; [now apply (replace_same _ _ _ (S k)) |].
        unfold ws in Hk. split; [lia |]. exact Hend.
      * intros x HW HE m k' Hk' Hlt. destruct (Nat.eq_dec m mover) as [-> | Hne].
        -- rewrite (replace_same _ _ _ _ Hmover) in Hk'. injection Hk' as <-.
           rewrite Hend in HE. unfold B, M in *. lia.
        -- rewrite replace_other in Hk' by assumption.
           refine (Hbehind x HW _ m k' Hk' Hlt). unfold B in *. lia.
    + cbn [passed landing position tested] in *.
      assert (HE : before_ends B M (landing s) (eval p end_)).
      { intros m k' Hk'. destruct (Nat.eq_dec m mover) as [-> | Hne].
        - rewrite Hmover in Hk'. injection Hk' as <-. rewrite Hend. reflexivity.
        - specialize (Ht m k'). rewrite replace_other in Ht by assumption.
          specialize (Ht Hk'). specialize (Hle ltac:(discriminate)). unfold B, M in *. lia. }
      split; [assumption |]. split; [| exact H3]. split.
      * exists (eval p end_). split; [exact HE | exact Hordered].
      * intros x Hx HP Hcounts.
        destruct (Z_lt_le_dec x (eval p end_)) as [Hlt | Hge].
        -- apply (Hobeys HE x Hx (conj HP Hlt) Hcounts).
        -- apply (H2 x Hx Hge Hcounts).
  - (* the word ends *)
    destruct (Nat.eqb_spec (length (landing s)) (length moves)) as [Hlength |]; [| discriminate].
    destruct (event _ _ _ _ _ _) as [[end_ s1] |] eqn:Hevent; [| discriminate].
    injection H as <- <-.
    assert (Hnamed : named ws (from_start ch) (landing s)).
    { destruct Hknown as ([Hnil | Hnamed] & _); [| assumption].
      rewrite Hnil in *. split; [assumption | intros k []]. }
    apply (event_sound p ch s w Hup Hw Hnamed Hknown) in Hevent; try assumption; [| discriminate].
    destruct Hevent as (Hs1 & Hend & Hordered & Hends & Hobeys).
    fold ws B M in Hend, Hordered, Hends, Hobeys. specialize (Hends eq_refl).
    destruct Hknown as (_ & Hpassed & Hbehind).
    assert (Hafter : nth (S (tested s)) B 0 = eval p (position s) \/
      eval p (position s) <= eval p end_).
    { destruct (passed s); [right; apply Hordered; discriminate | now left]. }
    split; [assumption |]. split; [split |].
    + exists (eval p end_). now split.
    + intros x Hx HP Hcounts. apply (Hobeys Hends x Hx); [| assumption]. rewrite Hend. lia.
    + intros s' [= <-]. split; [assumption |]. intros x Hx.
      destruct Hup as (_ & Hwords & _). destruct (Hwords _ _ Hw) as [Hle _].
      apply Hbehind; lia.
Qed.

Lemma words_sound dimension rows ch p : length p = dimension -> all_hold p rows ->
  let ws := chain_words ch in let B := borders_at p ch in let M := moves_now p in
  makes_up ws B (from_start ch) ->
  forall n l st st', (n <= length ws)%nat ->
  words_check dimension rows ch n l st = Some st' -> facts_hold p st ->
  (l = [] \/ named ws (from_start ch) l) ->
  (forall x, nth n B 0 <= x -> behind_starts ws B M l x) ->
  facts_hold p st' /\
  forall x, nth n B 0 <= x < nth 0 B 0 -> counts M x -> obeys_at M x.
Proof.
  intros Hp Hrows ws B M Hup. induction n as [| n IH]; intros l st st' Hn H Hfacts Hl Hbehind.
  - injection H as <-. split; [assumption | intros x Hx; lia].
  - cbn [words_check] in H.
    destruct (word_check _ _ _ _ _ _) as [[res s1] |] eqn:Hword; [| discriminate].
    destruct (nth_error ws n) as [w |] eqn:Hw; [| apply nth_error_None in Hw; lia].
    destruct (word_sound _ _ _ _ _ _ _ _ Hword p w Hp Hrows Hfacts Hup Hw) as (Hs1 & Hswept & Hres).
    { split; [exact Hl |]. cbn [passed landing position tested].
      rewrite nth_borders. split; [reflexivity |]. intros x Hx _. now apply Hbehind. }
    cbn [position tested] in Hswept. rewrite nth_borders in Hswept. destruct Hswept as [_ Hswept].
    cbn [tested] in Hswept. fold B M in Hswept.
    apply IH in H; [| lia | assumption | |].
    + destruct H as [Hst' Hobeys]. split; [assumption |]. intros x Hx Hcounts.
      destruct (Z_lt_le_dec x (nth n B 0)).
      * apply Hswept; try assumption; lia.
      * apply Hobeys; [lia | assumption].
    + destruct res as [s' |]; [right; now apply (Hres s') | now left].
    + intros x Hx. destruct res as [s' |].
      * now apply (Hres s' eq_refl).
      * intros m k Hk. destruct m; discriminate.
Qed.

End Sweep.
