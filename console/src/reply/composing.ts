import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { read, write } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { onUndone } from '../app/undo.tsx';
import { keepUnsaved, readUnsaved } from './unsaved.ts';

// What an agent is writing on a ticket: kept by the service, and by this browser until the service has it.

const pauseMs = 800;
const retryMs = 5_000;

/** Where a text is: only here, on its way, stored, or changed elsewhere. */
export type Kept = 'nothing' | 'here' | 'saving' | 'stored' | 'elsewhere';

/**
 * What the caller writes on a ticket.
 *
 * Saves only what was typed, over the revision that it began with, so that an empty box never overwrites a stored text.
 *
 * @param show puts a text into the box
 */
export const useComposing = (ticketId: number, show: (html: string) => void) => {
  const stored = useQuery({
    ...read('tickets.composing.get', { id: ticketId }),
    staleTime: 0,
  });
  const { data, refetch } = stored;
  const [html, setHtml] = useState('');
  const [kept, setKept] = useState<Kept>('nothing');
  const revision = useRef<number | null>(null);
  const unsaved = useRef<string>(undefined);
  const saving = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const put = useCallback(
    (text: string) => {
      setHtml(text);
      show(text);
    },
    [show],
  );

  const save = useCallback(async (): Promise<void> => {
    const text = unsaved.current;
    if (text === undefined || saving.current || revision.current === null) return;
    saving.current = true;
    setKept('saving');
    try {
      const saved = await write('tickets.composing.save', {
        id: ticketId,
        html: text,
        revision: revision.current,
      });
      revision.current = saved.revision;
      if (unsaved.current === text) {
        unsaved.current = undefined;
        keepUnsaved(ticketId, undefined);
        setKept(text === '' ? 'nothing' : 'stored');
      }
    } catch (error) {
      const isChanged = failureOf(error)?.errorCode === 'composing-changed';
      setKept(isChanged ? 'elsewhere' : 'here');
      if (isChanged) void refetch();
      else timer.current = setTimeout(save, retryMs);
    } finally {
      saving.current = false;
    }
    if (unsaved.current !== undefined && unsaved.current !== text) await save();
  }, [ticketId, refetch]);

  const onChange = useCallback(
    (text: string) => {
      setHtml(text);
      unsaved.current = text;
      keepUnsaved(ticketId, { html: text, revision: revision.current });
      setKept((before) => (before === 'elsewhere' ? before : 'here'));
      clearTimeout(timer.current);
      timer.current = setTimeout(save, pauseMs);
    },
    [ticketId, save],
  );

  useEffect(() => {
    // What this box saved is no news, nor is an answer that was on its way meanwhile.
    if (!data || saving.current) return;
    if (revision.current !== null && data.revision <= revision.current) return;
    const own = unsaved.current ?? readUnsaved(ticketId)?.html;
    const over = revision.current ?? readUnsaved(ticketId)?.revision ?? null;
    if (own === undefined || own === (data.html ?? '')) {
      revision.current = data.revision;
      unsaved.current = undefined;
      keepUnsaved(ticketId, undefined);
      put(data.html ?? '');
      setKept(data.html ? 'stored' : 'nothing');
    } else if (over === data.revision || !data.html) {
      // Nobody changed the stored text since, or there is none to lose.
      const isShown = unsaved.current !== undefined;
      revision.current = data.revision;
      unsaved.current = own;
      if (!isShown) put(own);
      void save();
    } else {
      if (unsaved.current === undefined) put(own);
      unsaved.current = own;
      setKept('elsewhere');
    }
  }, [data, ticketId, put, save]);

  useEffect(
    () =>
      onUndone((undone) => {
        if (undone.ticketId !== ticketId || undone.html === undefined) return;
        put(undone.html);
        onChange(undone.html);
      }),
    [ticketId, put, onChange],
  );
  useEffect(() => {
    // A text that waits for its pause is saved when the ticket is left.
    return () => {
      clearTimeout(timer.current);
      void save();
    };
  }, [save]);

  /** The text was sent or given up: the service has removed it, with a new revision. */
  const clear = useCallback(async () => {
    clearTimeout(timer.current);
    unsaved.current = undefined;
    keepUnsaved(ticketId, undefined);
    put('');
    setKept('nothing');
    revision.current = null;
    await refetch();
  }, [ticketId, put, refetch]);

  /** Ends a conflict with the text of one of the two places. */
  const settle = useCallback(
    async (use: 'here' | 'elsewhere') => {
      const { data: present } = await refetch();
      if (!present) return;
      revision.current = present.revision;
      if (use === 'here') return save();
      unsaved.current = undefined;
      keepUnsaved(ticketId, undefined);
      put(present.html ?? '');
      setKept('stored');
    },
    [ticketId, put, save, refetch],
  );
  /** `elsewhere`: the text that the service has. */
  return { html, kept, elsewhere: data?.html ?? '', onChange, clear, settle };
};
