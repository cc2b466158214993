import { globSync } from 'node:fs';

/** Tests of a part whose name is not their folder's, or that others test as well. */
const alsoTestedBy: Record<string, readonly string[]> = {
  accounts: ['people', 'newsletter-events'],
  audit: ['webhooks/webhooks'],
  'attachment-quarantine': ['attachments'],
  auth: ['trpc/refusals'],
  connection: ['db'],
  context: ['tags', 'quiz', 'db'],
  drafts: ['replies'],
  embeddings: ['similar-tickets', 'replies/grounding'],
  errors: ['http', 'tags'],
  'group-invites': ['groups'],
  'group-members': ['groups', 'rankings/group-ranking'],
  groups: ['rankings/group-ranking', 'rankings/group-ranking.postgres'],
  http: ['contract', 'tags', 'attachments/access', 'quiz/generation-access'],
  idempotency: ['quiz/submit', 'people/people'],
  jobs: ['quiz/job', 'telemetry/metrics', 'telemetry/tracing'],
  mail: ['replies/batch', 'tickets/reply'],
  'model-tokens': ['ai'],
  outbox: ['mail', 'replies/batch', 'tickets/reply', 'telemetry/metrics'],
  'personal-columns': ['people'],
  process: ['boot'],
  'quiz-attempts': ['quiz'],
  'quiz-review': ['quiz'],
  'ranking-places': ['rankings', 'streaks/reader-machine'],
  rankings: ['streaks/reader-machine', 'groups/two-private-groups'],
  'quick-replies': ['tickets/reply'],
  'reader-profiles': ['streaks', 'rankings/my-ranking'],
  replies: ['ai/ai'],
  'response-times': ['reports'],
  retention: ['people'],
  'signing-keys': ['attachments'],
  'similar-tickets': ['replies'],
  streaks: ['rankings/my-ranking', 'quiz/submit', 'quiz/correction'],
  tags: ['audit', 'tickets/work-lists'],
  'ticket-counts': ['reports'],
  'ticket-erasure': ['people', 'tickets/tickets'],
  'ticket-lists': ['tickets'],
  'ticket-merge': ['tickets'],
  'ticket-notes': ['tickets'],
  'ticket-vectors': ['embeddings'],
  text: ['groups', 'rankings', 'inbound', 'http/texts', 'replies/growth'],
  tickets: ['reports/counting', 'inbound/ingest', 'replies/batch', 'mail/undo'],
  'token-revocations': ['auth'],
  tokens: ['auth'],
  trpc: ['tags'],
  'webhook-deliveries': ['webhooks'],
  'work-lists': ['tickets'],
};

/** Tests that look at every operation, procedure or act. */
const everywhere = ['contract/exact-responses', 'audit/every-act', 'trpc/roles'];

/** The name that a source file shares with the tests of its domain: `server/tags/wire.ts` and `db/tags.ts` are `tags`. */
const domainOf = (source: string): string => {
  const [, part = ''] = source.split('/');
  return part.replace(/\.ts$/, '');
};

/** Patterns of the test files that are to notice a change of these sources. */
export const testsOf = (sources: readonly string[]): string[] => {
  const names = sources.map(domainOf).flatMap((name) => [name, ...(alsoTestedBy[name] ?? [])]);
  return [...new Set([...names, ...everywhere])].flatMap((name) =>
    [`test/${name}/**/*.test.ts`, `test/${name}.test.ts`, `test/**/${name}.test.ts`].filter(
      (pattern) => globSync(pattern).length > 0,
    ),
  );
};
