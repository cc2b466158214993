import { useEffect, useRef, useState } from 'react';

/** The next state, and the effects to perform. */
export type Step<State, Effect> = readonly [state: State, effects: readonly Effect[]];

/**
 * A state that only events change.
 * @param step a pure function
 * @param perform runs an effect; it may dispatch further events
 */
export const createMachine = <State, Event, Effect>(
  step: (state: State, event: Event) => Step<State, Effect>,
  initial: State,
  perform: (effect: Effect, dispatch: (event: Event) => void) => void,
) => {
  let state = initial;
  const dispatch = (event: Event): void => {
    const [next, effects] = step(state, event);
    state = next;
    for (const effect of effects) perform(effect, dispatch);
  };
  return { state: () => state, dispatch };
};

/** A machine for a component. Events, such as the end of a request, may arrive after it unmounts. */
export const useMachine = <State, Event, Effect>(
  step: (state: State, event: Event) => Step<State, Effect>,
  initial: State,
  perform: (effect: Effect, dispatch: (event: Event) => void) => void,
): [State, (event: Event) => void] => {
  const [shown, setShown] = useState(initial);
  const latest = useRef(perform);
  useEffect(() => {
    latest.current = perform;
  });
  const [dispatch] = useState(() => {
    const show = (state: State, event: Event): Step<State, Effect> => {
      const next = step(state, event);
      setShown(next[0]);
      return next;
    };
    return createMachine(show, initial, (effect: Effect, send) => latest.current(effect, send))
      .dispatch;
  });
  return [shown, dispatch];
};

/** A timer that runs at most once at a time; 0 stops it. */
export const createTimer = () => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (ms: number, run: () => void = () => undefined): void => {
    clearTimeout(timer);
    if (ms > 0) timer = setTimeout(run, ms);
  };
};
