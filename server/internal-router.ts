import { accountsRouter } from './accounts/trpc.ts';
import { aiRouter } from './ai/trpc.ts';
import { attachmentsRouter } from './attachments/trpc.ts';
import { auditRouter } from './audit/trpc.ts';
import { groupsRouter } from './groups/trpc.ts';
import { inboundRouter } from './inbound/trpc.ts';
import { macrosRouter } from './macros/trpc.ts';
import { jobsRouter, operationsRouter } from './operations/trpc.ts';
import { outboxRouter } from './outbox/trpc.ts';
import { peopleRouter } from './people/trpc.ts';
import { preferencesRouter } from './preferences/trpc.ts';
import { quickRepliesRouter } from './quick-replies/trpc.ts';
import { quizRouter } from './quiz/trpc.ts';
import { globalRankingRouter, groupRankingRouter } from './rankings/trpc.ts';
import { repliesRouter } from './replies/trpc.ts';
import { reportsRouter } from './reports/trpc.ts';
import { rulesRouter } from './rules/trpc.ts';
import { sessionsRouter } from './sessions/trpc.ts';
import { streaksRouter } from './streaks/trpc.ts';
import { tagsRouter } from './tags/trpc.ts';
import { meRouter, teamRouter } from './team/trpc.ts';
import { ticketsRouter } from './tickets/trpc.ts';
import { tokensRouter } from './tokens/trpc.ts';
import { mergeRouters, router } from './trpc/procedures.ts';
import { viewsRouter } from './views/trpc.ts';
import { webhooksRouter } from './webhooks/trpc.ts';

/** The internal API, for operators' scripts and internal tools. */
export const internalRouter = router({
  accounts: accountsRouter,
  tickets: ticketsRouter,
  views: viewsRouter,
  attachments: attachmentsRouter,
  tags: tagsRouter,
  quickReplies: quickRepliesRouter,
  macros: macrosRouter,
  rules: rulesRouter,
  streaks: mergeRouters(streaksRouter, globalRankingRouter),
  groups: mergeRouters(groupsRouter, groupRankingRouter),
  quiz: quizRouter,
  reports: reportsRouter,
  replies: repliesRouter,
  ai: aiRouter,
  outbox: outboxRouter,
  inbound: inboundRouter,
  jobs: jobsRouter,
  operations: operationsRouter,
  audit: auditRouter,
  people: peopleRouter,
  me: mergeRouters(meRouter, preferencesRouter),
  team: teamRouter,
  sessions: sessionsRouter,
  tokens: tokensRouter,
  webhooks: webhooksRouter,
});

export type InternalRouter = typeof internalRouter;
