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

export type Begun = ReturnType<typeof beginAct>;

/** Registers an act in flight, which the key `Z` can undo. */
export const beginAct = () => {
  const act: Act = { at: Date.now() };
  acts.push(act);
  return {
    /**
     * Completes the act.
     * @param text shown with an undo button; nothing is shown if it is empty
     */
    done: (text: ReactNode, undo?: TakeBack): void => {
      act.undo = undo ?? 'final';
      if (act.isUnwanted) void takeBack(act);
      else if (text !== '') toast(text, undo && { undo: () => void takeBack(act) });
    },
    /** Completes the act of sending a mail, whose undo bar is shown elsewhere. */
    mailed: (undo: TakeBack): void => {
      remove(act);
      if (act.isUnwanted) void runTakeBack(undo);
    },
    failed: (): void => remove(act),
  };
};

/** Runs a change that the key `Z` can undo. `done` returns a notice with the undo, or why nothing changed. */
export const act = async <T>(
  change: () => Promise<T>,
  done: (result: T) => readonly [text: ReactNode, undo?: TakeBack] | { refused: string },
): Promise<T> => {
  const begun = beginAct();
  try {
    const result = await change();
    const outcome = done(result);
    if ('refused' in outcome) {
      begun.failed();
      toast(outcome.refused, { failed: true });
    } else begun.done(...outcome);
    return result;
  } catch (error) {
    begun.failed();
    throw error;
  }
};
