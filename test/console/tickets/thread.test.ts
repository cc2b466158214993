import { describe, expect, it, vi } from 'vitest';
import { useThread } from '../../../console/src/tickets/conversation/thread.ts';
import { given, givenPage, used } from '../render.ts';
import { hoursAgo, opened, renderAtNoon } from '../samples.ts';

await vi.hoisted(async () => (await import('../stub-window.ts')).stubWindow());
renderAtNoon();

describe('the conversation of a ticket', () => {
  const written = { author: 'Ana', body: 'Oi', folded: null, notice: null, mail: null };
  const message = (id: number, hours: number) => ({ ...written, id, createdAt: hoursAgo(hours) });
  const act = (id: string, hours: number) => ({
    id,
    author: 'x',
    at: hoursAgo(hours),
    changes: [],
  });
  const known = (cursor: string | null, older?: { items: object[]; nextCursor: string | null }) => [
    given('tickets.get', { id: 7 }, {
      ...opened,
      messagesCursor: cursor,
      messages: [message(9, 5), message(10, 5)],
      notes: [message(2, 5), message(1, 6)],
    } as never),
    given('tickets.history', { id: 7 }, {
      items: [act('3', 8), act('4', 6), act('5', 5)],
      nextCursor: null,
    } as never),
    ...(older ? [givenPage('tickets.messages', { id: 7, limit: 50 }, older as never)] : []),
  ];
  const thread = async (...args: Parameters<typeof known>) => {
    const { items, hasOlder } = await used(() => useThread(7), known(...args));
    return [items.map(({ kind, id }) => `${kind}${id}`).join(' '), hasOlder];
  };
  const newest = 'event4 note1 event5 message9 message10 note2';

  it('has the oldest first, and what was done only since the first that is shown', async () => {
    expect(await thread(null)).toEqual([`event3 ${newest}`, false]);
    expect(await thread('c')).toEqual([newest, true]);
  });

  it('has each once when older ones are loaded, until there are no more', async () => {
    const items = [
      { kind: 'message', ...message(9, 5) },
      { kind: 'message', ...message(8, 7) },
    ];
    expect(await thread('c', { items, nextCursor: 'd' })).toEqual([`message8 ${newest}`, true]);
    expect(await thread('c', { items, nextCursor: null })).toEqual([
      `event3 message8 ${newest}`,
      false,
    ]);
  });
});
