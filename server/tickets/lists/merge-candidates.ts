import { listThreads } from '../../../db/replies/replies.ts';
import { listWordMatches } from '../../../db/replies/similar-tickets.ts';
import { listCandidates, type MergeCandidateRow } from '../../../db/tickets/merge.ts';
import { type Context, requireRole } from '../../core/context.ts';
import { orThrow } from '../../core/errors.ts';
import type { MergeCandidates } from '../outputs.ts';

const bounds = { lexemes: 16, candidates: 5_000, uncounted: 8, tickets: 20 };
const mostOwn = 10;
const mostAlike = 5;
/** The minimum share of the words of a ticket, or of its subject, that a similar ticket has. */
const leastCoverage = { whole: 0.5, subject: 0.8 };
const textRead = 20_000;

/**
 * Lists at most ten open tickets of the requester, newest first, then five similar ones that are not closed.
 * @throws AppError `ticket-not-found`
 */
export const listMergeCandidates = async (ctx: Context, id: number): Promise<MergeCandidates> => {
  requireRole(ctx, 'agent');
  const [thread] = await listThreads(ctx.db, [id], { messages: 1, textLength: textRead });
  const ticket = orThrow(thread, 'ticket-not-found');
  const [first] = ticket.messages.filter(({ origin }) => origin === 'requester');
  const subject = { subject: ticket.subject, text: '', exceptId: id };
  const bySubject = await listWordMatches(ctx.db, subject, bounds, 'present');
  const whole = { ...subject, text: first?.body ?? '' };
  const byAll = await listWordMatches(ctx.db, whole, bounds, 'present');
  const alike = [
    ...byAll.filter(({ coverage }) => coverage >= leastCoverage.whole),
    ...bySubject.filter(({ coverage }) => coverage >= leastCoverage.subject),
  ].sort((one, other) => other.coverage - one.coverage);
  const rows = await listCandidates(ctx.db, {
    id,
    requesterEmail: ticket.requesterEmail,
    mostOwn,
    alikeIds: alike.map(({ ticketId }) => ticketId),
  });
  const isOwn = ({ requesterEmail }: MergeCandidateRow) =>
    requesterEmail !== null && requesterEmail === ticket.requesterEmail;
  const own = rows.filter(isOwn).map((row) => ({ ...row, sameRequester: true }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const others = new Set(alike.flatMap(({ ticketId }) => byId.get(ticketId) ?? []));
  const alikeOnes = [...others]
    .filter((row) => !isOwn(row))
    .slice(0, mostAlike)
    .map((row) => ({ ...row, sameRequester: false }));
  return { items: [...own, ...alikeOnes], nextCursor: null };
};
