import type { Job } from '../jobs/job.ts';
import { runDueRules } from './run-rules.ts';

/** Runs rules on new messages. Every process runs it and claims each message first. */
export const runRulesJob: Job = {
  name: 'run-rules',
  schedule: '*/10 * * * * *',
  mode: 'every-process',
  run: (ctx, { signal }) => runDueRules(ctx, signal),
};
