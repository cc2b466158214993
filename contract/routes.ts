import type { contract } from './contract.ts';

type Contract = typeof contract;

/** The name of an operation. */
export type Operation = keyof Contract;

/** What a client must know about an operation to send it. */
export interface Route {
  method: string;
  path: string;
  /** Belongs to the base address of the rankings. */
  streaks?: true;
  /** Takes a multipart form. */
  form?: true;
  /** Returns a file. */
  file?: true;
}

type AddressOf<R> = R extends { method: infer M; path: infer P } ? { method: M; path: P } : never;

/**
 * The paths and methods of {@link contract} without its schemas, so that a page that only calls the API need not carry them. A
 * difference between the two does not compile or fails a test.
 */
export const routes = {
  uploadAttachments: { method: 'POST', path: '/support/:id/anexos', form: true },
  listTicketAttachments: { method: 'GET', path: '/support/:id/anexos' },
  downloadAttachment: {
    method: 'GET',
    path: '/support/anexos/:attachmentId/download',
    file: true,
  },
  deleteAttachment: { method: 'DELETE', path: '/support/anexos/:attachmentId' },
  createTag: { method: 'POST', path: '/support/tags' },
  listTags: { method: 'GET', path: '/support/tags' },
  deleteTag: { method: 'DELETE', path: '/support/tags/:id' },
  updateQuickReply: { method: 'PATCH', path: '/support/quick-replies/:quickReplyId' },
  createBatchReplies: { method: 'POST', path: '/support/fast-response/lote' },
  getTicketTimeSeries: { method: 'GET', path: '/support/relatorios/serie-temporal' },
  getReportFilters: { method: 'GET', path: '/support/relatorios/filtros' },
  getQuiz: { method: 'GET', path: '/quiz/:id' },
  submitQuiz: { method: 'POST', path: '/quiz/submit' },
  generateQuiz: { method: 'POST', path: '/quiz/admin/generate' },
  listAiResources: { method: 'GET', path: '/ai/resources' },
  getTodaysQuiz: { method: 'GET', path: '/quiz/today' },
  getQuizResult: { method: 'GET', path: '/quiz/:id/result' },
  listQuizHistory: { method: 'GET', path: '/quiz/history' },
  receiveNewsletterEvent: { method: 'POST', path: '/integrations/beehiiv' },
  getGlobalRanking: { method: 'GET', path: '/streaks/ranking/global', streaks: true },
  getGroupRanking: { method: 'GET', path: '/streaks/groups/:groupId/ranking', streaks: true },
  getMyRanking: { method: 'GET', path: '/streaks/me/ranking', streaks: true },
  getMyStreak: { method: 'GET', path: '/streaks/me', streaks: true },
  recordMyReading: { method: 'POST', path: '/streaks/me/readings', streaks: true },
  updateMyStreakProfile: { method: 'PATCH', path: '/streaks/me', streaks: true },
  listMyGroups: { method: 'GET', path: '/streaks/groups', streaks: true },
  createGroup: { method: 'POST', path: '/streaks/groups', streaks: true },
  joinGroup: { method: 'POST', path: '/streaks/groups/join', streaks: true },
  updateGroup: { method: 'PATCH', path: '/streaks/groups/:groupId', streaks: true },
  deleteGroup: { method: 'DELETE', path: '/streaks/groups/:groupId', streaks: true },
  createGroupInvite: { method: 'POST', path: '/streaks/groups/:groupId/invites', streaks: true },
  revokeGroupInvite: {
    method: 'DELETE',
    path: '/streaks/groups/:groupId/invites/:inviteId',
    streaks: true,
  },
  listGroupMembers: { method: 'GET', path: '/streaks/groups/:groupId/members', streaks: true },
  leaveGroup: { method: 'DELETE', path: '/streaks/groups/:groupId/members/me', streaks: true },
  removeGroupMember: {
    method: 'DELETE',
    path: '/streaks/groups/:groupId/members/:memberId',
    streaks: true,
  },
} as const satisfies { [K in Operation]: Route & AddressOf<Contract[K]> };
