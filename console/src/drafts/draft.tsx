import { Link } from '@tanstack/react-router';
import { useRead } from '../api/client.ts';
import { ReplyHtml } from '../reply/reply-html.tsx';
import { Conversation } from '../tickets/conversation.tsx';
import { OpenHeader } from '../tickets/open-header.tsx';
import { ticketTexts } from '../tickets/texts.ts';
import { useThread } from '../tickets/thread.ts';
import styles from '../tickets/ticket.module.css';
import { Loaded } from '../ui/page.tsx';
import { type OpenDraft, Review } from './review.tsx';
import { draftTexts as texts } from './texts.ts';

/** A draft beside the conversation that it answers. */
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
        facts={draft.requesterName ?? draft.requesterEmail ?? ticketTexts.anonymous}
      >
        <Link to={`/chamados/${ticketId}`}>{texts.openTicket(ticketId)}</Link>
      </OpenHeader>
      <Loaded query={thread.ticket}>
        {() => <Conversation ticketId={ticketId} thread={thread} />}
      </Loaded>
      <section aria-label={texts.draft} className={`stack ${styles.side}`}>
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

/** How sure the model is, and on which tickets it built. */
const About = ({ draft: { confidence, sources, edited } }: { draft: OpenDraft }) => (
  <div className="small">
    <p className="line">
      <strong>{texts.confidence(confidence)}</strong>
      {edited && <strong>{texts.edited}</strong>}
    </p>
    <p className="line">
      {sources.length === 0 ? texts.noSources : texts.sources}
      {sources.map(({ ticketId, score }) => (
        <Link key={ticketId} to={`/chamados/${ticketId}`}>
          {texts.source(ticketId, score)}
        </Link>
      ))}
    </p>
  </div>
);
