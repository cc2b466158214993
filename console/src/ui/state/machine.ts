import { useEffect, useRef, useState } from 'react';

/** The next state, and what is to be done because of it. */
export type Step<State, Effect> = readonly [state: State, effects: readonly Effect[]];

/**
 * A state that only events change. They may come after the component has gone, such as the end of a
 * request.
 *
 * @param step pure
 * @param perform does what a step asks for; it may dispatch further events
 */
export const useMachine = <State, Event, Effect>(
  step: (state: State, event: Event) => Step<State, Effect>,
  initial: State,
  perform: (effect: Effect, dispatch: (event: Event) => void) => void,
): [State, (event: Event) => void] => {
  const [shown, setShown] = useState(initial);
  const current = useRef(initial);
  const latest = useRef(perform);
  useEffect(() => {
    latest.current = perform;
  });
  const [dispatch] = useState(() => (event: Event): void => {
    const [state, effects] = step(current.current, event);
    current.current = state;
    setShown(state);
    for (const effect of effects) latest.current(effect, dispatch);
  });
  return [shown, dispatch];
};
