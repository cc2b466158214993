import { ask, write } from '../api/client.ts';
import { asHtml } from '../reply/reply-html.tsx';
import {
  addParts,
  partsOf,
  takeTexts,
  takeUnsavedReply,
  type Unsaved,
  unsavedNote,
} from '../shell/browser-storage.ts';

/** Returns true if this browser has an unsaved note, files or Cc of the person on a ticket. */
export const isWritingBeside = (ticketId: number): boolean => {
  const { files, cc } = partsOf(ticketId).get();
  return unsavedNote(ticketId).get() !== '' || files.length > 0 || Boolean(cc);
};

/**
 * Moves the person's unsent texts from a merged ticket to the ticket that took it over, below the texts
 * there. Resolves to whether there was anything to move.
 * @param written the text of the reply box if the service does not have it
 */
export const carryOver = (fromId: number, intoId: number, written?: Unsaved): Promise<boolean> =>
  // The lock makes the second of two tabs find nothing to move.
  navigator.locks.request(`console:carry:${fromId}`, async () => {
    const { html, revision } = await ask('tickets.composing.get', { id: fromId });
    const unsaved = [written, await takeUnsavedReply(fromId)].filter((text) => text !== undefined);
    const isReplaced = unsaved.some((text) => text.revision === revision);
    const { before, below } = await takeTexts(fromId);
    const { files, cc } = partsOf(fromId).get();
    const texts = [before, isReplaced ? '' : html, ...unsaved.map((text) => text.html), below];
    const all = [...new Set(texts)].flatMap((text) => (text ? asHtml(text) : []));
    if (all.length === 0 && !isWritingBeside(fromId)) return false;
    addParts(intoId, { files, cc, below: all.join('') });
    partsOf(fromId).set({ files: [], texts: [] });
    moveNote(fromId, intoId);
    // A text that was saved meanwhile stays, and is moved by its window.
    if (html)
      await write('tickets.composing.save', { id: fromId, html: '', revision }).catch(() => 0);
    return true;
  });

const moveNote = (fromId: number, intoId: number): void => {
  const moved = unsavedNote(fromId).get();
  unsavedNote(intoId).set((now) => [now, moved].filter(Boolean).join('\n\n'));
  unsavedNote(fromId).set('');
};
