import type { Job } from '../jobs/job.ts';
import { finishDays } from './days-for-all.ts';

/** Gives the days ahead that have ended to all. */
export const giveDaysJob: Job = {
  name: 'give-days',
  schedule: '* * * * *',
  mode: 'once',
  run: (ctx, { signal }) => finishDays(ctx, signal),
};
