import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type OutputOf, read, write } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import {
  addParts,
  partsOf,
  takeTexts,
  takeUnsavedReply,
  type Unsaved,
  unsavedReply,
} from '../shell/browser-storage.ts';
import { createTimer, useMachine } from '../ui/state/machine.ts';
import { useStore } from '../ui/state/store.ts';
import {
  type ComposingEffect,
  type ComposingEvent,
  composing,
  maySend,
  nothingComposed,
  placeOf,
} from './composing.ts';
import { asHtml } from './reply-html.tsx';

/**
 * The caller's unsent text on a ticket.
 * @param show puts a text into the box
 */
export const useComposing = (ticketId: number, show: (html: string) => void) => {
  const { data, refetch } = useQuery({
    ...read('tickets.composing.get', { id: ticketId }),
    staleTime: 0,
  });
  const [here] = useState(() => unsavedReply(ticketId));
  const [wait] = useState(createTimer);
  const [isOpened, setOpened] = useState(false);
  const lastSave = useRef<Promise<number>>(undefined);

  const loaded = ({ html, revision }: OutputOf<'tickets.composing.get'>): ComposingEvent => ({
    type: 'loaded',
    stored: { html: html ?? '', revision },
    isTaken: here.get() === undefined,
  });
  const perform = async (
    effect: ComposingEffect,
    send: (event: ComposingEvent) => void,
  ): Promise<void> => {
    switch (effect.do) {
      case 'show':
        return show(effect.html);
      case 'keep':
        return here.set(effect.text);
      case 'wait':
        return wait(effect.ms, () => send({ type: 'paused' }));
      case 'reload': {
        const { data: stored } = await refetch();
        if (stored) send(loaded(stored));
        return;
      }
      case 'save': {
        const { html, revision } = effect;
        const saved = write('tickets.composing.save', { id: ticketId, html, revision });
        lastSave.current = saved.then(
          (stored) => stored.revision,
          () => revision,
        );
        send(
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
  const [state, dispatch, present] = useMachine(composing, nothingComposed, (effect, send) => {
    void perform(effect, send);
  });

  useEffect(() => {
    void takeUnsavedReply(ticketId).then((left) => {
      if (left) dispatch({ type: 'opened', here: left });
      setOpened(true);
    });
  }, [ticketId, dispatch]);
  const onLoaded = useEffectEvent((stored: NonNullable<typeof data>) => dispatch(loaded(stored)));
  useEffect(() => {
    if (data && isOpened) onLoaded(data);
  }, [data, isOpened]);
  const { texts } = useStore(partsOf(ticketId));
  const isReady = state.revision !== null && !state.isSending;
  const addTexts = async () => {
    const { before, below } = await takeTexts(ticketId);
    if (!before && !below) return;
    const { html, revision, isSending } = present();
    // They wait again if a reply was sent meanwhile.
    if (revision === null || isSending) return addParts(ticketId, { before, below });
    const all = [before, html, below].map((text) => text && asHtml(text)).join('');
    show(all);
    dispatch({ type: 'typed', html: all });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is waiting
  useEffect(() => {
    if (isReady) void addTexts();
  }, [isReady, texts]);
  // Leaving the ticket saves a text that is waiting for its pause.
  useEffect(() => () => dispatch({ type: 'paused' }), [dispatch]);

  /** The revision that the text replaces, after a save in flight. */
  const revision = async (): Promise<number | null> => {
    const { saving, revision: known } = present();
    return (saving !== undefined && (await lastSave.current)) || known;
  };
  return {
    html: state.html,
    place: placeOf(state),
    maySend: maySend(state),
    /** The service's text, if it was changed elsewhere. */
    elsewhere: state.elsewhere?.html,
    revision,
    /** Empties the box and returns its text, unless the service has it. */
    take: async (): Promise<Unsaved | undefined> => {
      const { html, isStored } = present();
      const replaced = revision();
      dispatch({ type: 'cleared' });
      return isStored ? undefined : { html, revision: await replaced };
    },
    dispatch,
  };
};
