import { expect, it, vi } from 'vitest';

await vi.hoisted(async () => (await import('../stub-window.ts')).stubWindow());
const { hasAnswered } = await import('../../../console/src/shell/notifications.tsx');

const ticket = (waitingSince: string | null, snippet: string) => ({ waitingSince, snippet });

it.each([
  ['waits again', ticket('b', 'Oi'), ticket(null, 'Oi'), true],
  ['has another message', ticket('b', 'E aí?'), ticket('b', 'Oi'), true],
  ['has a note or a tag', ticket('b', 'Oi'), ticket('b', 'Oi'), false],
  ['has a reply', ticket(null, 'Oi'), ticket('b', 'Oi'), false],
])('an answer is news if a ticket %s', (_, now, before, isNews) => {
  expect(hasAnswered(now, before)).toBe(isNews);
});
