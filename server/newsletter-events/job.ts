import type { Job } from '../jobs/job.ts';
import { handleDueEvents } from './service.ts';

/** Handles events of the newsletter's platform. Every process runs it and claims each event first. */
export const newsletterEventsJob: Job = {
  name: 'newsletter-events',
  schedule: '*/10 * * * * *',
  mode: 'every-process',
  run: (ctx, { signal }) => handleDueEvents(ctx, signal),
};
