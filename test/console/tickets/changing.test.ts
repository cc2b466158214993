import { expect, it, vi } from 'vitest';
import { stubService } from '../stub-browser.ts';

await vi.hoisted(async () => (await import('../stub-window.ts')).stubWindow());
const { undoOf } = await import('../../../console/src/tickets/changing.ts');
const { ticketTexts } = await import('../../../console/src/tickets/texts.ts');

const undoing = async (...kept: boolean[]) => {
  const back = vi.fn();
  const calls = stubService({
    'tickets.undoChange': { outcomes: kept.map((isKept, id) => ({ id, ok: !isKept })) },
  });
  return { text: await undoOf('c1', back)(), back, calls };
};

it('a change is undone on all tickets but those that changed since, and counts both', async () => {
  const { text, back, calls } = await undoing(false, true, true);
  expect(calls).toEqual([['tickets.undoChange', { changeId: 'c1' }]]);
  expect(text).toBe(ticketTexts.undone(1, 2));
  expect(back).toHaveBeenCalledOnce();
});

it('an undo that reaches no ticket leads nowhere', async () => {
  const { text, back } = await undoing(true);
  expect(text).toBe(ticketTexts.undone(0, 1));
  expect(back).not.toHaveBeenCalled();
});
