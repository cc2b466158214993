import type { TestProject } from 'vitest/node';

/** Provides the database template that `npm run mutate` migrated: each mutant would migrate one of its own otherwise. */
export default (project: TestProject): void => {
  const { TEST_DATABASE_URL: server, MUTATION_TEMPLATE: template } = process.env;
  if (!server || !template) throw new Error('run it by npm run mutate');
  project.provide('databaseTemplate', { server, template });
};
