import { ask, write } from '../api/client.ts';
import { unsavedNote, unsavedReply } from '../shell/browser-storage.ts';
import { addParts, partsOf } from '../shell/reply-parts.ts';

/** Returns true if this browser has an unsaved note, files or Cc of the person on a ticket. */
export const isWritingBeside = (ticketId: number): boolean => {
  const { files, cc } = partsOf(ticketId).get();
  return unsavedNote(ticketId).get() !== '' || files.length > 0 || Boolean(cc);
};

/**
 * Moves the person's unsent texts from a merged ticket to the ticket that took it over, below the texts
 * there. Resolves to whether there was anything to move.
 * @param written the text of the reply box; without it, the text that this browser or the service stores
 */
export const carryOver = (fromId: number, intoId: number, written: string): Promise<boolean> =>
  // The lock makes the second of two tabs find nothing to move.
  navigator.locks.request(`console:carry:${fromId}`, async () => {
    const here = unsavedReply(fromId);
    const stored = await ask('tickets.composing.get', { id: fromId });
    const below = written || here.get()?.html || stored.html || '';
    if (below === '' && !isWritingBeside(fromId)) return false;
    addParts(intoId, { ...partsOf(fromId).get(), below });
    partsOf(fromId).set((now) => ({ ...now, files: [], cc: undefined }));
    moveNote(fromId, intoId);
    here.set(undefined);
    await write('tickets.composing.discard', { id: fromId });
    return true;
  });

const moveNote = (fromId: number, intoId: number): void => {
  const moved = unsavedNote(fromId).get();
  unsavedNote(intoId).set((now) => [now, moved].filter(Boolean).join('\n\n'));
  unsavedNote(fromId).set('');
};
