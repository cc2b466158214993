import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unsavedNote, unsavedReply } from '../../../console/src/shell/browser-storage.ts';
import { filesAndCcOf } from '../../../console/src/shell/files-and-cc.ts';
import { stubBrowser, stubService } from '../stub-browser.ts';

await vi.hoisted(async () => (await import('../stub-window.ts')).stubWindow());
const { carryOver } = await import('../../../console/src/tickets/carry-over.ts');

beforeEach(() => {
  stubBrowser();
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, run: () => unknown) => run() },
  });
});
afterEach(() => vi.unstubAllGlobals());

const stored = (html: string | null) => ({ 'tickets.composing.get': { html, revision: 3 } });

describe('what is written on a merged ticket', () => {
  it("moves a merged ticket's text below the other ticket's text", async () => {
    const calls = stubService(stored('<p>Antes</p>'));
    expect(await carryOver(1, 2, '<p>Meu</p>')).toBe(true);
    expect(calls).toContainEqual([
      'tickets.composing.save',
      { id: 2, html: '<p>Antes</p><p>Meu</p>', revision: 3 },
    ]);
    expect(calls).toContainEqual(['tickets.composing.discard', { id: 1 }]);
  });

  it('keeps a moved text in this browser if it cannot be saved', async () => {
    stubService({ ...stored(null), 'tickets.composing.save': new Error('unavailable') });
    await carryOver(1, 2, '<p>Meu</p>');
    expect(unsavedReply(2).get()).toEqual({ html: '<p>Meu</p>', revision: 3 });
  });

  it('moves nothing if nobody is writing on the merged ticket', async () => {
    const calls = stubService(stored(null));
    expect(await carryOver(1, 2, '')).toBe(false);
    expect(calls.map(([path]) => path)).toEqual(['tickets.composing.get']);
  });

  it('moves the note, the files and the Cc with the text', async () => {
    stubService(stored(null));
    unsavedNote(1).set('Minha');
    unsavedNote(2).set('Outra');
    const file = { id: 5, name: 'a.txt', type: 'text/plain', size: 1 };
    filesAndCcOf(1).set({ files: [file], cc: 'a@x.com' });
    expect(await carryOver(1, 2, '')).toBe(true);
    expect([unsavedNote(1).get(), unsavedNote(2).get()]).toEqual([undefined, 'Outra\n\nMinha']);
    expect(filesAndCcOf(2).get()).toEqual({ files: [file], cc: 'a@x.com' });
    expect(filesAndCcOf(1).get()).toEqual({ files: [] });
  });
});
