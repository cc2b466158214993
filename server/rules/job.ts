import type { Job } from '../jobs/job.ts';
import { runDueRules } from './run-rules.ts';

/** Runs rules on messages that arrived. Every process runs it: a message is claimed first. */
export const runRulesJob: Job = {
  name: 'run-rules',
  schedule: '*/10 * * * * *',
  mode: 'every-process',
  run: (ctx, { signal }) => runDueRules(ctx, signal),
};
