import { z } from 'zod';
import type { DraftSource, FoundBy } from '../../db/replies/drafts.ts';
import type { ThreadRow } from '../../db/replies/replies.ts';
import { aiResourcesOf, modelToolsOf } from '../ai/resources.ts';
import type { CheckedContext } from '../core/context.ts';
import { hasText, safeReplyHtml } from '../markup/sanitise.ts';
import { combineConfidence } from './confidence.ts';
import { hasBrokenLink, hasOnlyAllowedLinks, linkTargetsOf } from './links.ts';
import { findUnfinished } from './problems.ts';
import { materialOf } from './prompt.ts';
import { findSimilarTickets, type SimilarQuickReply, type SimilarTicket } from './similar.ts';

export interface GeneratedReply {
  html: string;
  /** The confidence from {@link combineConfidence}. */
  confidence: number;
  similarTickets: number;
  /** The sources, best first; tickets come before quick replies. */
  sources: (DraftSource & { by: FoundBy[] })[];
}

/** A reply withheld because of a forbidden link, or HTML too long to check. */
export interface HeldBackReply {
  reason: 'link-not-allowed';
  confidence: number;
}

/** The registered agent's name. */
export const supportAgent = 'support-assistant';

const supportReply = z.object({
  html: z.string().describe('A resposta, em HTML simples: p, ul, ol, li, strong, em, a.'),
  confidence: z.number().describe('De 0 a 1: o quanto a resposta resolve o caso.'),
});

const attemptMs = 20_000;
const maxOutputTokens = 4_000;
const maxReplyLength = 20_000;

/**
 * Generates a reply from similar settled tickets and quick replies. Withholds it if it has links other than
 * to `REPLY_LINK_HOSTS` and to targets that agents linked to in the sources or on this ticket.
 * @throws ModelError if the model returns no valid reply
 */
export const generateReply = async (
  ctx: CheckedContext,
  thread: ThreadRow,
  signal: AbortSignal,
): Promise<GeneratedReply | HeldBackReply> => {
  const {
    tickets: similar,
    quickReplies,
    searches,
  } = await findSimilarTickets(ctx, thread, signal);
  signal.throwIfAborted();
  const agent = aiResourcesOf(ctx).agent(supportAgent);
  const answer = await ctx.llm.ask({
    instructions: agent.instructions,
    material: { label: 'ticket', text: materialOf(thread, similar, quickReplies) },
    answer: { name: 'support_reply', schema: supportReply },
    check: problemsOf,
    tools: modelToolsOf(ctx, agent),
    maxOutputTokens,
    attemptMs,
    signal,
  });
  const html = safeReplyHtml(answer.html);
  const confidence = combineConfidence(answer.confidence, {
    sources: similar,
    searches: searches.length,
  });
  const allowed = {
    hosts: ctx.config.replies.linkHosts,
    targets: allowedTargets(thread, [...similar, ...quickReplies]),
  };
  if (hasBrokenLink(answer.html) || !hasOnlyAllowedLinks(html, allowed)) {
    return { reason: 'link-not-allowed', confidence };
  }
  return {
    html,
    confidence,
    similarTickets: similar.length,
    sources: [
      ...similar.map(({ ticketId, score, by }) => ({ ticketId, score, by })),
      ...quickReplies.map(({ quickReplyId, title, score, by }) => ({
        quickReplyId,
        title,
        score,
        by,
      })),
    ],
  };
};

/** Returns the targets that agents linked to, and the requester's own address. */
const allowedTargets = (
  thread: ThreadRow,
  sources: readonly (SimilarTicket | SimilarQuickReply)[],
): Set<string> => {
  const ofAgents = thread.messages.filter(({ origin }) => origin === 'agent');
  return new Set(
    [
      ...sources.flatMap(({ linkTargets }) => [...linkTargets]),
      ...ofAgents.flatMap(({ body }) => [...linkTargetsOf(body)]),
      ...(thread.requesterEmail ? [thread.requesterEmail.toLowerCase()] : []),
    ].filter((target) => target !== ''),
  );
};

const problemsOf = ({ html, confidence }: z.infer<typeof supportReply>): string[] => [
  ...htmlProblems(html),
  ...(confidence >= 0 && confidence <= 1 ? [] : ['confidence: deve estar entre 0 e 1.']),
];

const htmlProblems = (html: string): string[] => {
  const tooLong = [`html: passa de ${maxReplyLength} caracteres.`];
  // The length is checked before sanitising, which takes time, and after it, because it may lengthen the
  // HTML.
  if (html.length > maxReplyLength) return tooLong;
  const safe = safeReplyHtml(html);
  if (safe.length > maxReplyLength) return tooLong;
  return [
    ...(hasText(safe) ? [] : ['html: não há texto na resposta.']),
    ...findUnfinished(html),
    ...(html.includes('\u0000') ? ['html: tem o caractere NUL.'] : []),
  ];
};
