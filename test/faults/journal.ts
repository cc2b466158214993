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

/** A write that is recorded before it is sent and is in doubt until a response settles it. */
export interface Entry {
  /** Call this after a success. */
  acknowledge: () => void;
  /** Call this after a refusal; the write must not be found. */
  refuse: () => void;
}

/** The contents that were found of one kind, by key. */
export type Found = ReadonlyMap<string, readonly string[]>;

/** The result of comparing the journal with the data that was found. */
export interface Verdict {
  acknowledged: number;
  inDoubt: number;
  /** The number of doubtful writes that were found. */
  inDoubtFound: number;
  /** Acknowledged writes that were not found. */
  lost: string[];
  /** Writes that were found more than once. */
  duplicated: string[];
  /** Writes that were found with other contents. */
  altered: string[];
  /** Writes that were found although they were refused or never sent. */
  unexpected: string[];
}

interface Line {
  contents: string;
  state: 'acknowledged' | 'in-doubt' | 'refused';
}

/** The client's record of its writes. */
export type Journal = ReturnType<typeof openJournal>;

/** Opens an empty journal. */
export const openJournal = () => {
  const entriesByKind = new Map(kinds.map((kind) => [kind, new Map<string, Line>()]));
  const entriesOf = (kind: Kind) => entriesByKind.get(kind) ?? new Map<string, Line>();
  return {
    /** Records a write. `key` is unique within its kind; `contents` must be found under it. */
    write: (kind: Kind, key: string, contents: string): Entry => {
      const line: Line = { contents, state: 'in-doubt' };
      if (entriesOf(kind).has(key)) throw new Error(`${kind} ${key} is already in the journal`);
      entriesOf(kind).set(key, line);
      const settle = (state: Line['state']) => () => {
        line.state = state;
      };
      return { acknowledge: settle('acknowledged'), refuse: settle('refused') };
    },
    compare: (kind: Kind, found: Found) => compare(entriesOf(kind), found),
  };
};

const compare = (entries: ReadonlyMap<string, Line>, found: Found): Verdict => {
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
