import type { contract } from './contract.ts';

type Contract = typeof contract;

/** The name of an operation. */
export type Operation = keyof Contract;

/** What a client must know of an operation to send it. */
export interface Route {
  method: string;
  path: string;
  /** Hangs from the base address of the rankings (specification §1). */
  streaks?: true;
  /** Takes a multipart form. */
  form?: true;
  /** Answers a file. */
  file?: true;
}

type AddressOf<R> = R extends { method: infer M; path: infer P } ? { method: M; path: P } : never;

/**
 * What {@link contract} says of addresses and methods, without its schemas: a page that only calls the API need not carry
 * them. A difference between the two does not compile, or fails a test.
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
  getGlobalRanking: { method: 'GET', path: '/streaks/ranking/global', streaks: true },
  getGroupRanking: { method: 'GET', path: '/streaks/groups/:groupId/ranking', streaks: true },
} as const satisfies { [K in Operation]: Route & AddressOf<Contract[K]> };
