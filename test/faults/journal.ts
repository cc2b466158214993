/** What the load writes. */
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

/** A write, put down before it is sent; in doubt until its answer says what became of it. */
export interface Entry {
  /** It was answered with a success. */
  acknowledge: () => void;
  /** It was answered with a refusal, so that it must not be there. */
  refuse: () => void;
}

/** What was found of one kind: by key, the contents of each thing that was there under it. */
export type Found = ReadonlyMap<string, readonly string[]>;

/** How what was found compares with what was written down. */
export interface Verdict {
  acknowledged: number;
  inDoubt: number;
  /** Of those in doubt, how many turned out to be there. */
  inDoubtThere: number;
  /** Acknowledged and not there. */
  lost: string[];
  /** There more than once. */
  doubled: string[];
  /** There with other contents. */
  altered: string[];
  /** There although refused, or though nobody had asked for it. */
  uninvited: string[];
}

/** The load's own account of its writes. */
export interface Journal {
  /** Puts a write down. Its key names it among its kind; its contents are what must be found under the key. */
  write: (kind: Kind, key: string, contents: string) => Entry;
  acknowledged: () => number;
  compare: (kind: Kind, found: Found) => Verdict;
}

/** Opens an empty journal. */
export const openJournal = (): Journal => {
  const books = new Map<Kind, Map<string, { contents: string; state: State }>>(
    kinds.map((kind) => [kind, new Map()]),
  );
  const bookOf = (kind: Kind) => books.get(kind) ?? new Map();
  return {
    write: (kind, key, contents) => {
      const line: { contents: string; state: State } = { contents, state: 'in-doubt' };
      if (bookOf(kind).has(key)) throw new Error(`${kind} ${key} was written before`);
      bookOf(kind).set(key, line);
      const settle = (state: State) => () => {
        line.state = state;
      };
      return { acknowledge: settle('acknowledged'), refuse: settle('refused') };
    },
    acknowledged: () =>
      [...books.values()]
        .flatMap((book) => [...book.values()])
        .filter(({ state }) => state === 'acknowledged').length,
    compare: (kind, found) => compare(bookOf(kind), found),
  };
};

type State = 'acknowledged' | 'in-doubt' | 'refused';

const compare = (
  book: ReadonlyMap<string, { contents: string; state: State }>,
  found: Found,
): Verdict => {
  const verdict: Verdict = {
    acknowledged: 0,
    inDoubt: 0,
    inDoubtThere: 0,
    lost: [],
    doubled: [],
    altered: [],
    uninvited: [...found.keys()].filter((key) => !book.has(key)),
  };
  for (const [key, { contents, state }] of book) {
    const there = found.get(key) ?? [];
    if (state === 'acknowledged') verdict.acknowledged += 1;
    if (state === 'in-doubt') verdict.inDoubt += 1;
    if (state === 'in-doubt' && there.length > 0) verdict.inDoubtThere += 1;
    if (state === 'acknowledged' && there.length === 0) verdict.lost.push(key);
    if (state === 'refused' && there.length > 0) verdict.uninvited.push(key);
    if (there.length > 1) verdict.doubled.push(key);
    if (there.some((one) => one !== contents)) verdict.altered.push(key);
  }
  return verdict;
};
