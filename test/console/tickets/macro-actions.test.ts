import { describe, expect, it } from 'vitest';
import {
  firstFreeTag,
  isComplete,
  type MacroAction,
  newAction,
  offeredTypes,
  settles,
  summaryOf,
} from '../../../console/src/tickets/macro-actions.ts';

const tag = (tagId: number): MacroAction => ({ type: 'addTag', tagId });
const status = (to: 'open' | 'resolved' | 'closed'): MacroAction => ({
  type: 'status',
  status: to,
});

describe('the actions of a macro', () => {
  it('offers each macro action once, and tag actions while a tag is left', () => {
    expect(offeredTypes([status('open'), tag(1)], [1, 2])).not.toContain('status');
    expect(offeredTypes([status('open'), tag(1)], [1, 2])).toContain('removeTag');
    expect(offeredTypes([tag(1), tag(2)], [1, 2])).not.toContain('addTag');
    expect(firstFreeTag([tag(1)], [1, 2])).toBe(2);
  });

  it('requires a text for macro actions that have one', () => {
    expect(isComplete(newAction('reply', 0))).toBe(false);
    expect(isComplete({ type: 'note', body: ' ' })).toBe(false);
    expect(isComplete({ type: 'note', body: 'x' })).toBe(true);
    expect(isComplete(newAction('snooze', 0))).toBe(true);
  });

  it.each<[string, MacroAction, boolean]>([
    ['resolves', status('resolved'), true],
    ['closes', status('closed'), true],
    ['reopens', status('open'), false],
    ['puts off', newAction('snooze', 0), true],
    ['brings back', { type: 'snooze', until: null }, false],
    ['tags', tag(1), false],
  ])('lead to the next ticket, or not: one that %s', (_, action, leads) => {
    expect(settles([tag(3), action])).toBe(leads);
  });

  it('describes macro actions in their order', () => {
    const read = summaryOf(
      [tag(7), { type: 'assign', agentEmail: 'bia@x.com' }],
      (id) => `tag ${id}`,
      () => 'Bia',
    );
    expect(read).toMatch(/tag 7.*Bia/);
  });
});
