import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unsavedNote } from '../../../console/src/shell/browser-storage.ts';
import { partsOf } from '../../../console/src/shell/reply-parts.ts';
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
    const calls = stubService(stored('<p>Do serviço</p>'));
    expect(await carryOver(1, 2, '<p>Meu</p>')).toBe(true);
    expect(partsOf(2).get().below).toBe('<p>Meu</p>');
    expect(calls).toContainEqual(['tickets.composing.discard', { id: 1 }]);
    await carryOver(3, 4, '');
    expect(partsOf(4).get().below).toBe('<p>Do serviço</p>');
  });

  it('moves nothing if nobody is writing on the merged ticket', async () => {
    const calls = stubService(stored(null));
    expect(await carryOver(5, 6, '')).toBe(false);
    expect(calls.map(([path]) => path)).toEqual(['tickets.composing.get']);
  });

  it('moves the note, the files and the Cc with the text', async () => {
    stubService(stored(null));
    unsavedNote(11).set('Minha');
    unsavedNote(12).set('Outra');
    const file = { id: 5, name: 'a.txt', type: 'text/plain', size: 1 };
    partsOf(11).set({ files: [file], cc: 'a@x.com' });
    expect(await carryOver(11, 12, '')).toBe(true);
    expect([unsavedNote(11).get(), unsavedNote(12).get()]).toEqual(['', 'Outra\n\nMinha']);
    expect(partsOf(12).get()).toMatchObject({ files: [file], cc: 'a@x.com' });
    expect(partsOf(11).get()).toMatchObject({ files: [] });
  });
});
