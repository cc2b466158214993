// Written by `npm run sdk` from the contract. Do not edit.

import type { OperationName } from './operations.ts';

/** The operations of each domain: a change by one may show in all of them. */
export const domains: readonly (readonly OperationName[])[] = [
  ['uploadAttachments', 'listTicketAttachments', 'downloadAttachment', 'deleteAttachment'],
  ['listMyTickets', 'createMyTicket', 'getMyTicket', 'addMyTicketMessage'],
  ['createTag', 'listTags', 'deleteTag'],
  ['updateQuickReply'],
  ['createBatchReplies'],
  ['getTicketTimeSeries', 'getReportFilters'],
  ['getQuiz', 'getTodaysQuiz', 'listQuizHistory', 'getQuizResult', 'submitQuiz', 'generateQuiz'],
  ['listAiResources'],
  ['getGlobalRanking', 'getMyRanking', 'getGroupRanking'],
  ['getMyStreak', 'updateMyStreakProfile', 'recordMyReading', 'getMyReminder', 'updateMyReminder'],
  ['listMyGroups', 'createGroup', 'joinGroup', 'updateGroup', 'deleteGroup', 'createGroupInvite', 'revokeGroupInvite', 'listGroupMembers', 'leaveGroup', 'removeGroupMember'],
  ['receiveNewsletterEvent'],
];
