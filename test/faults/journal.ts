/** Kinds of writes that the load makes. */
export const kinds = [
  'ticket',
  'message',
  'reading',
  'attempt',
  'attachment',
  'tag',
  'reply',
  'mail',
] as const;
export type Kind = (typeof kinds)[number];

/** A write recorded before it is sent; in doubt until its response settles it. */
export interface Entry {
  /** The response was a success. */
  acknowledge: () => void;
  /** The response was a refusal: the write must not be found. */
  refuse: () => void;
}

/** Contents found of one kind, by key. */
export type Found = ReadonlyMap<string, readonly string[]>;

/** The journal compared with what was found. */
export interface Verdict {
  acknowledged: number;
  inDoubt: number;
  /** How many of those in doubt were found. */
  inDoubtFound: number;
  /** Acknowledged but not found. */
  lost: string[];
  /** Found more than once. */
  duplicated: string[];
  /** Found with other contents. */
  altered: string[];
  /** Found although refused or never sent. */
  unexpected: string[];
}

/** The client's record of its writes. */
export interface Journal {
  /** Records a write. `key` is unique within its kind; `contents` must be found under it. */
  write: (kind: Kind, key: string, contents: string) => Entry;
  acknowledged: () => number;
  compare: (kind: Kind, found: Found) => Verdict;
}

/** Opens an empty journal. */
export const openJournal = (): Journal => {
  const entriesByKind = new Map<Kind, Map<string, { contents: string; state: State }>>(
    kinds.map((kind) => [kind, new Map()]),
  );
  const entriesOf = (kind: Kind) => entriesByKind.get(kind) ?? new Map();
  return {
    write: (kind, key, contents) => {
      const line: { contents: string; state: State } = { contents, state: 'in-doubt' };
      if (entriesOf(kind).has(key)) throw new Error(`${kind} ${key} is already in the journal`);
      entriesOf(kind).set(key, line);
      const settle = (state: State) => () => {
        line.state = state;
      };
      return { acknowledge: settle('acknowledged'), refuse: settle('refused') };
    },
    acknowledged: () =>
      [...entriesByKind.values()]
        .flatMap((entries) => [...entries.values()])
        .filter(({ state }) => state === 'acknowledged').length,
    compare: (kind, found) => compare(entriesOf(kind), found),
  };
};

type State = 'acknowledged' | 'in-doubt' | 'refused';

const compare = (
  entries: ReadonlyMap<string, { contents: string; state: State }>,
  found: Found,
): Verdict => {
  const verdict: Verdict = {
    acknowledged: 0,
    inDoubt: 0,
    inDoubtFound: 0,
    lost: [],
    duplicated: [],
    altered: [],
    unexpected: [...found.keys()].filter((key) => !entries.has(key)),
  };
  for (const [key, { contents, state }] of entries) {
    const there = found.get(key) ?? [];
    if (state === 'acknowledged') verdict.acknowledged += 1;
    if (state === 'in-doubt') verdict.inDoubt += 1;
    if (state === 'in-doubt' && there.length > 0) verdict.inDoubtFound += 1;
    if (state === 'acknowledged' && there.length === 0) verdict.lost.push(key);
    if (state === 'refused' && there.length > 0) verdict.unexpected.push(key);
    if (there.length > 1) verdict.duplicated.push(key);
    if (there.some((one) => one !== contents)) verdict.altered.push(key);
  }
  return verdict;
};
