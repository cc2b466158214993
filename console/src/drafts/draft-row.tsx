import { Link } from '@tanstack/react-router';
import type { ItemOf } from '../api/procedures.ts';
import { draftTexts as texts } from '../texts/drafts.ts';
import { ticketTexts } from '../texts/tickets.ts';
import styles from '../tickets/list.module.css';

/** A draft in the list. */
export const DraftRow = ({
  draft,
  isOpen,
}: {
  draft: ItemOf<'replies.drafts.list'>;
  isOpen: boolean;
}) => (
  <li className={styles.row} data-open={isOpen || undefined}>
    <Link
      to={`/rascunhos/${draft.id}` as string}
      search={(before: object) => before}
      className={styles.link}
      aria-current={isOpen || undefined}
    >
      <span className="small clip">
        {draft.requesterName ?? draft.requesterEmail ?? ticketTexts.anonymous}
      </span>
      <span className={`small ${styles.time}`}>{texts.confidence(draft.confidence)}</span>
      <strong className={`clip ${styles.wide}`}>{draft.subject || ticketTexts.noSubject}</strong>
      <span className={`small clip ${styles.wide}`}>{draft.question}</span>
    </Link>
  </li>
);
