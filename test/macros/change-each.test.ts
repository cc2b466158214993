import { describe, expect, it } from 'vitest';
import { AppError } from '../../server/core/errors.ts';
import { changeEach } from '../../server/tickets/changes/change-tickets.ts';

const changing = (errors: Record<number, Error>) =>
  changeEach([1, 2, 3], async (id) => {
    if (errors[id]) throw errors[id];
    return [{ id, ok: true }];
  });

describe('a macro that replies', () => {
  it('goes on after a ticket that refuses it', async () => {
    expect(await changing({ 1: new AppError('ticket-closed') })).toMatchObject([
      { ok: false, reason: 'ticket-closed' },
      { ok: true },
      { ok: true },
    ]);
  });

  it('stops at a fault, and says which tickets have their reply', async () => {
    expect(await changing({ 2: new AppError('unavailable') })).toEqual([
      { id: 1, ok: true },
      { id: 2, ok: false, reason: 'unavailable' },
      { id: 3, ok: false, reason: 'unavailable' },
    ]);
  });

  it('fails with a fault before the first reply', async () => {
    await expect(changing({ 1: new AppError('unavailable') })).rejects.toThrow('unavailable');
  });
});
