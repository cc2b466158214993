import { expect, it } from 'vitest';
import { procedures } from '../../server/internal-contract.ts';

/** The procedures with the effects that `leitor mcp` offers only by name. A new one is added here. */
const closed = {
  export: ['people.export', 'tickets.export'],
  outward: [
    'jobs.run',
    'macros.run',
    'macros.save',
    'outbox.retry',
    'replies.drafts.approve',
    'replies.save',
    'rules.save',
    'tickets.forward',
    'tickets.mailMessage',
    'tickets.reply',
    'webhooks.create',
    'webhooks.enable',
    'webhooks.replay',
    'webhooks.test',
    'webhooks.update',
  ],
  privilege: ['sessions.end', 'team.set', 'tokens.create', 'tokens.revoke', 'webhooks.rotate'],
};

it('exports, mails outside and hands over power in these procedures alone', () => {
  for (const [effect, paths] of Object.entries(closed)) {
    const found = procedures.filter((procedure) => procedure.effect === effect);
    expect(found.map(({ path }) => path).sort()).toEqual(paths);
  }
});

it('changes nothing in a query', () => {
  const queries = procedures.filter(({ kind }) => kind === 'query');
  expect(queries.filter(({ effect }) => effect !== 'read')).toEqual([]);
});
