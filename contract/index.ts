import { initContract } from '@ts-rest/core';
import { aiContract } from './ai.ts';
import { attachmentsContract } from './attachments.ts';
import { groupsContract } from './groups.ts';
import { integrationsContract } from './newsletter-events.ts';
import { quickRepliesContract } from './quick-replies.ts';
import { quizContract } from './quiz.ts';
import { rankingsContract } from './rankings.ts';
import { readerTicketsContract } from './reader-tickets.ts';
import { repliesContract } from './replies.ts';
import { reportsContract } from './reports.ts';
import { remindersContract, streaksContract } from './streaks.ts';
import { tagsContract } from './tags.ts';

export * from './ai.ts';
export * from './attachments.ts';
export * from './constants.ts';
export * from './fields.ts';
export * from './groups.ts';
export * from './newsletter-events.ts';
export * from './outcome.ts';
export * from './quick-replies.ts';
export * from './quiz.ts';
export * from './rankings.ts';
export * from './reader-tickets.ts';
export * from './replies.ts';
export * from './reports.ts';
export * from './streaks.ts';
export * from './tags.ts';
export * from './webhooks.ts';

/** The public HTTP API. Each entry is an operation, named like the clients' method. */
export const contract = initContract().router({
  ...attachmentsContract,
  ...readerTicketsContract,
  ...tagsContract,
  ...quickRepliesContract,
  ...repliesContract,
  ...reportsContract,
  ...quizContract,
  ...aiContract,
  ...rankingsContract,
  ...streaksContract,
  ...remindersContract,
  ...groupsContract,
  ...integrationsContract,
});

/** The parts of the API by domain, which keys name. Webhooks come without a token, so no key is for them. */
const domains = {
  attachments: attachmentsContract,
  readerTickets: readerTicketsContract,
  tags: tagsContract,
  quickReplies: quickRepliesContract,
  replies: repliesContract,
  reports: reportsContract,
  quiz: quizContract,
  ai: aiContract,
  rankings: rankingsContract,
  streaks: { ...streaksContract, ...remindersContract },
  groups: groupsContract,
};

/** The domain of each operation. */
export const operationDomains: ReadonlyMap<string, string> = new Map(
  Object.entries(domains).flatMap(([domain, operations]) =>
    Object.keys(operations).map((operation) => [operation, domain]),
  ),
);
