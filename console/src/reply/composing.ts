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
  saving?: string | undefined;
  /** True while the text is being sent; it is saved only if sending fails. */
  isSending?: boolean;
  /** True if an earlier page or another window was sending the text, which nobody has typed in since. */
  wasSending?: boolean | undefined;
  /**
   * A text that an earlier page was sending, until the service says if it arrived. What is typed meanwhile
   * is apart from it, because it may have been sent.
   */
  unsettled?: string | undefined;
  /** The service's text after a change elsewhere, while the person has to choose one of the two. */
  elsewhere?: Stored | undefined;
}

export const nothingComposed: Composing = { html: '', isStored: true, revision: null };

export type ComposingEvent =
  /** The ticket was opened. `here` as in `loaded`: what is typed before that comes must not replace it. */
  | { type: 'opened'; here?: Unsaved | undefined }
  /** `here` is the text that this browser stored on an earlier page, with its revision. */
  | { type: 'loaded'; stored: Stored; here?: Unsaved | undefined }
  /** The text was typed, or sending it failed. */
  | { type: 'typed'; html: string }
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
  /** Stores the text in this browser, or removes it if it is undefined. */
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

/** Takes over the service's text; no text is left in this browser alone. */
const adopt = (html: string, revision: number | null): Composed => [
  { html, revision, isStored: true },
  [
    { do: 'keep', text: undefined },
    { do: 'show', html },
  ],
];

const load = (
  state: Composing,
  { stored, here }: Omit<Extract<ComposingEvent, { type: 'loaded' }>, 'type'>,
): Composed => {
  // A text that this page saves or sends is not a change from elsewhere.
  if (state.saving !== undefined || state.isSending) return [state, []];
  const { revision } = stored;
  if (state.revision !== null && revision <= state.revision) return [state, []];
  const over = state.revision ?? here?.revision ?? null;
  // The reply arrived: the service has removed the text that this browser's would replace.
  const hasArrived = over !== null && over !== revision && stored.html === '';
  if (state.unsettled !== undefined && !state.isStored) {
    const html = hasArrived ? state.html : state.unsettled + state.html;
    const [next, effects] = load({ ...state, html, unsettled: undefined }, { stored, here });
    return [
      next,
      [{ do: 'show', html }, { do: 'keep', text: { html, revision: over } }, ...effects],
    ];
  }
  const own = state.isStored ? here?.html : state.html;
  if (own === undefined || own === stored.html) return adopt(stored.html, revision);
  const wasSending = state.isStored ? here?.isSending : state.wasSending;
  if (wasSending && hasArrived) return adopt('', revision);
  const shown: ComposingEffect[] = state.isStored ? [{ do: 'show', html: own }] : [];
  const next = { ...state, html: own, isStored: false, wasSending, unsettled: undefined };
  // The stored text did not change, or it is empty and nothing can be lost.
  if (over === revision || stored.html === '') {
    return save({ ...next, revision, elsewhere: undefined }, shown);
  }
  return [{ ...next, elsewhere: stored }, shown];
};

/**
 * The next state of a text that is being written. Only typed text is saved, over the revision that it
 * started from, so that an empty box never overwrites a stored text.
 */
export const composing = (state: Composing, event: ComposingEvent): Composed => {
  const { html, revision, saving, elsewhere } = state;
  switch (event.type) {
    case 'opened':
      if (!event.here || !state.isStored) return [state, []];
      if (event.here.isSending) return [{ ...state, unsettled: event.here.html }, []];
      return [
        { ...state, ...event.here, isStored: false },
        [
          { do: 'show', html: event.here.html },
          { do: 'wait', ms: pauseMs },
        ],
      ];
    case 'loaded':
      return load(state, event);
    case 'typed': {
      const next = {
        ...state,
        html: event.html,
        isStored: false,
        isSending: false,
        wasSending: false,
      };
      // The text in this browser must stay until it is known whether it arrived.
      if (state.unsettled !== undefined) return [next, []];
      return [
        next,
        [
          { do: 'keep', text: { html: event.html, revision } },
          { do: 'wait', ms: pauseMs },
        ],
      ];
    }
    case 'paused':
      return save(state);
    case 'saved': {
      // The text was cleared meanwhile.
      if (saving === undefined) return [state, []];
      const after = { ...state, revision: event.revision, saving: undefined };
      if (html !== saving) return save(after);
      return [{ ...after, isStored: true }, [{ do: 'keep', text: undefined }]];
    }
    case 'saveFailed': {
      if (saving === undefined) return [state, []];
      const wait: ComposingEffect = { do: 'wait', ms: retryMs };
      return [{ ...state, saving: undefined }, event.changed ? [{ do: 'reload' }, wait] : [wait]];
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
      return save({ ...state, revision: elsewhere.revision, elsewhere: undefined });
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

/** Returns true if the text can be sent: no other text waits for the person's choice or for the service. */
export const maySend = ({ html, elsewhere, unsettled }: Composing): boolean =>
  html !== '' && elsewhere === undefined && unsettled === undefined;
