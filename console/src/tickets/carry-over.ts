import { ask, write } from '../api/client.ts';
import { asHtml } from '../reply/reply-html.tsx';
import { unsavedNote, unsavedReply } from '../shell/browser-storage.ts';
import { filesAndCcOf, noFilesOrCc, restoreFilesAndCc } from '../shell/files-and-cc.ts';

/** Returns true if this browser has an unsaved note, files or Cc of the person on a ticket. */
export const isWritingBeside = (ticketId: number): boolean => {
  const { files, cc } = filesAndCcOf(ticketId).get();
  return unsavedNote(ticketId).get() !== undefined || files.length > 0 || Boolean(cc);
};

/**
 * Moves the person's unsent texts from a merged ticket to the ticket that took it over, below the texts
 * there. Resolves to whether there was anything to move.
 * @param written the text of the reply box; without it, the text that this browser or the service stores
 */
export const carryOver = (fromId: number, intoId: number, written: string): Promise<boolean> =>
  // The lock makes the second of two tabs find nothing to move.
  navigator.locks.request(`console:carry:${fromId}`, async () => {
    const wasWriting = isWritingBeside(fromId);
    if (wasWriting) {
      moveNote(fromId, intoId);
      restoreFilesAndCc(intoId, filesAndCcOf(fromId).get());
      filesAndCcOf(fromId).set(noFilesOrCc);
    }
    const html = written || (await leftOn(fromId));
    if (html === '') return wasWriting;
    await putBelow(intoId, html);
    unsavedReply(fromId).set(undefined);
    await write('tickets.composing.discard', { id: fromId });
    return true;
  });

const leftOn = async (ticketId: number): Promise<string> =>
  unsavedReply(ticketId).get()?.html ??
  (await ask('tickets.composing.get', { id: ticketId })).html ??
  '';

const moveNote = (fromId: number, intoId: number): void => {
  const [from, into] = [unsavedNote(fromId), unsavedNote(intoId)];
  const both = [into.get(), from.get()].filter((text) => text !== undefined);
  into.set(both.length > 0 ? both.join('\n\n') : undefined);
  from.set(undefined);
};

/** Appends a text to a reply. This browser stores it until the service does. */
const putBelow = async (ticketId: number, html: string): Promise<void> => {
  const here = unsavedReply(ticketId);
  const stored = await ask('tickets.composing.get', { id: ticketId });
  const before = here.get() ?? { html: stored.html ?? '', revision: stored.revision };
  const text = { ...before, html: before.html ? asHtml(before.html) + asHtml(html) : html };
  here.set(text);
  const { revision } = text;
  if (revision === null) return;
  await write('tickets.composing.save', { id: ticketId, html: text.html, revision }).then(
    () => here.set(undefined),
    () => undefined,
  );
};
