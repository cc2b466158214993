import { Link } from '@tanstack/react-router';
import { useRead } from '../api/client.ts';
import { draftTexts as texts } from '../reply/draft-texts.ts';
import { Basis, type OpenDraft } from '../reply/model-draft.tsx';
import { ReplyHtml } from '../reply/reply-html.tsx';
import { PlacedNotices } from '../shell/notices.tsx';
import { Conversation } from '../tickets/conversation/conversation.tsx';
import { useThread } from '../tickets/conversation/thread.ts';
import { OpenHeader } from '../tickets/open-header.tsx';
import { ticketTexts } from '../tickets/texts.ts';
import styles from '../tickets/ticket.module.css';
import { Loaded } from '../ui/page.tsx';
import { Review } from './review.tsx';

/** A model's draft beside its conversation. */
export const Draft = ({ id, onDecided }: { id: number; onDecided: () => void }) => {
  const query = useRead('replies.drafts.get', { id });
  return (
    <Loaded query={query} heading="h1">
      {(draft) => <Opened draft={draft} onDecided={onDecided} />}
    </Loaded>
  );
};

const Opened = ({ draft, onDecided }: { draft: OpenDraft; onDecided: () => void }) => {
  const { ticketId, status } = draft;
  const thread = useThread(ticketId);
  return (
    <section className={styles.ticket} data-review>
      <OpenHeader
        list="/rascunhos"
        subject={draft.subject}
        facts={
          <span className="clip">
            {draft.requesterName ?? draft.requesterEmail ?? ticketTexts.anonymous}
          </span>
        }
      >
        <Link to={`/chamados/${ticketId}`}>{texts.openTicket(ticketId)}</Link>
      </OpenHeader>
      <Loaded query={thread.ticket}>
        {() => <Conversation ticketId={ticketId} thread={thread} />}
      </Loaded>
      <div className={styles.notices}>
        <PlacedNotices />
      </div>
      <section aria-label={texts.draft} className={`stack ${styles.side} ${styles.review}`}>
        <About draft={draft} />
        {status === 'pending' || status === 'stale' ? (
          thread.ticket.data && (
            <Review draft={draft} ticket={thread.ticket.data} onDecided={onDecided} />
          )
        ) : (
          <>
            <p>
              {texts.notPending[status]} {draft.discardReason}
            </p>
            <ReplyHtml html={draft.html} />
          </>
        )}
      </section>
    </section>
  );
};

/** The model's confidence, and the tickets that the draft is based on. */
const About = ({ draft }: { draft: OpenDraft }) => (
  <div>
    {draft.edited && <strong className="small">{texts.edited}</strong>}
    <Basis draft={draft} />
  </div>
);
