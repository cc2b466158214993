import type { Job } from '../jobs/job.ts';
import { handleDueEvents } from './service.ts';

/** Works on events of the newsletter's platform. Every process runs it: an event is claimed first. */
export const newsletterEventsJob: Job = {
  name: 'newsletter-events',
  schedule: '*/10 * * * * *',
  mode: 'every-process',
  run: (ctx, { signal }) => handleDueEvents(ctx, signal),
};
