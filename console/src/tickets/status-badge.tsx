import { ticketTexts } from '../texts/tickets.ts';
import type { Status } from './filter.ts';

const tones = { open: 'info', in_progress: 'warn', resolved: 'good', closed: undefined } as const;

/** A ticket's status. */
export const StatusBadge = ({ status }: { status: Status }) => (
  <span className="badge" data-tone={tones[status]}>
    {ticketTexts.statuses[status]}
  </span>
);
