import { describe, expect, it } from 'vitest';
import type { TicketStatus } from '../../db/schema.ts';
import { statusAfter } from '../../server/tickets/status.ts';

const all: TicketStatus[] = ['open', 'in_progress', 'resolved', 'closed'];

describe('statusAfter', () => {
  it('lets an agent set any status from any other', () => {
    for (const from of all) {
      for (const status of all) {
        expect(statusAfter(from, { kind: 'agent-set-status', status })).toBe(status);
      }
    }
  });

  it('reopens only a resolved ticket at a message of its requester', () => {
    const after = all.map((from) =>
      statusAfter(from, { kind: 'message-added', origin: 'requester' }),
    );
    expect(after).toEqual(['open', 'in_progress', 'open', 'closed']);
  });

  it('leaves the status at a message of an agent or the model', () => {
    for (const origin of ['agent', 'ai'] as const) {
      expect(all.map((from) => statusAfter(from, { kind: 'message-added', origin }))).toEqual(all);
    }
  });
});
