import type { Unsaved } from '../shell/browser-storage.ts';
import type { Step } from '../ui/state/machine.ts';

// An agent's unsent text on a ticket, stored by the service, and by this browser until the service has it.

const pauseMs = 800;
const retryMs = 5_000;

export interface Composing {
  /** The text in the box. */
  html: string;
  /** True if the service has it. */
  isStored: boolean;
  /** The revision of the service's text that this one is written over; null: not known. */
  revision: number | null;
  /** The text that a request in flight stores. */
  saving: string | undefined;
  /** It is being sent, and is not stored until that has failed. */
  isSending: boolean;
  /** The service's text, if it was changed elsewhere and one of the two has to be chosen. */
  elsewhere: string | undefined;
}

export const nothingComposed: Composing = {
  html: '',
  isStored: true,
  revision: null,
  saving: undefined,
  isSending: false,
  elsewhere: undefined,
};

export type ComposingEvent =
  /** `here`: what this browser has of an earlier page, over which revision. */
  | { type: 'loaded'; stored: string; revision: number; here?: Unsaved | undefined }
  | { type: 'typed'; html: string }
  /** Nothing was typed for a while, or the ticket was left. */
  | { type: 'paused' }
  | { type: 'saved'; revision: number }
  /** `changed`: the service has another text than the one that was written over. */
  | { type: 'saveFailed'; changed: boolean }
  | { type: 'reloadFailed' }
  | { type: 'sending' }
  | { type: 'sendFailed' }
  /** Sent or given up: the service has removed the text, with a new revision. */
  | { type: 'cleared' }
  /** The text went to another ticket. */
  | { type: 'moved' }
  /** A text, such as of a mail that was taken back, comes before what is written now. */
  | { type: 'putBefore'; html: string }
  | { type: 'settled'; use: 'here' | 'elsewhere'; stored: string; revision: number };

export type ComposingEffect =
  | { do: 'show'; html: string }
  /** Stores the text in this browser, or removes it. */
  | { do: 'keep'; text: Unsaved | undefined }
  | { do: 'save'; html: string; revision: number }
  | { do: 'reload' }
  /** Reports `paused` after this time, and not before; 0: not at all. */
  | { do: 'wait'; ms: number };

type Composed = Step<Composing, ComposingEffect>;

const then = ([state, effects]: Composed, next: (state: Composing) => Composed): Composed => {
  const [after, more] = next(state);
  return [after, [...effects, ...more]];
};

const save = (state: Composing): Composed => {
  const { html, revision, isStored, saving, isSending, elsewhere } = state;
  const isBusy = isStored || saving !== undefined || isSending || elsewhere !== undefined;
  if (isBusy) return [state, []];
  // An unread text is not overwritten.
  if (revision === null) return [state, [{ do: 'reload' }]];
  return [{ ...state, saving: html }, [{ do: 'save', html, revision }]];
};

/** Takes over a text that the service has: nothing of it is only here. */
const adopt = (state: Composing, html: string, revision: number | null): Composed => [
  { ...state, html, revision, isStored: true, elsewhere: undefined },
  [
    { do: 'keep', text: undefined },
    { do: 'show', html },
  ],
];

/** Nothing is written here any more. */
const leave = (state: Composing): Composed =>
  then(adopt({ ...state, saving: undefined, isSending: false }, '', null), (next) => [
    next,
    [{ do: 'wait', ms: 0 }],
  ]);

const write = (state: Composing, html: string): Composed => [
  { ...state, html, isStored: false, isSending: false },
  [
    { do: 'keep', text: { html, revision: state.revision } },
    { do: 'wait', ms: pauseMs },
  ],
];

const load = (
  state: Composing,
  { stored, revision, here }: Extract<ComposingEvent, { type: 'loaded' }>,
): Composed => {
  // Text saved by this page is not new, nor is a response that was in flight meanwhile.
  if (state.saving !== undefined || state.isSending) return [state, []];
  if (state.revision !== null && revision <= state.revision) return [state, []];
  const own = state.isStored ? here?.html : state.html;
  if (own === undefined || own === stored) return adopt(state, stored, revision);
  const over = state.revision ?? here?.revision ?? null;
  const shown: Composed = [
    { ...state, html: own, isStored: false },
    state.isStored ? [{ do: 'show', html: own }] : [],
  ];
  // The stored text has not changed since, or there is none to lose.
  if (over === revision || stored === '') {
    return then(shown, (next) => save({ ...next, revision, elsewhere: undefined }));
  }
  return then(shown, (next) => [{ ...next, elsewhere: stored }, []]);
};

/**
 * The next state of a text that is being written. Only what was typed is saved, over the revision
 * that it began with, so that an empty box never overwrites a stored text.
 */
export const composing = (state: Composing, event: ComposingEvent): Composed => {
  switch (event.type) {
    case 'loaded':
      return load(state, event);
    case 'typed':
      return write(state, event.html);
    case 'paused':
      return save(state);
    case 'saved': {
      // It was cleared meanwhile.
      if (state.saving === undefined) return [state, []];
      const after = { ...state, revision: event.revision, saving: undefined };
      if (state.html !== state.saving) return save(after);
      return [{ ...after, isStored: true }, [{ do: 'keep', text: undefined }]];
    }
    case 'saveFailed': {
      if (state.saving === undefined) return [state, []];
      const again: ComposingEffect = event.changed ? { do: 'reload' } : { do: 'wait', ms: retryMs };
      return [{ ...state, saving: undefined }, [again]];
    }
    case 'reloadFailed':
      return [state, state.isStored ? [] : [{ do: 'wait', ms: retryMs }]];
    case 'sending':
      return [{ ...state, isSending: true }, [{ do: 'wait', ms: 0 }]];
    case 'sendFailed':
      return write(state, state.html);
    case 'moved':
      return leave(state);
    case 'cleared':
      return then(leave(state), (next) => [next, [{ do: 'reload' }]]);
    case 'putBefore': {
      const html = event.html + state.html;
      return then([state, [{ do: 'show', html }]], (next) => write(next, html));
    }
    case 'settled': {
      const { stored, revision } = event;
      if (event.use === 'elsewhere') return adopt(state, stored, revision);
      return save({ ...state, revision, elsewhere: undefined });
    }
  }
};

/** The place of a text: only here, in flight, stored, or changed elsewhere. */
type Place = 'nothing' | 'here' | 'saving' | 'stored' | 'elsewhere';

export const placeOf = ({ html, isStored, saving, elsewhere }: Composing): Place => {
  if (elsewhere !== undefined) return 'elsewhere';
  if (saving !== undefined) return 'saving';
  if (!isStored) return 'here';
  return html === '' ? 'nothing' : 'stored';
};
