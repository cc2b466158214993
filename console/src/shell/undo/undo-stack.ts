import type { ReactNode } from 'react';
import { failureText } from '../../api/failure.ts';
import { toast } from '../../ui/overlays/toasts.tsx';
import { shell } from '../texts.ts';

/** Undoes an act and resolves to a notice. The service refuses an act that is too old. */
export type TakeBack = () => Promise<ReactNode>;

/** Something that the person did. */
export interface Act {
  /** The time of the act in milliseconds. */
  at: number;
  /** Undoes the act; undefined while the act is in flight, `final` if it cannot be undone. */
  undo?: TakeBack | 'final' | undefined;
  /** True if the act must be undone as soon as it is done. */
  isUnwanted?: boolean;
}

/** The latest act, which the key `Z` undoes. */
export const lastOf = (acts: readonly Act[]): Act | undefined =>
  acts
    .filter(({ isUnwanted }) => !isUnwanted)
    .reduce<Act | undefined>((last, act) => (last && last.at > act.at ? last : act), undefined);

/** The acts of this page. */
const acts: Act[] = [];

const remove = (act: Act): void => {
  const at = acts.indexOf(act);
  if (at >= 0) acts.splice(at, 1);
};

/** Undoes an act and shows the outcome. */
export const runTakeBack = async (undo: TakeBack): Promise<void> => {
  try {
    toast(await undo());
  } catch (error) {
    toast(failureText(error), { failed: true });
  }
  for (const listener of listeners) listener();
};

const listeners = new Set<() => void>();

/** Calls a listener after each undo, even a failed one. */
export const onTakenBack = (listener: () => void): void => void listeners.add(listener);

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

/** What became of a change: a notice with its undo, a mail that can be undone, or why nothing changed. */
type Outcome =
  | readonly [text: ReactNode, undo?: TakeBack]
  | { mailed: TakeBack }
  | { refused: string };

/** Runs a change that the key `Z` can undo, even while it is in flight. An empty notice is not shown. */
export const act = async <T>(
  change: () => Promise<T>,
  done: (result: T) => Outcome,
): Promise<T> => {
  const made: Act = { at: Date.now() };
  acts.push(made);
  try {
    const result = await change();
    const outcome = done(result);
    if ('refused' in outcome) {
      remove(made);
      toast(outcome.refused, { failed: true });
    } else if ('mailed' in outcome) {
      // The bar of mails offers the undo.
      remove(made);
      if (made.isUnwanted) void runTakeBack(outcome.mailed);
    } else {
      const [text, undo] = outcome;
      made.undo = undo ?? 'final';
      if (made.isUnwanted) void takeBack(made);
      else if (text !== '') toast(text, undo && { undo: () => void takeBack(made) });
    }
    return result;
  } catch (error) {
    remove(made);
    throw error;
  }
};
