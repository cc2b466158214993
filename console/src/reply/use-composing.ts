import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type OutputOf, read, write } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { unsavedReply } from '../shell/browser-storage.ts';
import { onUndone, type Written } from '../shell/undo/undoable-mails.ts';
import { useMachine } from '../ui/state/machine.ts';
import {
  type ComposingEffect,
  type ComposingEvent,
  composing,
  nothingComposed,
  placeOf,
} from './composing.ts';

/**
 * The caller's unsent text on a ticket.
 * @param show puts a text into the box
 */
export const useComposing = (ticketId: number, show: (html: string) => void) => {
  const { data, refetch } = useQuery({
    ...read('tickets.composing.get', { id: ticketId }),
    staleTime: 0,
  });
  const here = unsavedReply(ticketId);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const loaded = ({ html, revision }: OutputOf<'tickets.composing.get'>): ComposingEvent => ({
    type: 'loaded',
    stored: html ?? '',
    revision,
    here: here.get(),
  });
  const perform = async (
    effect: ComposingEffect,
    dispatch: (event: ComposingEvent) => void,
  ): Promise<void> => {
    switch (effect.do) {
      case 'show':
        return show(effect.html);
      case 'keep':
        return here.set(effect.text);
      case 'wait':
        clearTimeout(timer.current);
        if (effect.ms > 0)
          timer.current = setTimeout(() => dispatch({ type: 'paused' }), effect.ms);
        return;
      case 'reload': {
        const { data: present } = await refetch();
        dispatch(present ? loaded(present) : { type: 'reloadFailed' });
        return;
      }
      case 'save': {
        const { html, revision } = effect;
        const saved = write('tickets.composing.save', { id: ticketId, html, revision });
        dispatch(
          await saved.then(
            (stored): ComposingEvent => ({ type: 'saved', revision: stored.revision }),
            (error): ComposingEvent => ({
              type: 'saveFailed',
              changed: failureOf(error)?.errorCode === 'composing-changed',
            }),
          ),
        );
      }
    }
  };
  const [state, dispatch] = useMachine(composing, nothingComposed, (effect, send) => {
    void perform(effect, send);
  });

  const onLoaded = useEffectEvent((present: NonNullable<typeof data>) => dispatch(loaded(present)));
  useEffect(() => {
    if (data) onLoaded(data);
  }, [data]);
  const takeBack = useEffectEvent(({ ticketId: id, html }: Written) => {
    if (id === ticketId && html !== undefined) dispatch({ type: 'putBefore', html });
  });
  useEffect(() => onUndone((undone) => takeBack(undone)), []);
  // Leaving the ticket saves a text that is waiting for its pause.
  useEffect(() => () => dispatch({ type: 'paused' }), [dispatch]);

  return {
    html: state.html,
    place: placeOf(state),
    /** The service's text, if it was changed elsewhere. */
    elsewhere: state.elsewhere ?? '',
    dispatch,
    /** Resolves a conflict with the text of one of the two places. */
    settle: async (use: 'here' | 'elsewhere'): Promise<void> => {
      const { data: present } = await refetch();
      if (!present) return;
      dispatch({ type: 'settled', use, stored: present.html ?? '', revision: present.revision });
    },
  };
};
