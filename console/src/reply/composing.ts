import type { Unsaved } from '../shell/browser-storage.ts';
import type { Step } from '../ui/state/machine.ts';

// The state of an agent's unsent text on a ticket. The service stores it; this browser does until then.

const pauseMs = 800;
const retryMs = 5_000;

export interface Composing {
  /** The text in the box. */
  html: string;
  /** True if the service has it. */
  isStored: boolean;
  /** The revision of the service's text that this text replaces; null if it is not known. */
  revision: number | null;
  /** The text that a request in flight is saving. */
  saving: string | undefined;
  /** True while the text is being sent; it is saved only if sending fails. */
  isSending: boolean;
  /** The service's text after a change elsewhere, while the person has to choose one of the two. */
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
  /** `here` is the text that this browser stored on an earlier page, with its revision. */
  | { type: 'loaded'; stored: string; revision: number; here?: Unsaved | undefined }
  | { type: 'typed'; html: string }
  /** The person stopped typing for a while or left the ticket. */
  | { type: 'paused' }
  | { type: 'saved'; revision: number }
  /** `changed` is true if the service has another text than the one this text replaces. */
  | { type: 'saveFailed'; changed: boolean }
  | { type: 'reloadFailed' }
  | { type: 'sending' }
  | { type: 'sendFailed' }
  /** The text was sent or discarded, so the service removed it and raised the revision. */
  | { type: 'cleared' }
  /** The text moved to another ticket. */
  | { type: 'moved' }
  /** A text, such as that of an undone mail, goes before what is written now. */
  | { type: 'putBefore'; html: string }
  | { type: 'settled'; use: 'here' | 'elsewhere'; stored: string; revision: number };

export type ComposingEffect =
  | { do: 'show'; html: string }
  /** Stores the text in this browser, or removes it if it is undefined. */
  | { do: 'keep'; text: Unsaved | undefined }
  | { do: 'save'; html: string; revision: number }
  | { do: 'reload' }
  /** Reports `paused` after this time and cancels the previous wait; 0 only cancels it. */
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
  // The service's text is unknown, so it must not be overwritten.
  if (revision === null) return [state, [{ do: 'reload' }]];
  return [{ ...state, saving: html }, [{ do: 'save', html, revision }]];
};

/** Takes over the service's text; no text is left in this browser alone. */
const adopt = (state: Composing, html: string, revision: number | null): Composed => [
  { ...state, html, revision, isStored: true, elsewhere: undefined },
  [
    { do: 'keep', text: undefined },
    { do: 'show', html },
  ],
];

/** Ends writing in this place. */
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
  // A text that this page saves or sends is not a change from elsewhere.
  if (state.saving !== undefined || state.isSending) return [state, []];
  if (state.revision !== null && revision <= state.revision) return [state, []];
  const own = state.isStored ? here?.html : state.html;
  if (own === undefined || own === stored) return adopt(state, stored, revision);
  const over = state.revision ?? here?.revision ?? null;
  const shown: Composed = [
    { ...state, html: own, isStored: false },
    state.isStored ? [{ do: 'show', html: own }] : [],
  ];
  // The stored text did not change, or it is empty and nothing can be lost.
  if (over === revision || stored === '') {
    return then(shown, (next) => save({ ...next, revision, elsewhere: undefined }));
  }
  return then(shown, (next) => [{ ...next, elsewhere: stored }, []]);
};

/**
 * The next state of a text that is being written. Only typed text is saved, over the revision that it
 * started from, so that an empty box never overwrites a stored text.
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
      // The text was cleared meanwhile.
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

/** Where a text is: only here, in flight, stored, or changed elsewhere. */
type Place = 'nothing' | 'here' | 'saving' | 'stored' | 'elsewhere';

export const placeOf = ({ html, isStored, saving, elsewhere }: Composing): Place => {
  if (elsewhere !== undefined) return 'elsewhere';
  if (saving !== undefined) return 'saving';
  if (!isStored) return 'here';
  return html === '' ? 'nothing' : 'stored';
};
