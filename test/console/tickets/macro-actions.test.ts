import { describe, expect, it } from 'vitest';
import {
  isComplete,
  type MacroAction,
  offeredActions,
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
    const offered = offeredActions([status('open'), tag(1)], [1, 2]);
    expect(offered.map(({ type }) => type)).not.toContain('status');
    expect(offered).toContainEqual({ type: 'removeTag', tagId: 2 });
    const all = offeredActions([tag(1), tag(2)], [1, 2]);
    expect(all.map(({ type }) => type)).not.toContain('addTag');
  });

  it('requires a text for macro actions that have one', () => {
    expect(isComplete({ type: 'reply', html: '' })).toBe(false);
    expect(isComplete({ type: 'note', body: ' ' })).toBe(false);
    expect(isComplete({ type: 'note', body: 'x' })).toBe(true);
    expect(isComplete({ type: 'snooze', until: null })).toBe(true);
  });

  it.each<[string, MacroAction, boolean]>([
    ['resolves', status('resolved'), true],
    ['closes', status('closed'), true],
    ['reopens', status('open'), false],
    ['puts off', { type: 'snooze', until: { days: 1, hour: 8 } }, true],
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
