import { Link } from '@tanstack/react-router';
import type { ItemOf } from '../api/procedures.ts';
import { draftTexts as texts } from '../texts/drafts.ts';
import { ticketTexts } from '../texts/tickets.ts';
import styles from './drafts.module.css';

/** A draft in the list. */
export const DraftRow = ({
  draft,
  isOpen,
}: {
  draft: ItemOf<'replies.drafts.list'>;
  isOpen: boolean;
}) => (
  <Link
    to={`/rascunhos/${draft.id}` as string}
    search={(before: object) => before}
    className={styles.row}
    aria-current={isOpen || undefined}
  >
    <span className={styles.who}>
      {draft.requesterName ?? draft.requesterEmail ?? ticketTexts.anonymous}
    </span>
    <span className={styles.confidence}>{texts.confidence(draft.confidence)}</span>
    <strong className={styles.subject}>{draft.subject || ticketTexts.noSubject}</strong>
    <span className={styles.question}>{draft.question}</span>
  </Link>
);
