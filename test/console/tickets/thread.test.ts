import { describe, expect, it, vi } from 'vitest';
import { itemsOf } from '../../../console/src/tickets/conversation/thread.ts';
import { hoursAgo, renderAtNoon } from '../samples.ts';

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
  const ticket = {
    messages: [message(9, 5), message(10, 5)],
    notes: [message(2, 5), message(1, 6)],
  } as never;
  const acts = [act('3', 8), act('4', 6), act('5', 5)] as never;
  const thread = (hasOlder: boolean, older: object[] = []) =>
    itemsOf(ticket, older as never, acts, hasOlder)
      .map(({ kind, id }) => `${kind}${id}`)
      .join(' ');
  const newest = 'event4 note1 event5 message9 message10 note2';

  it('lists a conversation oldest first, with changes since the first shown message', () => {
    expect(thread(false)).toBe(`event3 ${newest}`);
    expect(thread(true)).toBe(newest);
  });

  it('lists each message once when older ones are loaded', () => {
    const older = [
      { kind: 'message', ...message(9, 5) },
      { kind: 'message', ...message(8, 7) },
    ];
    expect(thread(true, older)).toBe(`message8 ${newest}`);
    expect(thread(false, older)).toBe(`event3 message8 ${newest}`);
  });
});
