import type { ReactNode } from 'react';
import { failureText } from '../../api/failure.ts';
import { toast } from '../../ui/overlays/toasts.tsx';
import { createStore } from '../../ui/state/store.ts';
import { shell } from '../texts.ts';

/** Undoes an act and resolves to a notice. The service refuses an act that is too old. */
export type TakeBack = () => Promise<ReactNode>;

/** Something that the person did. */
export interface Act {
  /** The time of the act in milliseconds. */
  at: number;
  /** Undoes the act; undefined while the act is in flight, `final` if it cannot be undone. */
  undo?: TakeBack | 'final';
  /** True if the act must be undone as soon as it is done. */
  isUnwanted?: boolean;
}

/** The latest act, which the key `Z` undoes. */
export const lastOf = (acts: readonly Act[]): Act | undefined =>
  acts
    .filter(({ isUnwanted }) => !isUnwanted)
    .toSorted((one, other) => one.at - other.at)
    .at(-1);

/** The acts of this page. */
let acts: readonly Act[] = [];

const remove = (act: Act): void => {
  acts = acts.filter((other) => other !== act);
};

/** The number of undos, failed ones included. */
export const undone = createStore(0);

/** Undoes an act and shows the outcome. */
export const runTakeBack = async (undo: TakeBack): Promise<void> => {
  try {
    toast(await undo());
  } catch (error) {
    toast(failureText(error), { failed: true });
  }
  undone.set((count) => count + 1);
};

const takeBack = async (act: Act): Promise<void> => {
  if (act.undo === undefined) {
    act.isUnwanted = true;
    return;
  }
  remove(act);
  if (act.undo === 'final') toast(shell.isFinal, { failed: true });
  else await runTakeBack(act.undo);
};

/** Undoes the latest act: of this page, or of `others`, such as mails sent in another tab. */
export const takeBackLast = async (others: readonly Act[]): Promise<void> => {
  const last = lastOf([...others, ...acts]);
  if (last) await takeBack(last);
  else toast(shell.nothingDone);
};

/** What became of a change: a notice, and its undo. */
interface Outcome {
  text?: ReactNode;
  undo?: TakeBack;
  /** True if the bar of mails offers the undo. */
  isMail?: boolean;
}

/** Runs a change that the key `Z` can undo, even while it is in flight. */
export const act = async <T>(
  change: () => Promise<T>,
  done: (result: T) => Outcome,
): Promise<T> => {
  const made: Act = { at: Date.now() };
  acts = [...acts, made];
  try {
    const result = await change();
    const { text, undo, isMail } = done(result);
    made.undo = undo ?? 'final';
    if (isMail) remove(made);
    if (made.isUnwanted) void takeBack(made);
    else if (text) toast(text, undo && { undo: () => void takeBack(made) });
    return result;
  } catch (error) {
    remove(made);
    throw error;
  }
};
