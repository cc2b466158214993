import { kept, keptStores } from '../ui/state/store.ts';

// Local storage with separate keys for each signed-in person.

let person = '';

/** Sets the person whose texts this page stores. Another person needs a reload. */
export const storeFor = (email: string): void => {
  person ||= email;
};

/** The person's key in local storage; it begins with `text:` for texts that the service does not have yet. */
export const storageKey = (name: string): string => `console:${person}:${name}`;

const keysLike = (start: string): string[] =>
  Object.keys(localStorage).filter((key) => key.startsWith(start));

/** Returns true if this browser has a text of the person that the service does not have. */
export const hasUnsentText = (): boolean => keysLike(storageKey('text:')).length > 0;

/** Removes all data of the person from this browser. */
export const clearStorage = (): void => {
  for (const key of keysLike(storageKey(''))) localStorage.removeItem(key);
};

/**
 * A text that the service does not have yet, and the revision that it replaces; null if that is not known.
 */
export interface Unsaved {
  html: string;
  revision: number | null;
  /** True while it is sent, and if the outcome is not known; leaving a page ends its requests. */
  isSending?: boolean;
}

/** A forward of a message that was not sent, or was undone. */
export interface UnsentForward {
  /** The recipients as typed. */
  to: string;
  html: string;
  /** The ids of the message's files that are sent along; undefined sends all of them. */
  files?: readonly number[];
}

export const unsentForward = (messageId: number) =>
  kept<UnsentForward>(storageKey(`text:forward:${messageId}`));

/** The unsaved note on a ticket. */
export const unsavedNote = keptStores<string>((id) => storageKey(`text:note:${id}`), '');

/** This page's name in the keys of its texts. */
const page = crypto.randomUUID();
const lockOf = (name: string): string => `console:page:${name}`;
const claimed = new Set<string>();

/** Claims a page's name or a text until this page is closed, unless another page has done so. */
const claim = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    if (claimed.has(name)) return resolve();
    navigator.locks
      .request(lockOf(name), { ifAvailable: true }, (lock) => {
        if (lock) claimed.add(name);
        resolve();
        return lock && new Promise(() => undefined);
      })
      .catch(reject);
  });

const replyKey = (ticketId: number): string => storageKey(`text:reply:${ticketId}`);

/** A place for a reply to a ticket that only this page has. */
export const unsavedReply = (ticketId: number) => {
  void claim(page);
  return kept<Unsaved>(`${replyKey(ticketId)}:${page}:${crypto.randomUUID()}`);
};

/** Removes the replies to a ticket that closed pages and this one have left, and returns them as one text. */
export const takeUnsavedReply = async (ticketId: number): Promise<Unsaved | undefined> => {
  const { held = [] } = await navigator.locks.query();
  const open = new Set(held.map(({ name }) => name));
  const start = replyKey(ticketId);
  const left = keysLike(start).filter((key) => {
    // Older consoles stored one text for all pages.
    const [digits, writer = ''] = key.slice(start.length).split(':');
    return digits === '' && (writer === page || !open.has(lockOf(writer)));
  });
  await Promise.all(left.map(claim));
  const texts = left.flatMap((key) => {
    const place = kept<Unsaved>(key);
    const text = claimed.has(key) && place.get();
    if (!text) return [];
    place.set(undefined);
    return text;
  });
  const [newest, ...older] = texts.toSorted((a, b) => (b.revision ?? 0) - (a.revision ?? 0));
  if (!newest || older.length === 0) return newest;
  const all = new Set([newest, ...older].map(({ html }) => html));
  return { html: [...all].join(''), revision: newest.revision };
};

/** A file that is sent with a reply. */
export interface ReplyFile {
  id: number;
  name: string;
  type: string;
  size: number;
}

/** What is added to a reply. */
export interface ReplyParts {
  files: readonly ReplyFile[];
  /** The Cc as typed; undefined if the field is closed. */
  cc?: string;
  /** A text that goes before the text in the box, such as that of an undone mail. */
  before?: string;
  /** A text that goes below it, such as that of a merged ticket. */
  below?: string;
}

/** The texts of one addition. They wait until a page has the reply's box open. */
interface WaitingTexts {
  id: string;
  before: string;
  below: string;
}

/** The files and the Cc of the reply to a ticket, which this browser stores until it is sent, and what waits. */
export const partsOf = keptStores<{
  files: readonly ReplyFile[];
  cc?: string;
  texts: readonly WaitingTexts[];
}>((id) => storageKey(`text:parts:${id}`), { files: [], texts: [] });

/** Adds parts to the present ones. */
export const addParts = (
  ticketId: number,
  { files = [], cc, before = '', below = '' }: Partial<ReplyParts>,
): void =>
  partsOf(ticketId).set((now) => ({
    files: [...files, ...now.files.filter(({ id }) => files.every((file) => file.id !== id))],
    cc: now.cc || cc,
    texts: before || below ? [...now.texts, { id: crypto.randomUUID(), before, below }] : now.texts,
  }));

/** Removes the texts that wait for a reply and returns them. Of several pages, only one gets each text. */
export const takeTexts = async (ticketId: number): Promise<{ before: string; below: string }> => {
  const parts = partsOf(ticketId);
  await Promise.all(parts.get().texts.map(({ id }) => claim(id)));
  const { texts } = parts.get();
  const taken = texts.filter(({ id }) => claimed.has(id));
  if (taken.length > 0)
    parts.set((now) => ({ ...now, texts: texts.filter((text) => !taken.includes(text)) }));
  const before = taken.map((text) => text.before).toReversed();
  return { before: before.join(''), below: taken.map((text) => text.below).join('') };
};
