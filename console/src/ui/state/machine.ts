import { useEffect, useRef, useState } from 'react';

/** The next state, and the effects to perform. */
export type Step<State, Effect> = readonly [state: State, effects: readonly Effect[]];

/**
 * A state that only events change. Events, such as the end of a request, may arrive after the component
 * unmounts.
 * @param step a pure function
 * @param perform runs an effect; it may dispatch further events
 * @returns the state as rendered, how to change it, and how to read it between two renders
 */
export const useMachine = <State, Event, Effect>(
  step: (state: State, event: Event) => Step<State, Effect>,
  initial: State,
  perform: (effect: Effect, dispatch: (event: Event) => void) => void,
): [State, (event: Event) => void, () => State] => {
  const [shown, setShown] = useState(initial);
  const state = useRef(initial);
  const latest = useRef(perform);
  useEffect(() => {
    latest.current = perform;
  });
  const [dispatch] = useState(() => {
    const send = (event: Event): void => {
      const [next, effects] = step(state.current, event);
      state.current = next;
      setShown(next);
      for (const effect of effects) latest.current(effect, send);
    };
    return send;
  });
  return [shown, dispatch, () => state.current];
};

/** A timer that runs at most once at a time; 0 stops it. */
export const createTimer = () => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (ms: number, run: () => void = () => undefined): void => {
    clearTimeout(timer);
    if (ms > 0) timer = setTimeout(run, ms);
  };
};
