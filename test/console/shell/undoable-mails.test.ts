import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { unsavedReply, unsentForward } from '../../../console/src/shell/browser-storage.ts';
import { filesAndCcOf } from '../../../console/src/shell/files-and-cc.ts';
import {
  offerUndo,
  onUndone,
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
  it("puts an undone mail's text before the present text, with its files", async () => {
    const calls = stubService();
    unsavedReply(7).set({ html: '<p>Depois</p>', revision: 3 });
    const file = { id: 5, name: 'a.txt', type: 'text/plain', size: 1 };
    offerUndo({ mailId: 1, ticketId: 7, html: '<p>Antes</p>', extras: { files: [file] } });
    await takeBack(last());
    expect(calls).toEqual([['outbox.undo', { id: 1 }]]);
    expect(unsavedReply(7).get()).toEqual({ html: '<p>Antes</p><p>Depois</p>', revision: null });
    expect(filesAndCcOf(7).get().files).toEqual([file]);
    expect(undoables().get()).toEqual([]);
  });

  it('restores no text of an undone draft, and an undone forward to its message', async () => {
    stubService();
    offerUndo({ mailId: 1, ticketId: 7 });
    await takeBack(last());
    expect(unsavedReply(7).get()).toBeUndefined();
    const forward = { to: 'rui@x.com', html: 'Oi', files: [2] };
    offerUndo({ mailId: 2, ticketId: 7, forward: { messageId: 21, ...forward } });
    await takeBack(last());
    expect(unsentForward(21).get()).toEqual(forward);
  });

  it('reports an undone mail in all tabs until they stop listening', async () => {
    stubService();
    const other = new BroadcastChannel('console:undone');
    onTestFinished(() => other.close());
    const elsewhere: unknown[] = [];
    other.onmessage = ({ data }: MessageEvent) => void elsewhere.push(data);
    const told: number[] = [];
    const stop = onUndone(({ ticketId }) => told.push(ticketId));
    offerUndo({ mailId: 1, ticketId: 7 });
    const undoable = last();
    await takeBack(undoable);
    await vi.waitFor(() => expect(elsewhere).toEqual([undoable]));
    other.postMessage({ ...undoable, ticketId: 2 });
    await vi.waitFor(() => expect(told).toEqual([7, 2]));
    stop();
    offerUndo({ mailId: 3, ticketId: 7 });
    await takeBack(last());
    expect(told).toEqual([7, 2]);
  });

  it('stops offering a mail that has left, and restores nothing', async () => {
    stubService({ 'outbox.undo': new Error('mail-not-undoable') });
    offerUndo({ mailId: 1, ticketId: 7, html: 'Oi' });
    offerUndo({ mailId: 2, ticketId: 8, html: 'Oi' });
    const [first] = undoables().get();
    await expect(first && takeBack(first)).rejects.toThrow();
    expect(undoables().get()).toMatchObject([{ mailId: 2 }]);
    expect(unsavedReply(8).get()).toBeUndefined();
  });
});
