import { accountsRouter } from '../accounts/trpc.ts';
import { aiRouter } from '../ai/trpc.ts';
import { attachmentsRouter } from '../attachments/trpc.ts';
import { groupsRouter } from '../groups/trpc.ts';
import { jobsRouter } from '../jobs/trpc.ts';
import { outboxRouter } from '../mail/trpc.ts';
import { quickRepliesRouter } from '../quick-replies/trpc.ts';
import { quizRouter } from '../quiz/trpc.ts';
import { repliesRouter } from '../replies/trpc.ts';
import { reportsRouter } from '../reports/trpc.ts';
import { streaksRouter } from '../streaks/trpc.ts';
import { tagsRouter } from '../tags/trpc.ts';
import { ticketsRouter } from '../tickets/trpc.ts';
import { router } from './procedures.ts';

/** The internal API: what operators' scripts and internal tools call. */
export const internalRouter = router({
  accounts: accountsRouter,
  tickets: ticketsRouter,
  attachments: attachmentsRouter,
  tags: tagsRouter,
  quickReplies: quickRepliesRouter,
  streaks: streaksRouter,
  groups: groupsRouter,
  quiz: quizRouter,
  reports: reportsRouter,
  replies: repliesRouter,
  ai: aiRouter,
  outbox: outboxRouter,
  jobs: jobsRouter,
});

export type InternalRouter = typeof internalRouter;
