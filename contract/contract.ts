import { initContract } from '@ts-rest/core';
import { aiContract } from './ai.ts';
import { attachmentsContract } from './attachments.ts';
import { groupsContract } from './groups.ts';
import { integrationsContract } from './integrations.ts';
import { quickRepliesContract } from './quick-replies.ts';
import { quizContract } from './quiz.ts';
import { rankingsContract } from './rankings.ts';
import { repliesContract } from './replies.ts';
import { reportsContract } from './reports.ts';
import { streaksContract } from './streaks.ts';
import { tagsContract } from './tags.ts';

/** The public HTTP API: one entry an operation, named as clients name their methods. */
export const contract = initContract().router({
  ...attachmentsContract,
  ...tagsContract,
  ...quickRepliesContract,
  ...repliesContract,
  ...reportsContract,
  ...quizContract,
  ...aiContract,
  ...rankingsContract,
  ...streaksContract,
  ...groupsContract,
  ...integrationsContract,
});
