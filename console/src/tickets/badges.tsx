import type { OutputOf } from '../api/client.ts';
import { ticketTexts as texts } from './texts.ts';

const tones = { open: 'info', in_progress: 'warn', resolved: 'good', closed: undefined } as const;

export const StatusBadge = ({ status }: { status: OutputOf<'tickets.get'>['status'] }) => (
  <span className="state" data-tone={tones[status]}>
    {texts.statuses[status]}
  </span>
);
