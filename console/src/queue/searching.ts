import type { Step } from '../ui/state/machine.ts';

// The state of the queue's search box, which searches while the person types and puts the search into the
// address.

const pauseMs = 300;

export interface Searching {
  /** The text in the box, with its spaces. */
  text: string;
  /** True if the text in the box was not searched for yet. */
  isTyping: boolean;
  /** The search that the address has. */
  address: string;
  /** Searches that are on their way into the address, oldest first. */
  asked: readonly string[];
}

export type SearchEvent =
  | { type: 'typed'; text: string }
  /** The person stopped typing for a while. */
  | { type: 'paused' }
  /** The address has another search, which came from this box or from a view. */
  | { type: 'addressed'; search: string }
  /** The person pressed Enter to open the first result. */
  | { type: 'entered' }
  | { type: 'left' };

export type SearchEffect =
  /** Reports `paused` after this time and cancels the previous wait; 0 only cancels it. */
  | { do: 'wait'; ms: number }
  | { do: 'find'; search: string }
  | { do: 'go'; search: string }
  | { do: 'leave' };

type Searched = Step<Searching, SearchEffect>;

export const searchingIn = (address: string): Searching => ({
  text: address,
  isTyping: false,
  address,
  asked: [],
});

/** The service limits the length of a search. */
const searchOf = ({ text }: Searching): string => text.trim().slice(0, 200);

const find = (state: Searching): Searched => {
  if (!state.isTyping) return [state, []];
  const search = searchOf(state);
  const found = { ...state, isTyping: false };
  const stop: SearchEffect = { do: 'wait', ms: 0 };
  if (search === (state.asked.at(-1) ?? state.address)) return [found, [stop]];
  return [{ ...found, asked: [...state.asked, search] }, [stop, { do: 'find', search }]];
};

/** Takes over the search of the address, and keeps what was typed after that search was requested. */
const follow = (state: Searching, search: string): Searching => {
  const at = state.asked.indexOf(search);
  const next = { ...state, address: search, asked: at < 0 ? [] : state.asked.slice(at + 1) };
  const isOwn = at >= 0 || state.isTyping || searchOf(state) === search;
  return isOwn ? next : { ...next, text: search };
};

export const searching = (state: Searching, event: SearchEvent): Searched => {
  switch (event.type) {
    case 'typed':
      return [{ ...state, text: event.text, isTyping: true }, [{ do: 'wait', ms: pauseMs }]];
    case 'paused':
      return find(state);
    case 'addressed':
      return [follow(state, event.search), []];
    case 'entered': {
      const [next, effects] = find(state);
      return [next, [...effects, { do: 'go', search: searchOf(state) }]];
    }
    case 'left': {
      const [next, effects] = find(state);
      return [next, [...effects, { do: 'leave' }]];
    }
  }
};
