import { Link } from '@tanstack/react-router';
import { Sparkle } from 'lucide-react';
import { useState } from 'react';
import { type InputOf, type OutputOf, useRead, write } from '../api/client.ts';
import { failureTextOf } from '../api/failure.ts';
import { addParts } from '../shell/browser-storage.ts';
import { mailing } from '../shell/undo/undo-bar.tsx';
import { undoSeconds } from '../shell/undo/undoable-mails.ts';
import { type Action, Actions } from '../ui/actions.tsx';
import { Reason } from '../ui/form.tsx';
import { Button } from '../ui/page.tsx';
import { press } from '../ui/state/commands.ts';
import { useNarrow } from '../ui/state/use-narrow.ts';
import { draftTexts as texts } from './draft-texts.ts';
import styles from './editor.module.css';
import { ReplyHtml } from './reply-html.tsx';
import { useOnce } from './sending.tsx';

export type OpenDraft = OutputOf<'replies.drafts.get'>;

/** Returns a function that approves a draft; it resolves to a notice. */
export const useApproval = (ticketId: number) => {
  const once = useOnce();
  return async (input: InputOf<'replies.drafts.approve'>, html: string): Promise<string> => {
    const { mailId } = await mailing(
      () =>
        once([input, html], (requestKey) =>
          write('replies.drafts.approve', { ...input, undoSeconds, requestKey }),
        ),
      { ticketId },
    );
    return mailId === undefined ? texts.approved : texts.approvedMail;
  };
};

/** The action that discards a draft by a function, for a reason. */
export const discardOf = (run: Action['run']): Action => ({
  text: texts.discard,
  asks: <Reason required usual={texts.reasons} />,
  done: texts.discarded,
  run,
});

/** The model's draft above the reply, or a button that asks for one. */
export const ModelDraft = ({
  ticketId,
  hasAddress,
  newestMessageId,
}: {
  ticketId: number;
  hasAddress: boolean;
  newestMessageId: number | undefined;
}) => {
  const drafts = useRead('replies.drafts.list', { ticketId, status: 'pending', limit: 1 });
  const draft = drafts.data?.items[0];
  const isNarrow = useNarrow(40);
  const [isWhole, setWhole] = useState(false);
  const sends = useApproval(ticketId);
  if (!draft) return null;
  const { id, html } = draft;
  const approve = () =>
    sends({ id, sendEmail: hasAddress, lastSeenMessageId: newestMessageId }, html);
  const use = async () => {
    addParts(ticketId, { before: html });
    press('r');
    await write('replies.drafts.discard', { id, reason: texts.movedReason });
    return texts.used;
  };
  return (
    <section aria-label={texts.draft} className={styles.draft} data-whole={isWhole || undefined}>
      <div className="line">
        <h2 className="line">
          <Sparkle size={16} />
          {texts.draft}
        </h2>
        <span className="push" />
        <Button
          text={isWhole ? texts.less : texts.whole}
          className="low"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        />
        <Actions
          actions={[
            discardOf(({ reason = '' }) => write('replies.drafts.discard', { id, reason })),
            // Agents can only approve a text that they have seen, so a phone shows all of it or nothing.
            ...(isWhole || !isNarrow
              ? [{ text: texts.approve, look: 'lined' as const, run: approve }]
              : []),
            { text: texts.use, look: 'lined', run: use },
          ]}
        />
      </div>
      <div className={styles.drafted}>
        <ReplyHtml html={html} />
      </div>
      <Basis draft={draft} />
    </section>
  );
};

/** Returns true for a confidence that an agent should know: the service saves drafts from 70 % on. */
export const isDoubtful = (confidence: number): boolean => confidence < 0.8;

/** The model's confidence if it is low, with the tickets and quick replies that the draft is based on. */
export const Basis = ({
  draft: { sources, confidence },
}: {
  draft: Pick<OpenDraft, 'sources' | 'confidence'>;
}) => (
  <p className={`line ${styles.basis}`}>
    {isDoubtful(confidence) && <span>{texts.confidence(confidence)}</span>}
    {sources.length === 0 ? texts.noSources : texts.sources}
    {sources.map((source) =>
      source.ticketId !== undefined ? (
        <Link
          key={source.ticketId}
          to={`/chamados/${source.ticketId}`}
          aria-label={texts.source(source.ticketId, source.score)}
          title={texts.source(source.ticketId, source.score)}
        >
          #{source.ticketId}
        </Link>
      ) : (
        <Link key={`q${source.quickReplyId}`} to={`/respostas-rapidas/${source.quickReplyId}`}>
          {source.title}
        </Link>
      ),
    )}
  </p>
);

/** Asks the model for a draft; resolves to the reason if there is none. */
export const askForDraft = async (ticketId: number): Promise<string> => {
  const { outcomes } = await write('replies.drafts.create', { ticketIds: [ticketId] });
  const [outcome] = outcomes;
  if (!outcome || outcome.ok) return texts.created;
  return texts.failures[outcome.reason] ?? failureTextOf(outcome.reason);
};

/** A button that asks for a draft if there is none. */
export const AskForDraft = ({ ticketId }: { ticketId: number }) => {
  const drafts = useRead('replies.drafts.list', { ticketId, status: 'pending', limit: 1 });
  if (!drafts.data || drafts.data.items.length > 0) return null;
  return (
    <Actions actions={[{ text: texts.ask, icon: Sparkle, run: () => askForDraft(ticketId) }]} />
  );
};
