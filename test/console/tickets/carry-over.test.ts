import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addParts,
  partsOf,
  takeTexts,
  unsavedNote,
} from '../../../console/src/shell/browser-storage.ts';
import { stubBrowser, stubService } from '../stub-browser.ts';

await vi.hoisted(async () => (await import('../stub-window.ts')).stubWindow());
const { carryOver } = await import('../../../console/src/tickets/carry-over.ts');

beforeEach(() => {
  stubBrowser();
});
afterEach(() => vi.unstubAllGlobals());

const stored = (html: string | null) => ({ 'tickets.composing.get': { html, revision: 3 } });

describe('what is written on a merged ticket', () => {
  it("moves a merged ticket's text below the other ticket's text", async () => {
    const calls = stubService(stored('<p>Do serviço</p>'));
    expect(await carryOver(1, 2)).toBe(true);
    expect((await takeTexts(2)).below).toBe('<p>Do serviço</p>');
    const emptied = { id: 1, html: '', revision: 3 };
    expect(calls).toContainEqual(['tickets.composing.save', emptied]);
  });

  it("replaces the service's text only by one that was written over it", async () => {
    stubService(stored('<p>Do serviço</p>'));
    await carryOver(3, 4, { html: '<p>Meu</p>', revision: 3 });
    expect((await takeTexts(4)).below).toBe('<p>Meu</p>');
    await carryOver(3, 4, { html: '<p>Velho</p>', revision: 2 });
    expect((await takeTexts(4)).below).toBe('<p>Do serviço</p><p>Velho</p>');
  });

  it('moves texts that wait for the box of the merged ticket', async () => {
    stubService(stored(null));
    addParts(7, { below: '<p>De outro</p>' });
    expect(await carryOver(7, 8)).toBe(true);
    expect((await takeTexts(8)).below).toBe('<p>De outro</p>');
    expect((await takeTexts(7)).below).toBe('');
  });

  it('moves nothing if nobody is writing on the merged ticket', async () => {
    const calls = stubService(stored(null));
    expect(await carryOver(9, 10)).toBe(false);
    expect(calls.map(([path]) => path)).toEqual(['tickets.composing.get']);
  });

  it('moves the note, the files and the Cc with the text', async () => {
    stubService(stored(null));
    unsavedNote(11).set('Minha');
    unsavedNote(12).set('Outra');
    const file = { id: 5, name: 'a.txt', type: 'text/plain', size: 1 };
    addParts(11, { files: [file], cc: 'a@x.com' });
    expect(await carryOver(11, 12)).toBe(true);
    expect([unsavedNote(11).get(), unsavedNote(12).get()]).toEqual(['', 'Outra\n\nMinha']);
    expect(partsOf(12).get()).toMatchObject({ files: [file], cc: 'a@x.com' });
    expect(partsOf(11).get()).toMatchObject({ files: [] });
  });
});
