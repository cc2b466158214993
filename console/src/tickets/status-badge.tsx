import { ticketTexts } from '../texts/tickets.ts';
import type { Status } from './filter.ts';
import styles from './status-badge.module.css';

/** A ticket's status. */
export const StatusBadge = ({ status }: { status: Status }) => (
  <span className={styles.badge} data-status={status}>
    {ticketTexts.statuses[status]}
  </span>
);
