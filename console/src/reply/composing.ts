import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { read, write } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { unsavedReply } from '../shell/own.ts';
import { onUndone, type Undoable } from '../shell/undo.tsx';

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
  const { data, refetch } = useQuery({
    ...read('tickets.composing.get', { id: ticketId }),
    staleTime: 0,
  });
  const here = unsavedReply(ticketId);
  const [html, setHtml] = useState('');
  const [kept, setKept] = useState<Kept>('nothing');
  const revision = useRef<number | null>(null);
  const unsaved = useRef<string>(undefined);
  const saving = useRef(false);
  const held = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const put = (text: string) => {
    setHtml(text);
    show(text);
  };

  /** Shows a text that the service has: nothing of it is only here. */
  const adopt = (text: string) => {
    unsaved.current = undefined;
    here.set(undefined);
    put(text);
    setKept(text === '' ? 'nothing' : 'stored');
  };

  const save = async (): Promise<void> => {
    const text = unsaved.current;
    if (text === undefined || saving.current || held.current || revision.current === null) return;
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
        here.set(undefined);
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
  };

  const onChange = (text: string) => {
    held.current = false;
    setHtml(text);
    unsaved.current = text;
    here.set({ html: text, revision: revision.current });
    setKept((before) => (before === 'elsewhere' ? before : 'here'));
    clearTimeout(timer.current);
    timer.current = setTimeout(save, pauseMs);
  };

  const onLoaded = useEffectEvent((loaded: NonNullable<typeof data>) => {
    // What this box saved is no news, nor is an answer that was on its way meanwhile.
    if (saving.current || held.current) return;
    if (revision.current !== null && loaded.revision <= revision.current) return;
    const stored = loaded.html ?? '';
    const own = unsaved.current ?? here.get()?.html;
    const over = revision.current ?? here.get()?.revision ?? null;
    if (own === undefined || own === stored) {
      revision.current = loaded.revision;
      adopt(stored);
      return;
    }
    if (unsaved.current === undefined) put(own);
    unsaved.current = own;
    // Nobody changed the stored text since, or there is none to lose.
    if (over === loaded.revision || stored === '') {
      revision.current = loaded.revision;
      void save();
    } else setKept('elsewhere');
  });
  useEffect(() => {
    if (data) onLoaded(data);
  }, [data]);

  const takeBack = useEffectEvent((undone: Undoable) => {
    if (undone.ticketId !== ticketId || undone.html === undefined) return;
    const both = undone.html + html;
    put(both);
    onChange(both);
  });
  useEffect(() => onUndone((undone) => takeBack(undone)), []);

  const leave = useEffectEvent(() => {
    // A text that waits for its pause is saved when the ticket is left.
    clearTimeout(timer.current);
    void save();
  });
  useEffect(() => () => leave(), []);

  /** The text is being sent: it is not saved until it is cleared or changed. */
  const hold = () => {
    clearTimeout(timer.current);
    held.current = true;
  };

  /** The text was sent or given up: the service has removed it, with a new revision. */
  const clear = async () => {
    clearTimeout(timer.current);
    adopt('');
    held.current = false;
    revision.current = null;
    await refetch();
  };

  /** Ends a conflict with the text of one of the two places. */
  const settle = async (use: 'here' | 'elsewhere') => {
    const { data: present } = await refetch();
    if (!present) return;
    revision.current = present.revision;
    if (use === 'here') await save();
    else adopt(present.html ?? '');
  };
  /** `elsewhere`: the text that the service has. */
  return { html, kept, elsewhere: data?.html ?? '', onChange, hold, clear, settle };
};
