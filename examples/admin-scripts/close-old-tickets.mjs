import { createInternalClient, isInternalError } from '@leitor/internal';

// Closes resolved tickets that nobody changed for thirty days, and leaves a note on each.
//
//   LEITOR_URL=http://127.0.0.1:3001 LEITOR_TOKEN=… node close-old-tickets.mjs        only counts
//   LEITOR_URL=http://127.0.0.1:3001 LEITOR_TOKEN=… node close-old-tickets.mjs --yes  closes them

const { LEITOR_URL: url = 'http://127.0.0.1:3001', LEITOR_TOKEN: token = '' } = process.env;
const internal = createInternalClient({ url, token, timeoutMs: 60_000 });
const confirmed = process.argv.includes('--yes');
const dayMs = 86_400_000;

const change = {
  filter: { status: 'resolved', updatedBefore: new Date(Date.now() - 30 * dayMs).toISOString() },
  setStatus: 'closed',
  note: 'Fechado: resolvido há mais de trinta dias.',
};

let closed = 0;
try {
  // A call changes at most 10 000 tickets. Without `expected` it only counts.
  for (;;) {
    const { total } = await internal.tickets.bulk.mutate(change);
    if (!confirmed) console.log(`${total} would be closed; --yes closes them`);
    if (!confirmed || total === 0) break;
    const { outcomes } = await internal.tickets.bulk.mutate({ ...change, expected: total });
    const refused = outcomes.filter(({ ok }) => !ok);
    for (const { id, reason } of refused) console.error(`ticket ${id}: ${reason}`);
    closed += outcomes.length - refused.length;
    if (refused.length === outcomes.length) break;
  }
  if (confirmed) console.log(`closed ${closed}`);
} catch (error) {
  if (!isInternalError(error)) throw error;
  console.error(`${error.data?.errorCode ?? 'no response'}: ${error.message}`);
  process.exitCode = 1;
}
