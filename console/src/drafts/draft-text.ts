import { type RefObject, useEffect, useRef, useState } from 'react';
import { useWrite } from '../api/client.ts';
import type { OutputOf } from '../api/procedures.ts';
import type { EditorHandle } from '../reply/editor.tsx';

export type OpenDraft = OutputOf<'replies.drafts.get'>;

/**
 * The text of a draft. What is changed here stays in this browser until the service has it.
 *
 * @param stored the text as the service has it
 */
export const useDraftText = (
  id: number,
  stored: string,
  editor: RefObject<EditorHandle | null>,
) => {
  const key = `console:draft:${id}`;
  const [changed, setChanged] = useState(() => localStorage.getItem(key) ?? undefined);
  const edit = useWrite('replies.drafts.edit');
  const latest = useRef(changed);
  latest.current = changed;
  useEffect(() => editor.current?.setHtml(latest.current ?? stored), [editor, stored]);
  const html = changed ?? stored;
  return {
    html,
    isEmpty: html === '',
    onChange: (text: string) => {
      setChanged(text);
      localStorage.setItem(key, text);
    },
    /** Stores what was changed; rejects if the draft does not wait any more. */
    save: async (): Promise<void> => {
      if (!changed) return;
      await edit.mutateAsync({ id, html: changed });
      if (latest.current === changed) setChanged(undefined);
      localStorage.removeItem(key);
    },
    /** The draft is decided. */
    forget: (): void => localStorage.removeItem(key),
  };
};
