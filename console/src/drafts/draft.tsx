import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { read } from '../api/client.ts';
import { useSubject } from '../app/title.ts';
import { Failed, Loading } from '../parts/waiting.tsx';
import { ReplyHtml } from '../reply/reply-html.tsx';
import { draftTexts as texts } from '../texts/drafts.ts';
import { ticketTexts } from '../texts/tickets.ts';
import { Conversation } from '../tickets/conversation.tsx';
import { useThread } from '../tickets/thread.ts';
import type { OpenDraft } from './draft-text.ts';
import styles from './drafts.module.css';
import { Review } from './review.tsx';

/** A draft beside the conversation that it answers. */
export const Draft = ({ id, onDecided }: { id: number; onDecided: () => void }) => {
  const { data, error, refetch } = useQuery(read('replies.drafts.get', { id }));
  if (data) return <Opened draft={data} onDecided={onDecided} />;
  return (
    <section className={styles.draft}>
      {error ? <Failed error={error} onAgain={() => void refetch()} /> : <Loading />}
    </section>
  );
};

const Opened = ({ draft, onDecided }: { draft: OpenDraft; onDecided: () => void }) => {
  const { ticketId, status } = draft;
  const thread = useThread(ticketId);
  const heading = useRef<HTMLHeadingElement>(null);
  useSubject(draft.subject);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className={styles.draft}>
      <header className={styles.draftHeader}>
        <Link
          to={'/rascunhos' as string}
          search={(before: object) => before}
          className={styles.back}
        >
          <ArrowLeft aria-hidden size={18} />
          <span className="hidden">{texts.back}</span>
        </Link>
        <h1 ref={heading} tabIndex={-1}>
          {draft.subject || ticketTexts.noSubject}
        </h1>
        <p className={styles.who}>
          {draft.requesterName ?? draft.requesterEmail ?? ticketTexts.anonymous}
        </p>
        <Link to={`/chamados/${ticketId}` as string}>{texts.openTicket(ticketId)}</Link>
      </header>
      {thread.ticket.isError ? (
        <Failed error={thread.ticket.error} onAgain={() => void thread.ticket.refetch()} />
      ) : (
        <Conversation ticketId={ticketId} {...thread} />
      )}
      <section aria-label={texts.draft} className={styles.review}>
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
  <div className={styles.about}>
    <p>
      <span className={styles.confidence}>{texts.confidence(confidence)}</span>
      {edited && <span className={styles.confidence}>{texts.edited}</span>}
    </p>
    {sources.length === 0 ? (
      <p>{texts.noSources}</p>
    ) : (
      <p>
        {texts.sources}{' '}
        {sources.map(({ ticketId, score }) => (
          <Link key={ticketId} to={`/chamados/${ticketId}` as string} className={styles.source}>
            {texts.source(ticketId, score)}
          </Link>
        ))}
      </p>
    )}
  </div>
);
