import type { Unsaved } from '../shell/browser-storage.ts';
import type { Step } from '../ui/state/machine.ts';

// The state of an agent's unsent text on a ticket. The service stores it; this browser does until then.

const pauseMs = 800;
const retryMs = 5_000;

/** A text that the service has, with its revision. */
interface Stored {
  html: string;
  revision: number;
}

export interface Composing {
  /** The text in the box. */
  html: string;
  /** True if the service has it. */
  isStored: boolean;
  /** The revision of the service's text that this text replaces; null if it is not known. */
  revision: number | null;
  /** The text that a request in flight is saving. */
  saving?: string;
  /** The text that the person began with: the service's, or one that an earlier page was sending. */
  base: string;
  /** True while the text is being sent; it is saved only if sending fails. */
  isSending?: boolean;
  /** The service's text after a change elsewhere, while the person has to choose one of the two. */
  elsewhere?: Stored;
}

export const nothingComposed: Composing = {
  html: '',
  isStored: true,
  revision: null,
  base: '',
};

export type ComposingEvent =
  /** The ticket was opened, and an earlier page has left a text. It comes before `loaded`. */
  | { type: 'opened'; here: Unsaved }
  /** `isTaken` is true if another page has taken over the text that this browser stored for this one. */
  | { type: 'loaded'; stored: Stored; isTaken?: boolean }
  /** The text was typed, or sending it failed; `isUnsure` is true if it may have arrived. */
  | { type: 'typed'; html: string; isUnsure?: boolean }
  /** The person stopped typing for a while or left the ticket. */
  | { type: 'paused' }
  | { type: 'saved'; revision: number }
  /** `changed` is true if the service has another text than the one this text replaces. */
  | { type: 'saveFailed'; changed: boolean }
  | { type: 'sending' }
  /** The text was sent, discarded or moved; the service then has no text and a new revision. */
  | { type: 'cleared' }
  | { type: 'settled'; use: 'here' | 'elsewhere' };

export type ComposingEffect =
  | { do: 'show'; html: string }
  /** Stores the text in this browser; undefined removes what this page has stored, and no other text. */
  | { do: 'keep'; text: Unsaved | undefined }
  | { do: 'save'; html: string; revision: number }
  | { do: 'reload' }
  /** Reports `paused` after this time and cancels the previous wait; 0 only cancels it. */
  | { do: 'wait'; ms: number };

type Composed = Step<Composing, ComposingEffect>;

const save = (state: Composing, effects: readonly ComposingEffect[] = []): Composed => {
  const { html, revision, isStored, saving, isSending, elsewhere } = state;
  const isBusy = isStored || saving !== undefined || isSending || elsewhere;
  if (isBusy) return [state, effects];
  // The service's text is unknown, so it must not be overwritten.
  if (revision === null)
    return [state, [...effects, { do: 'reload' }, { do: 'wait', ms: retryMs }]];
  return [{ ...state, saving: html }, [...effects, { do: 'save', html, revision }]];
};

/** Takes over the service's text; this page has no other. */
const adopt = (html: string, revision: number | null): Composed => [
  { html, revision, base: html, isStored: true },
  [
    { do: 'keep', text: undefined },
    { do: 'show', html },
  ],
];

/** What was added to a text; the whole new text if something was also removed or replaced. */
const additionsTo = (before: string, html: string): string => {
  let start = 0;
  while (start < before.length && before[start] === html[start]) start += 1;
  const end = html.length - (before.length - start);
  return end >= start && html.endsWith(before.slice(start)) ? html.slice(start, end) : html;
};

const load = (state: Composing, { html: stored, revision }: Stored, isTaken = false): Composed => {
  const { html, base } = state;
  // A text that this page saves or sends is not a change from elsewhere.
  if (state.saving !== undefined || state.isSending) return [state, []];
  if (state.revision !== null && revision <= state.revision) return [state, []];
  // The text that this one began with was sent or discarded elsewhere, and must not come back with it.
  const left = stored === '' ? additionsTo(base, html) : html;
  if (state.isStored || isTaken || left === stored) return adopt(stored, revision);
  if (stored !== '' && stored !== base)
    return [{ ...state, elsewhere: { html: stored, revision } }, []];
  const next = { ...state, html: left, revision, base: stored, elsewhere: undefined };
  if (left === html) return save(next);
  return save(next, [
    { do: 'keep', text: { html: left, revision } },
    { do: 'show', html: left },
  ]);
};

/**
 * The next state of a text that is being written. Only typed text is saved, over the revision that it
 * started from, so that an empty box never overwrites a stored text.
 */
export const composing = (state: Composing, event: ComposingEvent): Composed => {
  const { html, revision, saving, elsewhere } = state;
  switch (event.type) {
    case 'opened': {
      const { here } = event;
      const opened = html === '' ? here : { html: here.html + html, revision: here.revision };
      const base = here.isSending ? here.html : '';
      return [
        { ...state, html: opened.html, revision: opened.revision, base, isStored: false },
        [
          { do: 'keep', text: opened },
          { do: 'show', html: opened.html },
          { do: 'wait', ms: pauseMs },
        ],
      ];
    }
    case 'loaded':
      return load(state, event.stored, event.isTaken);
    case 'typed':
      return [
        { ...state, html: event.html, isStored: false, isSending: false },
        [
          { do: 'keep', text: { html: event.html, revision, isSending: event.isUnsure } },
          { do: 'wait', ms: pauseMs },
        ],
      ];
    case 'paused':
      return save(state);
    case 'saved': {
      // The text was cleared meanwhile.
      if (saving === undefined) return [state, []];
      const after = { ...state, revision: event.revision, base: saving, saving: undefined };
      if (html !== saving) return save(after);
      return [{ ...after, isStored: true }, [{ do: 'keep', text: undefined }]];
    }
    case 'saveFailed': {
      if (saving === undefined) return [state, []];
      const wait: ComposingEffect = { do: 'wait', ms: retryMs };
      if (!event.changed) return [{ ...state, saving: undefined }, [wait]];
      return [{ ...state, saving: undefined, revision: null }, [{ do: 'reload' }, wait]];
    }
    case 'sending': {
      const wait: ComposingEffect = { do: 'wait', ms: 0 };
      const kept: ComposingEffect = { do: 'keep', text: { html, revision, isSending: true } };
      return [{ ...state, isSending: true }, state.isStored ? [wait] : [wait, kept]];
    }
    case 'cleared': {
      const [empty, effects] = adopt('', null);
      return [empty, [...effects, { do: 'wait', ms: 0 }, { do: 'reload' }]];
    }
    case 'settled':
      if (!elsewhere) return [state, []];
      if (event.use === 'elsewhere') return adopt(elsewhere.html, elsewhere.revision);
      return save({
        ...state,
        revision: elsewhere.revision,
        base: elsewhere.html,
        elsewhere: undefined,
      });
  }
};

/** Where a text is: only here, in flight, or stored; undefined if there is none, or one to be chosen. */
export const placeOf = ({
  html,
  isStored,
  saving,
  elsewhere,
}: Composing): 'here' | 'saving' | 'stored' | undefined => {
  if (elsewhere) return undefined;
  if (saving !== undefined) return 'saving';
  if (!isStored) return 'here';
  return html === '' ? undefined : 'stored';
};

/** Returns true if it is known what the text replaces, and no other text waits for the person's choice. */
export const maySend = ({ html, revision, elsewhere }: Composing): boolean =>
  html !== '' && revision !== null && elsewhere === undefined;
