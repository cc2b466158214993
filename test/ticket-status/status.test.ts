import { describe, expect, it } from 'vitest';
import type { TicketStatus } from '../../db/schema.ts';
import { statusAfter } from '../../server/ticket-status/status.ts';

const all: TicketStatus[] = ['open', 'in_progress', 'resolved', 'closed'];

describe('statusAfter', () => {
  it('lets an agent set any status from any other', () => {
    for (const from of all) {
      for (const status of all) {
        expect(statusAfter(from, { kind: 'agent-set-status', status })).toBe(status);
      }
    }
  });

  it('reopens only a resolved ticket when its requester writes', () => {
    const after = all.map((from) =>
      statusAfter(from, { kind: 'message-added', origin: 'requester' }),
    );
    expect(after).toEqual(['open', 'in_progress', 'open', 'closed']);
  });

  it('keeps the status when an agent or the model writes', () => {
    for (const origin of ['agent', 'ai'] as const) {
      expect(all.map((from) => statusAfter(from, { kind: 'message-added', origin }))).toEqual(all);
    }
  });
});
