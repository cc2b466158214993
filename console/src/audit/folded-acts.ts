import type { ItemOf } from '../api/client.ts';

type Act = ItemOf<'audit.list'>;

/** A row of the trail: an act, and how many equal ones it stands for. */
interface Row {
  act: Act;
  folded: number;
}

const kindOf = ({ actor, actingFor, action, outcome, changes }: Act): string =>
  JSON.stringify([actor, actingFor, action, outcome, changes]);

/** Folds acts in a row that differ only in target and moment, except those whose first act was opened. */
export const foldedActs = (acts: readonly Act[], opened: readonly number[]): Row[] => {
  const runs: [Act, ...Act[]][] = [];
  for (const act of acts) {
    const run = runs.at(-1);
    if (run && kindOf(run[0]) === kindOf(act)) run.push(act);
    else runs.push([act]);
  }
  return runs.flatMap((run) =>
    opened.includes(run[0].id)
      ? run.map((act) => ({ act, folded: 1 }))
      : [{ act: run[0], folded: run.length }],
  );
};
