import type { ReactNode } from 'react';
import { failureText } from '../../api/failure.ts';
import { toast } from '../../ui/overlays/toasts.tsx';
import { shell } from '../texts.ts';

/** Takes something back, and resolves to what is said of it. The service refuses what is too old. */
export type TakeBack = () => Promise<ReactNode>;

/** Something that the person did. */
export interface Act {
  /** The moment in milliseconds. */
  at: number;
  /** Undefined while it is in flight. `final`: nothing can take it back. */
  undo?: TakeBack | 'final' | undefined;
  /** It is taken back as soon as it is done. */
  isUnwanted?: boolean;
}

/** The latest act, which `Z` undoes. */
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

/** Takes something back, and says what became of it. */
export const runTakeBack = async (undo: TakeBack): Promise<void> => {
  try {
    toast(await undo());
  } catch (error) {
    toast(failureText(error), { failed: true });
  }
  for (const listener of listeners) listener();
};

const listeners = new Set<() => void>();

/** Calls a listener when something was taken back, or could not be. */
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

/** Takes back what was done last: on this page, or of `others`, such as mails of another tab. */
export const takeBackLast = async (others: readonly Act[]): Promise<void> => {
  const last = lastOf([...others, ...acts]);
  if (last) await takeBack(last);
  else toast(shell.nothingDone);
};

export type Begun = ReturnType<typeof beginAct>;

/** Begins something that `Z` takes back, also while it is in flight. */
export const beginAct = () => {
  const act: Act = { at: Date.now() };
  acts.push(act);
  return {
    /** It is done. @param text shown with a button that takes it back; empty: it is said elsewhere */
    done: (text: ReactNode, undo?: TakeBack): void => {
      act.undo = undo ?? 'final';
      if (act.isUnwanted) void takeBack(act);
      else if (text !== '') toast(text, undo && { undo: () => void takeBack(act) });
    },
    /** A mail was sent: a row of its own offers to take it back. */
    mailed: (undo: TakeBack): void => {
      remove(act);
      if (act.isUnwanted) void runTakeBack(undo);
    },
    failed: (): void => remove(act),
  };
};

/** Does something that `Z` takes back; `done` says how, or why nothing was changed. */
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
