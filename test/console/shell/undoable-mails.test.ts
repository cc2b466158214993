import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { partsOf, takeTexts, unsentForward } from '../../../console/src/shell/browser-storage.ts';
import {
  offerUndo,
  openAt,
  secondsTo,
  takeBack,
  undoables,
} from '../../../console/src/shell/undo/undoable-mails.ts';
import { stubBrowser, stubService } from '../stub-browser.ts';

const start = Date.parse('2026-11-26T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  stubBrowser();
  undoables().set([]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const idsAt = (now: number) => openAt(undoables().get(), now).map(({ mailId }) => mailId);
const last = () => {
  const undoable = undoables().get().at(-1);
  if (!undoable) throw new Error('nothing is offered');
  return undoable;
};

describe('the offer to undo', () => {
  it('ends the offer to undo half a second before the mail leaves', () => {
    offerUndo({ mailId: 1, ticketId: 7 });
    expect(idsAt(start + 9_499)).toEqual([1]);
    expect(idsAt(start + 9_500)).toEqual([]);
  });

  it('counts the seconds to undo in whole numbers, at most ten', () => {
    expect([9_500, 9_001, 9_000, 1].map((left) => secondsTo(left, 0))).toEqual([10, 10, 9, 1]);
  });

  it('lists undoable mails in the order of sending, without those that have left', () => {
    offerUndo({ mailId: 1, ticketId: 7 });
    vi.setSystemTime(start + 5_000);
    offerUndo({ mailId: 2, ticketId: 8 });
    expect(idsAt(start + 5_000)).toEqual([1, 2]);
    vi.setSystemTime(start + 9_500);
    offerUndo({ mailId: 3, ticketId: 9 });
    expect(idsAt(start + 9_500)).toEqual([2, 3]);
  });
});

describe('a mail that is taken back', () => {
  it("puts an undone mail's text before the present one, with its files", async () => {
    const calls = stubService();
    const file = { id: 5, name: 'a.txt', type: 'text/plain', size: 1 };
    for (const [mailId, text] of ['<p>Depois</p>', '<p>Antes</p>'].entries()) {
      offerUndo({ mailId, ticketId: 7, parts: { files: [file], before: text } });
      await takeBack(last());
    }
    expect(calls[0]).toEqual(['outbox.undo', { id: 0 }]);
    expect(partsOf(7).get()).toMatchObject({ files: [file] });
    expect((await takeTexts(7)).before).toBe('<p>Antes</p><p>Depois</p>');
    expect(undoables().get()).toEqual([]);
  });

  it('restores no text of an undone draft, and an undone forward to its message', async () => {
    stubService();
    offerUndo({ mailId: 1, ticketId: 17 });
    await takeBack(last());
    expect((await takeTexts(17)).before).toBe('');
    const forward = { to: 'rui@x.com', html: 'Oi', files: [2] };
    offerUndo({ mailId: 2, ticketId: 7, forward: { messageId: 21, ...forward } });
    await takeBack(last());
    expect(unsentForward(21).get()).toEqual(forward);
  });

  it('stops offering a mail that has left, and restores nothing', async () => {
    stubService({ 'outbox.undo': new Error('mail-not-undoable') });
    offerUndo({ mailId: 1, ticketId: 18, parts: { before: 'Oi' } });
    offerUndo({ mailId: 2, ticketId: 8 });
    const [first] = undoables().get();
    await expect(first && takeBack(first)).rejects.toThrow();
    expect(undoables().get()).toMatchObject([{ mailId: 2 }]);
    expect((await takeTexts(18)).before).toBe('');
  });

  it('restores the text once if two pages undo the mail at once', async () => {
    stubService();
    offerUndo({ mailId: 1, ticketId: 20, parts: { before: 'Oi' } });
    await Promise.all([takeBack(last()), takeBack(last())]);
    expect((await takeTexts(20)).before).toBe('Oi');
  });

  it('restores the text once if the response to an earlier undo was lost', async () => {
    offerUndo({ mailId: 1, ticketId: 19, parts: { before: 'Oi' } });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed to fetch')));
    await expect(takeBack(last())).rejects.toThrow();
    expect(undoables().get()).toMatchObject([{ mailId: 1, isUndoing: true }]);
    stubService({ 'outbox.undo': new Error('mail-not-found') });
    const undoable = last();
    const outcomes = await Promise.allSettled([takeBack(undoable), takeBack(undoable)]);
    expect(outcomes.map(({ status }) => status)).toContain('fulfilled');
    expect((await takeTexts(19)).before).toBe('Oi');
    expect(undoables().get()).toEqual([]);
  });
});
