import { globSync } from 'node:fs';

/** Tests of a part whose name is not their folder's, or that others test as well. */
const alsoTestedBy: Record<string, readonly string[]> = {
  accounts: ['people'],
  context: ['tags', 'quiz', 'db'],
  errors: ['http', 'tags'],
  groups: ['rankings'],
  http: ['contract', 'tags', 'attachments/access'],
  idempotency: ['quiz', 'attachments', 'replies'],
  mail: ['replies'],
  outbox: ['mail', 'replies'],
  rankings: ['streaks', 'groups'],
  'similar-tickets': ['replies'],
  streaks: ['rankings', 'quiz'],
  tags: ['audit'],
  'ticket-counts': ['reports'],
  tickets: ['replies', 'reports'],
  trpc: ['tags'],
};

/** The name that a source file shares with the tests of its domain: `server/tags/wire.ts` and `db/tags.ts` are `tags`. */
const domainOf = (source: string): string => {
  const [, part = ''] = source.split('/');
  return part.replace(/\.ts$/, '');
};

/** Patterns of the test files that are to notice a change of these sources. */
export const testsOf = (sources: readonly string[]): string[] => {
  const names = sources.map(domainOf).flatMap((name) => [name, ...(alsoTestedBy[name] ?? [])]);
  return [...new Set(names)].flatMap((name) =>
    [`test/${name}/**/*.test.ts`, `test/${name}.test.ts`, `test/**/${name}.test.ts`].filter(
      (pattern) => globSync(pattern).length > 0,
    ),
  );
};
