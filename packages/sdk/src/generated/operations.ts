// Written by `npm run sdk` from the contract. Do not edit.

import type { CallOptions, IdempotentCallOptions, UploadCallOptions } from '../call-options.ts';
import type { RawResponse } from '../route.ts';
import type { AddMyTicketMessage, AddedMyTicketMessage, AddedMyTicketMessageResponse, AiResources, AiResourcesResponse, AttachmentListResponse, AttachmentUploadResponse, BatchReplies, BatchRepliesResponse, CreateBatchReplies, CreateGroup, CreateGroupInvite, CreateMyTicket, CreateTag, Failure, GeneratedQuiz, GeneratedQuizResponse, GlobalRanking, GlobalRankingResponse, GroupInvite, GroupInviteResponse, GroupMembers, GroupMembersResponse, GroupRanking, GroupRankingFailure, GroupRankingResponse, JoinGroup, ListedAttachment, MessageResponse, MyGroup, MyGroupResponse, MyGroupsResponse, MyRanking, MyRankingResponse, MyReminder, MyReminderResponse, MyStreak, MyStreakResponse, MyTicket, MyTicketResponse, MyTicketThread, MyTicketThreadResponse, MyTickets, MyTicketsResponse, NewsletterEvent, QuickReply, QuickReplyResponse, Quiz, QuizHistory, QuizHistoryResponse, QuizResponse, QuizResultResponse, QuizSubmissionResponse, QuizSubmissionResult, RecordReading, RecordedReading, RecordedReadingResponse, ReportFilters, ReportFiltersResponse, ReportGrouping, SubmitQuiz, Tag, TagListResponse, TagResponse, TicketStatus, TimeSeries, TimeSeriesResponse, TodaysQuiz, TodaysQuizResponse, UpdateGroup, UpdateMyStreak, UpdateQuickReply, UploadAttachments, UploadedAttachments } from './schemas.ts';

/** As entradas de uma operação que não recebe nenhuma. */
export type NoInput = Record<string, never>;

/** Os códigos do que dá errado antes de uma requisição chegar a uma operação. */
export type AnywhereErrorCode = 'malformed-json' | 'not-found' | 'method-not-allowed' | 'request-timeout' | 'headers-too-large';

/** As entradas de `uploadAttachments`. */
export interface UploadAttachmentsInput extends UploadAttachments {
  /** Identificador do ticket. */
  id: number;
}

/** Para o que `uploadAttachments` resolve. */
export type UploadAttachmentsData = UploadedAttachments;

/** Para o que `raw.uploadAttachments` resolve. */
export type UploadAttachmentsRawResponse =
  RawResponse<201, AttachmentUploadResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `uploadAttachments` pode falhar. */
export type UploadAttachmentsErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'ticket-not-found'
  | 'ticket-merged'
  | 'ticket-closed'
  | 'attachment-too-large'
  | 'attachment-type-not-allowed'
  | 'attachment-infected'
  | 'too-many-attachments'
  | 'attachment-quota-exceeded';

/** As entradas de `listTicketAttachments`. */
export interface ListTicketAttachmentsInput {
  /** Identificador do ticket. */
  id: number;
}

/** Para o que `listTicketAttachments` resolve. */
export type ListTicketAttachmentsData = ListedAttachment[];

/** Para o que `raw.listTicketAttachments` resolve. */
export type ListTicketAttachmentsRawResponse =
  RawResponse<200, AttachmentListResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `listTicketAttachments` pode falhar. */
export type ListTicketAttachmentsErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'ticket-not-found';

/** As entradas de `downloadAttachment`. */
export interface DownloadAttachmentInput {
  /** Identificador do anexo. */
  attachmentId: number;
  /** Trecho do arquivo. */
  range?: string | undefined;
  /** `ETag` já conhecido. */
  ifNoneMatch?: string | undefined;
  /** `ETag` do trecho já baixado. */
  ifRange?: string | undefined;
}

/** Para o que `downloadAttachment` resolve. */
export type DownloadAttachmentData = File;

/** Para o que `raw.downloadAttachment` resolve. */
export type DownloadAttachmentRawResponse =
  RawResponse<200, File> | RawResponse<206, File> | RawResponse<304, undefined> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 416 | 429 | 500 | 503, Failure>;

/** Os códigos com que `downloadAttachment` pode falhar. */
export type DownloadAttachmentErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'attachment-not-found'
  | 'attachment-quarantined'
  | 'range-not-satisfiable';

/** As entradas de `deleteAttachment`. */
export interface DeleteAttachmentInput {
  /** Identificador do anexo. */
  attachmentId: number;
}

/** Para o que `deleteAttachment` resolve. */
export type DeleteAttachmentData = void;

/** Para o que `raw.deleteAttachment` resolve. */
export type DeleteAttachmentRawResponse =
  RawResponse<200, MessageResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `deleteAttachment` pode falhar. */
export type DeleteAttachmentErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'attachment-not-found';

/** As entradas de `listMyTickets`. */
export interface ListMyTicketsInput {
  /** O `nextCursor` da página anterior. */
  cursor?: string | null | undefined;
  /** Itens por página. */
  limit?: number | undefined;
}

/** Para o que `listMyTickets` resolve. */
export type ListMyTicketsData = MyTickets;

/** Para o que `raw.listMyTickets` resolve. */
export type ListMyTicketsRawResponse =
  RawResponse<200, MyTicketsResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `listMyTickets` pode falhar. */
export type ListMyTicketsErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden';

/** As entradas de `createMyTicket`. */
export type CreateMyTicketInput = CreateMyTicket;

/** Para o que `createMyTicket` resolve. */
export type CreateMyTicketData = MyTicket;

/** Para o que `raw.createMyTicket` resolve. */
export type CreateMyTicketRawResponse =
  RawResponse<201, MyTicketResponse> | RawResponse<400 | 401 | 403 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `createMyTicket` pode falhar. */
export type CreateMyTicketErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'ticket-quota-exceeded';

/** As entradas de `getMyTicket`. */
export interface GetMyTicketInput {
  /** Identificador do ticket. */
  id: number;
  /** Somente mensagens anteriores a esta. */
  before?: number | undefined;
  /** Mensagens por página. */
  limit?: number | undefined;
}

/** Para o que `getMyTicket` resolve. */
export type GetMyTicketData = MyTicketThread;

/** Para o que `raw.getMyTicket` resolve. */
export type GetMyTicketRawResponse =
  RawResponse<200, MyTicketThreadResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `getMyTicket` pode falhar. */
export type GetMyTicketErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'ticket-not-found';

/** As entradas de `addMyTicketMessage`. */
export interface AddMyTicketMessageInput extends AddMyTicketMessage {
  /** Identificador do ticket. */
  id: number;
}

/** Para o que `addMyTicketMessage` resolve. */
export type AddMyTicketMessageData = AddedMyTicketMessage;

/** Para o que `raw.addMyTicketMessage` resolve. */
export type AddMyTicketMessageRawResponse =
  RawResponse<201, AddedMyTicketMessageResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `addMyTicketMessage` pode falhar. */
export type AddMyTicketMessageErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'ticket-not-found'
  | 'ticket-quota-exceeded'
  | 'message-quota-exceeded';

/** As entradas de `createTag`. */
export type CreateTagInput = CreateTag;

/** Para o que `createTag` resolve. */
export type CreateTagData = Tag;

/** Para o que `raw.createTag` resolve. */
export type CreateTagRawResponse =
  RawResponse<201, TagResponse> | RawResponse<400 | 401 | 403 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `createTag` pode falhar. */
export type CreateTagErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'tag-fields-required'
  | 'tag-name-taken';

/** As entradas de `listTags`. */
export type ListTagsInput = NoInput;

/** Para o que `listTags` resolve. */
export type ListTagsData = Tag[];

/** Para o que `raw.listTags` resolve. */
export type ListTagsRawResponse =
  RawResponse<200, TagListResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `listTags` pode falhar. */
export type ListTagsErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden';

/** As entradas de `deleteTag`. */
export interface DeleteTagInput {
  /** Identificador da tag. */
  id: number;
}

/** Para o que `deleteTag` resolve. */
export type DeleteTagData = void;

/** Para o que `raw.deleteTag` resolve. */
export type DeleteTagRawResponse =
  RawResponse<200, MessageResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `deleteTag` pode falhar. */
export type DeleteTagErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'tag-in-use'
  | 'tag-not-found';

/** As entradas de `updateQuickReply`. */
export interface UpdateQuickReplyInput extends UpdateQuickReply {
  /** Identificador da resposta rápida. */
  quickReplyId: number;
}

/** Para o que `updateQuickReply` resolve. */
export type UpdateQuickReplyData = QuickReply;

/** Para o que `raw.updateQuickReply` resolve. */
export type UpdateQuickReplyRawResponse =
  RawResponse<200, QuickReplyResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `updateQuickReply` pode falhar. */
export type UpdateQuickReplyErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'quick-reply-not-found'
  | 'quick-reply-shortcut-taken'
  | 'quick-reply-empty';

/** As entradas de `createBatchReplies`. */
export type CreateBatchRepliesInput = CreateBatchReplies;

/** Para o que `createBatchReplies` resolve. */
export type CreateBatchRepliesData = BatchReplies;

/** Para o que `raw.createBatchReplies` resolve. */
export type CreateBatchRepliesRawResponse =
  RawResponse<200, BatchRepliesResponse> | RawResponse<400 | 401 | 403 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `createBatchReplies` pode falhar. */
export type CreateBatchRepliesErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'batch-too-large';

/** As entradas de `getTicketTimeSeries`. */
export interface GetTicketTimeSeriesInput {
  /** Primeiro dia; padrão: 30 dias antes de hoje, ou de `data_fim` se for anterior a isso. */
  data_inicio?: string | undefined;
  /** Último dia, incluído; padrão: hoje. */
  data_fim?: string | undefined;
  /** Somente esta categoria principal. */
  main?: string | undefined;
  /** Somente os tickets nesta situação. */
  status?: TicketStatus | undefined;
  /** Tamanho dos períodos. Padrão: `dia`. */
  agrupar_por?: ReportGrouping | undefined;
}

/** Para o que `getTicketTimeSeries` resolve. */
export type GetTicketTimeSeriesData = TimeSeries;

/** Para o que `raw.getTicketTimeSeries` resolve. */
export type GetTicketTimeSeriesRawResponse =
  RawResponse<200, TimeSeriesResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `getTicketTimeSeries` pode falhar. */
export type GetTicketTimeSeriesErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden';

/** As entradas de `getReportFilters`. */
export type GetReportFiltersInput = NoInput;

/** Para o que `getReportFilters` resolve. */
export type GetReportFiltersData = ReportFilters;

/** Para o que `raw.getReportFilters` resolve. */
export type GetReportFiltersRawResponse =
  RawResponse<200, ReportFiltersResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `getReportFilters` pode falhar. */
export type GetReportFiltersErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden';

/** As entradas de `getQuiz`. */
export interface GetQuizInput {
  /** Identificador do quiz. */
  id: string;
}

/** Para o que `getQuiz` resolve. */
export type GetQuizData = Quiz;

/** Para o que `raw.getQuiz` resolve. */
export type GetQuizRawResponse =
  RawResponse<200, QuizResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `getQuiz` pode falhar. */
export type GetQuizErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'quiz-not-found'
  | 'quiz-already-attempted';

/** As entradas de `getTodaysQuiz`. */
export type GetTodaysQuizInput = NoInput;

/** Para o que `getTodaysQuiz` resolve. */
export type GetTodaysQuizData = TodaysQuiz;

/** Para o que `raw.getTodaysQuiz` resolve. */
export type GetTodaysQuizRawResponse =
  RawResponse<200, TodaysQuizResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `getTodaysQuiz` pode falhar. */
export type GetTodaysQuizErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'quiz-not-found';

/** As entradas de `listQuizHistory`. */
export interface ListQuizHistoryInput {
  /** O `nextCursor` da página anterior. */
  cursor?: string | null | undefined;
  /** Itens por página. */
  limit?: number | undefined;
}

/** Para o que `listQuizHistory` resolve. */
export type ListQuizHistoryData = QuizHistory;

/** Para o que `raw.listQuizHistory` resolve. */
export type ListQuizHistoryRawResponse =
  RawResponse<200, QuizHistoryResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `listQuizHistory` pode falhar. */
export type ListQuizHistoryErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden';

/** As entradas de `getQuizResult`. */
export interface GetQuizResultInput {
  /** Identificador do quiz. */
  id: string;
}

/** Para o que `getQuizResult` resolve. */
export type GetQuizResultData = QuizSubmissionResult;

/** Para o que `raw.getQuizResult` resolve. */
export type GetQuizResultRawResponse =
  RawResponse<200, QuizResultResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `getQuizResult` pode falhar. */
export type GetQuizResultErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'quiz-not-found';

/** As entradas de `submitQuiz`. */
export type SubmitQuizInput = SubmitQuiz;

/** Para o que `submitQuiz` resolve. */
export type SubmitQuizData = QuizSubmissionResult;

/** Para o que `raw.submitQuiz` resolve. */
export type SubmitQuizRawResponse =
  RawResponse<200, QuizSubmissionResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `submitQuiz` pode falhar. */
export type SubmitQuizErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'quiz-fields-required'
  | 'quiz-not-found'
  | 'quiz-already-attempted';

/** As entradas de `generateQuiz`. */
export type GenerateQuizInput = NoInput;

/** Para o que `generateQuiz` resolve. */
export type GenerateQuizData = GeneratedQuiz;

/** Para o que `raw.generateQuiz` resolve. */
export type GenerateQuizRawResponse =
  RawResponse<201, GeneratedQuizResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503, Failure>;

/** Os códigos com que `generateQuiz` pode falhar. */
export type GenerateQuizErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'quiz-already-generated'
  | 'no-edition-available'
  | 'newsletter-unavailable'
  | 'quiz-generation-failed';

/** As entradas de `listAiResources`. */
export type ListAiResourcesInput = NoInput;

/** Para o que `listAiResources` resolve. */
export type ListAiResourcesData = AiResources;

/** Para o que `raw.listAiResources` resolve. */
export type ListAiResourcesRawResponse =
  RawResponse<200, AiResourcesResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `listAiResources` pode falhar. */
export type ListAiResourcesErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden';

/** As entradas de `getGlobalRanking`. */
export type GetGlobalRankingInput = NoInput;

/** Para o que `getGlobalRanking` resolve. */
export type GetGlobalRankingData = GlobalRanking;

/** Para o que `raw.getGlobalRanking` resolve. */
export type GetGlobalRankingRawResponse =
  RawResponse<200, GlobalRankingResponse> | RawResponse<400 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `getGlobalRanking` pode falhar. */
export type GetGlobalRankingErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable';

/** As entradas de `getMyRanking`. */
export interface GetMyRankingInput {
  /** Quantos vizinhos de cada lado. Padrão: `5`. */
  around?: number | undefined;
}

/** Para o que `getMyRanking` resolve. */
export type GetMyRankingData = MyRanking;

/** Para o que `raw.getMyRanking` resolve. */
export type GetMyRankingRawResponse =
  RawResponse<200, MyRankingResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `getMyRanking` pode falhar. */
export type GetMyRankingErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden';

/** As entradas de `getGroupRanking`. */
export interface GetGroupRankingInput {
  /** Identificador do grupo. */
  groupId: string;
}

/** Para o que `getGroupRanking` resolve. */
export type GetGroupRankingData = GroupRanking;

/** Para o que `raw.getGroupRanking` resolve. */
export type GetGroupRankingRawResponse =
  RawResponse<200, GroupRankingResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503 | 504, GroupRankingFailure>;

/** Os códigos com que `getGroupRanking` pode falhar. */
export type GetGroupRankingErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'group-not-found'
  | 'group-forbidden'
  | 'ranking-timed-out';

/** As entradas de `getMyStreak`. */
export type GetMyStreakInput = NoInput;

/** Para o que `getMyStreak` resolve. */
export type GetMyStreakData = MyStreak;

/** Para o que `raw.getMyStreak` resolve. */
export type GetMyStreakRawResponse =
  RawResponse<200, MyStreakResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `getMyStreak` pode falhar. */
export type GetMyStreakErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden';

/** As entradas de `updateMyStreakProfile`. */
export type UpdateMyStreakProfileInput = UpdateMyStreak;

/** Para o que `updateMyStreakProfile` resolve. */
export type UpdateMyStreakProfileData = MyStreak;

/** Para o que `raw.updateMyStreakProfile` resolve. */
export type UpdateMyStreakProfileRawResponse =
  RawResponse<200, MyStreakResponse> | RawResponse<400 | 401 | 403 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `updateMyStreakProfile` pode falhar. */
export type UpdateMyStreakProfileErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused';

/** As entradas de `recordMyReading`. */
export type RecordMyReadingInput = RecordReading;

/** Para o que `recordMyReading` resolve. */
export type RecordMyReadingData = RecordedReading;

/** Para o que `raw.recordMyReading` resolve. */
export type RecordMyReadingRawResponse =
  RawResponse<200, RecordedReadingResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503, Failure>;

/** Os códigos com que `recordMyReading` pode falhar. */
export type RecordMyReadingErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'edition-not-found'
  | 'newsletter-unavailable';

/** As entradas de `getMyReminder`. */
export type GetMyReminderInput = NoInput;

/** Para o que `getMyReminder` resolve. */
export type GetMyReminderData = MyReminder;

/** Para o que `raw.getMyReminder` resolve. */
export type GetMyReminderRawResponse =
  RawResponse<200, MyReminderResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `getMyReminder` pode falhar. */
export type GetMyReminderErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden';

/** As entradas de `updateMyReminder`. */
export type UpdateMyReminderInput = MyReminder;

/** Para o que `updateMyReminder` resolve. */
export type UpdateMyReminderData = MyReminder;

/** Para o que `raw.updateMyReminder` resolve. */
export type UpdateMyReminderRawResponse =
  RawResponse<200, MyReminderResponse> | RawResponse<400 | 401 | 403 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `updateMyReminder` pode falhar. */
export type UpdateMyReminderErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused';

/** As entradas de `listMyGroups`. */
export type ListMyGroupsInput = NoInput;

/** Para o que `listMyGroups` resolve. */
export type ListMyGroupsData = MyGroup[];

/** Para o que `raw.listMyGroups` resolve. */
export type ListMyGroupsRawResponse =
  RawResponse<200, MyGroupsResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `listMyGroups` pode falhar. */
export type ListMyGroupsErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden';

/** As entradas de `createGroup`. */
export type CreateGroupInput = CreateGroup;

/** Para o que `createGroup` resolve. */
export type CreateGroupData = MyGroup;

/** Para o que `raw.createGroup` resolve. */
export type CreateGroupRawResponse =
  RawResponse<201, MyGroupResponse> | RawResponse<400 | 401 | 403 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `createGroup` pode falhar. */
export type CreateGroupErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'too-many-groups';

/** As entradas de `joinGroup`. */
export type JoinGroupInput = JoinGroup;

/** Para o que `joinGroup` resolve. */
export type JoinGroupData = MyGroup;

/** Para o que `raw.joinGroup` resolve. */
export type JoinGroupRawResponse =
  RawResponse<200, MyGroupResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `joinGroup` pode falhar. */
export type JoinGroupErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'invite-not-found'
  | 'group-full'
  | 'too-many-groups';

/** As entradas de `updateGroup`. */
export interface UpdateGroupInput extends UpdateGroup {
  /** Identificador do grupo. */
  groupId: string;
}

/** Para o que `updateGroup` resolve. */
export type UpdateGroupData = MyGroup;

/** Para o que `raw.updateGroup` resolve. */
export type UpdateGroupRawResponse =
  RawResponse<200, MyGroupResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `updateGroup` pode falhar. */
export type UpdateGroupErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'group-not-found'
  | 'group-member-not-found';

/** As entradas de `deleteGroup`. */
export interface DeleteGroupInput {
  /** Identificador do grupo. */
  groupId: string;
}

/** Para o que `deleteGroup` resolve. */
export type DeleteGroupData = void;

/** Para o que `raw.deleteGroup` resolve. */
export type DeleteGroupRawResponse =
  RawResponse<200, MessageResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `deleteGroup` pode falhar. */
export type DeleteGroupErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'group-not-found';

/** As entradas de `createGroupInvite`. */
export interface CreateGroupInviteInput extends CreateGroupInvite {
  /** Identificador do grupo. */
  groupId: string;
}

/** Para o que `createGroupInvite` resolve. */
export type CreateGroupInviteData = GroupInvite;

/** Para o que `raw.createGroupInvite` resolve. */
export type CreateGroupInviteRawResponse =
  RawResponse<201, GroupInviteResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `createGroupInvite` pode falhar. */
export type CreateGroupInviteErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'group-not-found'
  | 'too-many-invites';

/** As entradas de `revokeGroupInvite`. */
export interface RevokeGroupInviteInput {
  /** Identificador do grupo. */
  groupId: string;
  /** Identificador do convite. */
  inviteId: number;
}

/** Para o que `revokeGroupInvite` resolve. */
export type RevokeGroupInviteData = void;

/** Para o que `raw.revokeGroupInvite` resolve. */
export type RevokeGroupInviteRawResponse =
  RawResponse<200, MessageResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `revokeGroupInvite` pode falhar. */
export type RevokeGroupInviteErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'group-not-found'
  | 'invite-not-found';

/** As entradas de `listGroupMembers`. */
export interface ListGroupMembersInput {
  /** Identificador do grupo. */
  groupId: string;
  /** O `nextCursor` da página anterior. */
  cursor?: string | null | undefined;
  /** Itens por página. */
  limit?: number | undefined;
}

/** Para o que `listGroupMembers` resolve. */
export type ListGroupMembersData = GroupMembers;

/** Para o que `raw.listGroupMembers` resolve. */
export type ListGroupMembersRawResponse =
  RawResponse<200, GroupMembersResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `listGroupMembers` pode falhar. */
export type ListGroupMembersErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'group-not-found';

/** As entradas de `leaveGroup`. */
export interface LeaveGroupInput {
  /** Identificador do grupo. */
  groupId: string;
}

/** Para o que `leaveGroup` resolve. */
export type LeaveGroupData = void;

/** Para o que `raw.leaveGroup` resolve. */
export type LeaveGroupRawResponse =
  RawResponse<200, MessageResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `leaveGroup` pode falhar. */
export type LeaveGroupErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'group-not-found';

/** As entradas de `removeGroupMember`. */
export interface RemoveGroupMemberInput {
  /** Identificador do grupo. */
  groupId: string;
  /** Identificador do membro. */
  memberId: number;
}

/** Para o que `removeGroupMember` resolve. */
export type RemoveGroupMemberData = void;

/** Para o que `raw.removeGroupMember` resolve. */
export type RemoveGroupMemberRawResponse =
  RawResponse<200, MessageResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** Os códigos com que `removeGroupMember` pode falhar. */
export type RemoveGroupMemberErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden'
  | 'idempotency-key-in-use'
  | 'idempotency-key-reused'
  | 'group-not-found'
  | 'group-member-not-found';

/** As entradas de `receiveNewsletterEvent`. */
export interface ReceiveNewsletterEventInput extends NewsletterEvent {
  /** O segredo, se a requisição não é assinada. */
  token?: string | undefined;
}

/** Para o que `receiveNewsletterEvent` resolve. */
export type ReceiveNewsletterEventData = void;

/** Para o que `raw.receiveNewsletterEvent` resolve. */
export type ReceiveNewsletterEventRawResponse =
  RawResponse<202, MessageResponse> | RawResponse<400 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** Os códigos com que `receiveNewsletterEvent` pode falhar. */
export type ReceiveNewsletterEventErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-signature'
  | 'integration-disabled';

/** Os tipos de cada operação. */
export interface Operations {
  uploadAttachments: {
    kind: 'mutation';
    input: UploadAttachmentsInput;
    data: UploadAttachmentsData;
    errorCode: UploadAttachmentsErrorCode;
    options: UploadCallOptions;
  };
  listTicketAttachments: {
    kind: 'query';
    input: ListTicketAttachmentsInput;
    data: ListTicketAttachmentsData;
    errorCode: ListTicketAttachmentsErrorCode;
    options: CallOptions;
  };
  downloadAttachment: {
    kind: 'query';
    input: DownloadAttachmentInput;
    data: DownloadAttachmentData;
    errorCode: DownloadAttachmentErrorCode;
    options: CallOptions;
  };
  deleteAttachment: {
    kind: 'mutation';
    input: DeleteAttachmentInput;
    data: DeleteAttachmentData;
    errorCode: DeleteAttachmentErrorCode;
    options: IdempotentCallOptions;
  };
  listMyTickets: {
    kind: 'query';
    input: ListMyTicketsInput;
    data: ListMyTicketsData;
    errorCode: ListMyTicketsErrorCode;
    options: CallOptions;
  };
  createMyTicket: {
    kind: 'mutation';
    input: CreateMyTicketInput;
    data: CreateMyTicketData;
    errorCode: CreateMyTicketErrorCode;
    options: IdempotentCallOptions;
  };
  getMyTicket: {
    kind: 'query';
    input: GetMyTicketInput;
    data: GetMyTicketData;
    errorCode: GetMyTicketErrorCode;
    options: CallOptions;
  };
  addMyTicketMessage: {
    kind: 'mutation';
    input: AddMyTicketMessageInput;
    data: AddMyTicketMessageData;
    errorCode: AddMyTicketMessageErrorCode;
    options: IdempotentCallOptions;
  };
  createTag: {
    kind: 'mutation';
    input: CreateTagInput;
    data: CreateTagData;
    errorCode: CreateTagErrorCode;
    options: IdempotentCallOptions;
  };
  listTags: {
    kind: 'query';
    input: ListTagsInput;
    data: ListTagsData;
    errorCode: ListTagsErrorCode;
    options: CallOptions;
  };
  deleteTag: {
    kind: 'mutation';
    input: DeleteTagInput;
    data: DeleteTagData;
    errorCode: DeleteTagErrorCode;
    options: IdempotentCallOptions;
  };
  updateQuickReply: {
    kind: 'mutation';
    input: UpdateQuickReplyInput;
    data: UpdateQuickReplyData;
    errorCode: UpdateQuickReplyErrorCode;
    options: IdempotentCallOptions;
  };
  createBatchReplies: {
    kind: 'mutation';
    input: CreateBatchRepliesInput;
    data: CreateBatchRepliesData;
    errorCode: CreateBatchRepliesErrorCode;
    options: IdempotentCallOptions;
  };
  getTicketTimeSeries: {
    kind: 'query';
    input: GetTicketTimeSeriesInput;
    data: GetTicketTimeSeriesData;
    errorCode: GetTicketTimeSeriesErrorCode;
    options: CallOptions;
  };
  getReportFilters: {
    kind: 'query';
    input: GetReportFiltersInput;
    data: GetReportFiltersData;
    errorCode: GetReportFiltersErrorCode;
    options: CallOptions;
  };
  getQuiz: {
    kind: 'query';
    input: GetQuizInput;
    data: GetQuizData;
    errorCode: GetQuizErrorCode;
    options: CallOptions;
  };
  getTodaysQuiz: {
    kind: 'query';
    input: GetTodaysQuizInput;
    data: GetTodaysQuizData;
    errorCode: GetTodaysQuizErrorCode;
    options: CallOptions;
  };
  listQuizHistory: {
    kind: 'query';
    input: ListQuizHistoryInput;
    data: ListQuizHistoryData;
    errorCode: ListQuizHistoryErrorCode;
    options: CallOptions;
  };
  getQuizResult: {
    kind: 'query';
    input: GetQuizResultInput;
    data: GetQuizResultData;
    errorCode: GetQuizResultErrorCode;
    options: CallOptions;
  };
  submitQuiz: {
    kind: 'mutation';
    input: SubmitQuizInput;
    data: SubmitQuizData;
    errorCode: SubmitQuizErrorCode;
    options: IdempotentCallOptions;
  };
  generateQuiz: {
    kind: 'mutation';
    input: GenerateQuizInput;
    data: GenerateQuizData;
    errorCode: GenerateQuizErrorCode;
    options: IdempotentCallOptions;
  };
  listAiResources: {
    kind: 'query';
    input: ListAiResourcesInput;
    data: ListAiResourcesData;
    errorCode: ListAiResourcesErrorCode;
    options: CallOptions;
  };
  getGlobalRanking: {
    kind: 'query';
    input: GetGlobalRankingInput;
    data: GetGlobalRankingData;
    errorCode: GetGlobalRankingErrorCode;
    options: CallOptions;
  };
  getMyRanking: {
    kind: 'query';
    input: GetMyRankingInput;
    data: GetMyRankingData;
    errorCode: GetMyRankingErrorCode;
    options: CallOptions;
  };
  getGroupRanking: {
    kind: 'query';
    input: GetGroupRankingInput;
    data: GetGroupRankingData;
    errorCode: GetGroupRankingErrorCode;
    options: CallOptions;
  };
  getMyStreak: {
    kind: 'query';
    input: GetMyStreakInput;
    data: GetMyStreakData;
    errorCode: GetMyStreakErrorCode;
    options: CallOptions;
  };
  updateMyStreakProfile: {
    kind: 'mutation';
    input: UpdateMyStreakProfileInput;
    data: UpdateMyStreakProfileData;
    errorCode: UpdateMyStreakProfileErrorCode;
    options: IdempotentCallOptions;
  };
  recordMyReading: {
    kind: 'mutation';
    input: RecordMyReadingInput;
    data: RecordMyReadingData;
    errorCode: RecordMyReadingErrorCode;
    options: IdempotentCallOptions;
  };
  getMyReminder: {
    kind: 'query';
    input: GetMyReminderInput;
    data: GetMyReminderData;
    errorCode: GetMyReminderErrorCode;
    options: CallOptions;
  };
  updateMyReminder: {
    kind: 'mutation';
    input: UpdateMyReminderInput;
    data: UpdateMyReminderData;
    errorCode: UpdateMyReminderErrorCode;
    options: IdempotentCallOptions;
  };
  listMyGroups: {
    kind: 'query';
    input: ListMyGroupsInput;
    data: ListMyGroupsData;
    errorCode: ListMyGroupsErrorCode;
    options: CallOptions;
  };
  createGroup: {
    kind: 'mutation';
    input: CreateGroupInput;
    data: CreateGroupData;
    errorCode: CreateGroupErrorCode;
    options: IdempotentCallOptions;
  };
  joinGroup: {
    kind: 'mutation';
    input: JoinGroupInput;
    data: JoinGroupData;
    errorCode: JoinGroupErrorCode;
    options: IdempotentCallOptions;
  };
  updateGroup: {
    kind: 'mutation';
    input: UpdateGroupInput;
    data: UpdateGroupData;
    errorCode: UpdateGroupErrorCode;
    options: IdempotentCallOptions;
  };
  deleteGroup: {
    kind: 'mutation';
    input: DeleteGroupInput;
    data: DeleteGroupData;
    errorCode: DeleteGroupErrorCode;
    options: IdempotentCallOptions;
  };
  createGroupInvite: {
    kind: 'mutation';
    input: CreateGroupInviteInput;
    data: CreateGroupInviteData;
    errorCode: CreateGroupInviteErrorCode;
    options: IdempotentCallOptions;
  };
  revokeGroupInvite: {
    kind: 'mutation';
    input: RevokeGroupInviteInput;
    data: RevokeGroupInviteData;
    errorCode: RevokeGroupInviteErrorCode;
    options: IdempotentCallOptions;
  };
  listGroupMembers: {
    kind: 'query';
    input: ListGroupMembersInput;
    data: ListGroupMembersData;
    errorCode: ListGroupMembersErrorCode;
    options: CallOptions;
  };
  leaveGroup: {
    kind: 'mutation';
    input: LeaveGroupInput;
    data: LeaveGroupData;
    errorCode: LeaveGroupErrorCode;
    options: IdempotentCallOptions;
  };
  removeGroupMember: {
    kind: 'mutation';
    input: RemoveGroupMemberInput;
    data: RemoveGroupMemberData;
    errorCode: RemoveGroupMemberErrorCode;
    options: IdempotentCallOptions;
  };
  receiveNewsletterEvent: {
    kind: 'mutation';
    input: ReceiveNewsletterEventInput;
    data: ReceiveNewsletterEventData;
    errorCode: ReceiveNewsletterEventErrorCode;
    options: CallOptions;
  };
}

/** O nome de uma operação. */
export type OperationName = keyof Operations;

/** Cada operação, que resolve para os dados da sua resposta. */
export interface LeitorOperations {
  /**
   * Anexar arquivos a um ticket.
   *
   * Anexa de 1 a 5 arquivos; todos ou nenhum. Com um arquivo, `data` é o anexo; com vários, a lista deles.
   *
   * Para qualquer pessoa autenticada. `POST /support/{id}/anexos`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `ticket-not-found` (404): Ticket não encontrado
   * - `ticket-merged` (409): Ticket já unido a outro
   * - `ticket-closed` (409): O ticket está fechado
   * - `attachment-too-large` (413): Arquivo muito grande. Tamanho máximo permitido: 10MB
   * - `attachment-type-not-allowed` (415): Tipo de arquivo não permitido. Tipos aceitos: imagens, PDFs, documentos de texto e planilhas
   * - `attachment-infected` (422): Arquivo recusado: o antivírus encontrou uma ameaça
   * - `too-many-attachments` (413): Este ticket já tem o máximo de anexos
   * - `attachment-quota-exceeded` (429): Limite diário de envio de anexos atingido
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const uploadedAttachments = await leitor.uploadAttachments({ id: 42, arquivo: file });
   * ```
   */
  uploadAttachments(input: UploadAttachmentsInput, options?: UploadCallOptions): Promise<UploadAttachmentsData>;

  /**
   * Listar os anexos de um ticket.
   *
   * Todos os anexos do ticket, cada um com um `downloadUrl` temporário.
   *
   * Para qualquer pessoa autenticada. `GET /support/{id}/anexos`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `ticket-not-found` (404): Ticket não encontrado
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const items = await leitor.listTicketAttachments({ id: 42 });
   * ```
   */
  listTicketAttachments(input: ListTicketAttachmentsInput, options?: CallOptions): Promise<ListTicketAttachmentsData>;

  /**
   * Baixar um anexo.
   *
   * O conteúdo do arquivo. Aceita o cabeçalho `Authorization` ou o `token` de um `downloadUrl`, e `Range`.
   *
   * Para qualquer pessoa autenticada com acesso ao ticket. `GET /support/anexos/{attachmentId}/download`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `attachment-not-found` (404): Anexo não encontrado
   * - `attachment-quarantined` (409): Anexo em quarentena: aguarda a verificação do antivírus
   * - `range-not-satisfiable` (416): Intervalo solicitado inválido
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const file = await leitor.downloadAttachment({ attachmentId: 42 });
   * ```
   */
  downloadAttachment(input: DownloadAttachmentInput, options?: CallOptions): Promise<DownloadAttachmentData>;

  /**
   * Excluir um anexo.
   *
   * Remove o anexo do ticket e do armazenamento.
   *
   * Para qualquer pessoa autenticada. `DELETE /support/anexos/{attachmentId}`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `attachment-not-found` (404): Anexo não encontrado
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * await leitor.deleteAttachment({ attachmentId: 42 });
   * ```
   */
  deleteAttachment(input: DeleteAttachmentInput, options?: IdempotentCallOptions): Promise<DeleteAttachmentData>;

  /**
   * Listar meus tickets.
   *
   * Os tickets de quem chama, também os que vieram por e-mail, do mais novo ao mais antigo.
   *
   * Para qualquer pessoa autenticada. `GET /support/me/tickets`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const myTickets = await leitor.listMyTickets();
   * ```
   */
  listMyTickets(input?: ListMyTicketsInput, options?: CallOptions): Promise<ListMyTicketsData>;

  /**
   * Abrir um ticket.
   *
   * Abre um ticket de quem chama. No máximo dez em um dia.
   *
   * Para qualquer pessoa autenticada. `POST /support/me/tickets`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `ticket-quota-exceeded` (429): Limite diário de tickets novos atingido
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const myTicket = await leitor.createMyTicket({
   *   subject: 'Não recebi a edição',
   *   body: 'A edição de hoje não chegou.',
   * });
   * ```
   */
  createMyTicket(input: CreateMyTicketInput, options?: IdempotentCallOptions): Promise<CreateMyTicketData>;

  /**
   * Obter um ticket meu.
   *
   * O ticket com o que quem chama escreveu e o que a equipe respondeu. O de um ticket unido a outro é o outro.
   *
   * Para qualquer pessoa autenticada. `GET /support/me/tickets/{id}`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `ticket-not-found` (404): Ticket não encontrado
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const myTicketThread = await leitor.getMyTicket({ id: 42 });
   * ```
   */
  getMyTicket(input: GetMyTicketInput, options?: CallOptions): Promise<GetMyTicketData>;

  /**
   * Escrever em um ticket meu.
   *
   * Reabre um ticket resolvido; um fechado é reaberto ou continua em um novo, como ao responder por e-mail. No máximo 60 mensagens em uma hora.
   *
   * Para qualquer pessoa autenticada. `POST /support/me/tickets/{id}/messages`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `ticket-not-found` (404): Ticket não encontrado
   * - `ticket-quota-exceeded` (429): Limite diário de tickets novos atingido
   * - `message-quota-exceeded` (429): Limite de mensagens por hora atingido
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const addedMyTicketMessage = await leitor.addMyTicketMessage({ id: 42, body: 'Agora chegou, obrigado!' });
   * ```
   */
  addMyTicketMessage(input: AddMyTicketMessageInput, options?: IdempotentCallOptions): Promise<AddMyTicketMessageData>;

  /**
   * Criar uma tag.
   *
   * Cria uma tag. Com `isDefault` verdadeiro ela passa a ser a padrão e a anterior deixa de ser.
   *
   * Para agentes e administradores. `POST /support/tags`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `tag-fields-required` (400): Nome e cor são obrigatórios
   * - `tag-name-taken` (400): Já existe uma tag com este nome
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const tag = await leitor.createTag({ name: 'Assinatura', color: '#1D4ED8', isDefault: false });
   * ```
   */
  createTag(input: CreateTagInput, options?: IdempotentCallOptions): Promise<CreateTagData>;

  /**
   * Listar as tags.
   *
   * Todas as tags, em ordem alfabética do português.
   *
   * Para qualquer pessoa autenticada. `GET /support/tags`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const items = await leitor.listTags();
   * ```
   */
  listTags(input?: ListTagsInput, options?: CallOptions): Promise<ListTagsData>;

  /**
   * Excluir uma tag.
   *
   * Exclui uma tag que não esteja em uso em nenhum ticket.
   *
   * Para agentes e administradores. `DELETE /support/tags/{id}`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `tag-in-use` (400): Tag está em uso em tickets e não pode ser excluída
   * - `tag-not-found` (404): Tag não encontrada
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * await leitor.deleteTag({ id: 42 });
   * ```
   */
  deleteTag(input: DeleteTagInput, options?: IdempotentCallOptions): Promise<DeleteTagData>;

  /**
   * Alterar uma resposta rápida.
   *
   * Altera somente os campos enviados.
   *
   * Para agentes e administradores. `PATCH /support/quick-replies/{quickReplyId}`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `quick-reply-not-found` (404): Resposta rapida nao encontrada
   * - `quick-reply-shortcut-taken` (409): Atalho ja existe em outra resposta rapida
   * - `quick-reply-empty` (400): Conteúdo da resposta rápida fica vazio depois da sanitização
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const quickReply = await leitor.updateQuickReply({ quickReplyId: 42, titulo: 'Boas-vindas', atalho: '/ola' });
   * ```
   */
  updateQuickReply(input: UpdateQuickReplyInput, options?: IdempotentCallOptions): Promise<UpdateQuickReplyData>;

  /**
   * Gerar respostas automáticas em lote.
   *
   * Gera uma resposta para cada ticket. Com `salvar`, as respostas com confiança suficiente são salvas.
   *
   * Para agentes e administradores. `POST /support/fast-response/lote`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `batch-too-large` (400): Maximo de 50 tickets por lote
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const batchReplies = await leitor.createBatchReplies({ support_ids: [42, 43], salvar: false });
   * ```
   */
  createBatchReplies(input: CreateBatchRepliesInput, options?: IdempotentCallOptions): Promise<CreateBatchRepliesData>;

  /**
   * Série temporal de tickets.
   *
   * Tickets por data de criação e situação atual, no horário de São Paulo. Fica em cache por 2 horas.
   *
   * Para agentes e administradores. `GET /support/relatorios/serie-temporal`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const timeSeries = await leitor.getTicketTimeSeries();
   * ```
   */
  getTicketTimeSeries(input?: GetTicketTimeSeriesInput, options?: CallOptions): Promise<GetTicketTimeSeriesData>;

  /**
   * Filtros dos relatórios.
   *
   * Os valores pelos quais os relatórios podem ser filtrados. Fica em cache por 2 horas.
   *
   * Para agentes e administradores. `GET /support/relatorios/filtros`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const reportFilters = await leitor.getReportFilters();
   * ```
   */
  getReportFilters(input?: GetReportFiltersInput, options?: CallOptions): Promise<GetReportFiltersData>;

  /**
   * Obter um quiz.
   *
   * O quiz sem as respostas corretas; recusado a quem já o tentou.
   *
   * Para qualquer pessoa autenticada. `GET /quiz/{id}`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `quiz-not-found` (404): quiz não encontrado
   * - `quiz-already-attempted` (403): você já tentou este quiz. cada quiz pode ser tentado apenas uma vez.
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const quiz = await leitor.getQuiz({ id: '3c1a8e0e-52c9-4f0b-9a55-1d0f5c0f8f11' });
   * ```
   */
  getQuiz(input: GetQuizInput, options?: CallOptions): Promise<GetQuizData>;

  /**
   * Obter o quiz de hoje.
   *
   * O quiz do dia, com o resultado se já respondido. Antes da publicação é 404, com `Retry-After`.
   *
   * Para qualquer pessoa autenticada. `GET /quiz/today`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `quiz-not-found` (404): quiz não encontrado
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const todaysQuiz = await leitor.getTodaysQuiz();
   * ```
   */
  getTodaysQuiz(input?: GetTodaysQuizInput, options?: CallOptions): Promise<GetTodaysQuizData>;

  /**
   * Listar meus quizzes.
   *
   * As tentativas de quem chama, do quiz mais recente ao mais antigo.
   *
   * Para qualquer pessoa autenticada. `GET /quiz/history`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const quizHistory = await leitor.listQuizHistory();
   * ```
   */
  listQuizHistory(input?: ListQuizHistoryInput, options?: CallOptions): Promise<ListQuizHistoryData>;

  /**
   * Obter o resultado de um quiz.
   *
   * O resultado da tentativa de quem chama; 404 sem tentativa.
   *
   * Para qualquer pessoa autenticada. `GET /quiz/{id}/result`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `quiz-not-found` (404): quiz não encontrado
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const quizSubmissionResult = await leitor.getQuizResult({ id: '3c1a8e0e-52c9-4f0b-9a55-1d0f5c0f8f11' });
   * ```
   */
  getQuizResult(input: GetQuizResultInput, options?: CallOptions): Promise<GetQuizResultData>;

  /**
   * Responder um quiz.
   *
   * Registra a única tentativa do leitor. Ao atingir o mínimo de acertos, a sequência de leitura é recuperada.
   *
   * Para qualquer pessoa autenticada. `POST /quiz/submit`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `quiz-fields-required` (400): quizId e answers são obrigatórios
   * - `quiz-not-found` (404): quiz não encontrado
   * - `quiz-already-attempted` (403): você já tentou este quiz. cada quiz pode ser tentado apenas uma vez.
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const quizSubmissionResult = await leitor.submitQuiz({
   *   quizId: '3c1a8e0e-52c9-4f0b-9a55-1d0f5c0f8f11',
   *   answers: [
   *     {
   *       fieldId: '8a4f0d3e-7f0e-4e43-8d0e-6f8e0b7d2c55',
   *       answer: 'Banco Central',
   *     },
   *   ],
   * });
   * ```
   */
  submitQuiz(input: SubmitQuizInput, options?: IdempotentCallOptions): Promise<SubmitQuizData>;

  /**
   * Gerar o quiz do dia.
   *
   * Gera o quiz a partir da edição mais recente da newsletter. Não recebe corpo.
   *
   * Para administradores, conforme a configuração do serviço. `POST /quiz/admin/generate`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `quiz-already-generated` (409): Quiz já existe para hoje
   * - `no-edition-available` (404): Nenhuma edição disponível para gerar quiz
   * - `newsletter-unavailable` (502): Erro ao consultar a plataforma de newsletter
   * - `quiz-generation-failed` (502): Erro ao gerar quiz com OpenAI
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const generatedQuiz = await leitor.generateQuiz();
   * ```
   */
  generateQuiz(input?: GenerateQuizInput, options?: IdempotentCallOptions): Promise<GenerateQuizData>;

  /**
   * Listar agentes e ferramentas de IA.
   *
   * Os nomes dos agentes e das ferramentas registrados.
   *
   * Para qualquer pessoa autenticada. `GET /ai/resources`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const aiResources = await leitor.listAiResources();
   * ```
   */
  listAiResources(input?: ListAiResourcesInput, options?: CallOptions): Promise<ListAiResourcesData>;

  /**
   * Ranking global de leitura.
   *
   * Os 100 leitores com as maiores sequências atuais e atividade nos últimos 7 dias. Público.
   *
   * Pública: não precisa de token. `GET /streaks/ranking/global`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`
   * @example
   * ```ts
   * const globalRanking = await leitor.getGlobalRanking();
   * ```
   */
  getGlobalRanking(input?: GetGlobalRankingInput, options?: CallOptions): Promise<GetGlobalRankingData>;

  /**
   * Obter minha posição.
   *
   * A posição de quem chama no ranking global e os leitores vizinhos.
   *
   * Para qualquer pessoa autenticada. `GET /streaks/me/ranking`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const myRanking = await leitor.getMyRanking();
   * ```
   */
  getMyRanking(input?: GetMyRankingInput, options?: CallOptions): Promise<GetMyRankingData>;

  /**
   * Ranking de um grupo.
   *
   * Todos os membros do grupo. Grupos privados: somente membros ativos.
   *
   * Para qualquer pessoa autenticada. `GET /streaks/groups/{groupId}/ranking`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `group-not-found` (404): Grupo não encontrado
   * - `group-forbidden` (403): Você não tem permissão para ver este grupo privado
   * - `ranking-timed-out` (504): Tempo esgotado ao montar o ranking
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const groupRanking = await leitor.getGroupRanking({ groupId: '9d7c2f3a-6d0b-4a53-8a39-0b7f7f1f6c11' });
   * ```
   */
  getGroupRanking(input: GetGroupRankingInput, options?: CallOptions): Promise<GetGroupRankingData>;

  /**
   * Obter minha sequência.
   *
   * A sequência de leitura de quem chama, com os dias dos últimos 35.
   *
   * Para qualquer pessoa autenticada. `GET /streaks/me`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const myStreak = await leitor.getMyStreak();
   * ```
   */
  getMyStreak(input?: GetMyStreakInput, options?: CallOptions): Promise<GetMyStreakData>;

  /**
   * Alterar meu perfil nos rankings.
   *
   * O nome e a visibilidade valem imediatamente em todos os rankings.
   *
   * Para qualquer pessoa autenticada. `PATCH /streaks/me`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const myStreak = await leitor.updateMyStreakProfile({ rankingVisibility: 'anonymous' });
   * ```
   */
  updateMyStreakProfile(input?: UpdateMyStreakProfileInput, options?: IdempotentCallOptions): Promise<UpdateMyStreakProfileData>;

  /**
   * Registrar a leitura de hoje.
   *
   * Credita o dia de hoje; repetir no mesmo dia não muda nada.
   *
   * Para qualquer pessoa autenticada. `POST /streaks/me/readings`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `edition-not-found` (404): Edição não encontrada
   * - `newsletter-unavailable` (502): Erro ao consultar a plataforma de newsletter
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const recordedReading = await leitor.recordMyReading({ editionId: 'post_0f4c2a' });
   * ```
   */
  recordMyReading(input?: RecordMyReadingInput, options?: IdempotentCallOptions): Promise<RecordMyReadingData>;

  /**
   * Obter meu lembrete.
   *
   * Se quem chama recebe um e-mail antes que a sequência termine.
   *
   * Para qualquer pessoa autenticada. `GET /streaks/me/reminder`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const myReminder = await leitor.getMyReminder();
   * ```
   */
  getMyReminder(input?: GetMyReminderInput, options?: CallOptions): Promise<GetMyReminderData>;

  /**
   * Ligar ou desligar meu lembrete.
   *
   * Ligado, um e-mail por dia, no máximo, avisa quem leu ontem e ainda não leu hoje. Cada e-mail tem um link para desligar.
   *
   * Para qualquer pessoa autenticada. `PUT /streaks/me/reminder`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const myReminder = await leitor.updateMyReminder({ enabled: true });
   * ```
   */
  updateMyReminder(input: UpdateMyReminderInput, options?: IdempotentCallOptions): Promise<UpdateMyReminderData>;

  /**
   * Listar meus grupos.
   *
   * Os grupos de que quem chama é dono ou membro, do mais novo ao mais antigo.
   *
   * Para qualquer pessoa autenticada. `GET /streaks/groups`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const items = await leitor.listMyGroups();
   * ```
   */
  listMyGroups(input?: ListMyGroupsInput, options?: CallOptions): Promise<ListMyGroupsData>;

  /**
   * Criar um grupo.
   *
   * Quem chama passa a ser dono e primeiro membro.
   *
   * Para qualquer pessoa autenticada. `POST /streaks/groups`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `too-many-groups` (409): Você já está no máximo de grupos
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const myGroup = await leitor.createGroup({ name: 'Clube da manhã' });
   * ```
   */
  createGroup(input: CreateGroupInput, options?: IdempotentCallOptions): Promise<CreateGroupData>;

  /**
   * Entrar em um grupo.
   *
   * Entra com o segredo de um convite. Quem já é membro continua no lugar.
   *
   * Para qualquer pessoa autenticada. `POST /streaks/groups/join`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `invite-not-found` (404): Convite não encontrado ou expirado
   * - `group-full` (409): O grupo já tem o máximo de membros
   * - `too-many-groups` (409): Você já está no máximo de grupos
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const myGroup = await leitor.joinGroup({ token: 'q2Xf6bJr1u0m3v9cW7yT5kN8pL4sD0hA6gE2zB1xR3o' });
   * ```
   */
  joinGroup(input: JoinGroupInput, options?: IdempotentCallOptions): Promise<JoinGroupData>;

  /**
   * Alterar um grupo.
   *
   * Somente o dono.
   *
   * Para qualquer pessoa autenticada. `PATCH /streaks/groups/{groupId}`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `group-not-found` (404): Grupo não encontrado
   * - `group-member-not-found` (404): Membro não encontrado
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const myGroup = await leitor.updateGroup({
   *   groupId: '9d7c2f3a-6d0b-4a53-8a39-0b7f7f1f6c11',
   *   isPublic: true,
   * });
   * ```
   */
  updateGroup(input: UpdateGroupInput, options?: IdempotentCallOptions): Promise<UpdateGroupData>;

  /**
   * Excluir um grupo.
   *
   * Somente o dono.
   *
   * Para qualquer pessoa autenticada. `DELETE /streaks/groups/{groupId}`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `group-not-found` (404): Grupo não encontrado
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * await leitor.deleteGroup({ groupId: '9d7c2f3a-6d0b-4a53-8a39-0b7f7f1f6c11' });
   * ```
   */
  deleteGroup(input: DeleteGroupInput, options?: IdempotentCallOptions): Promise<DeleteGroupData>;

  /**
   * Convidar para um grupo.
   *
   * Somente o dono. No máximo 20 convites válidos por grupo.
   *
   * Para qualquer pessoa autenticada. `POST /streaks/groups/{groupId}/invites`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `group-not-found` (404): Grupo não encontrado
   * - `too-many-invites` (409): O grupo já tem o máximo de convites
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const groupInvite = await leitor.createGroupInvite({
   *   groupId: '9d7c2f3a-6d0b-4a53-8a39-0b7f7f1f6c11',
   *   maxUses: 10,
   * });
   * ```
   */
  createGroupInvite(input: CreateGroupInviteInput, options?: IdempotentCallOptions): Promise<CreateGroupInviteData>;

  /**
   * Revogar um convite.
   *
   * Somente o dono.
   *
   * Para qualquer pessoa autenticada. `DELETE /streaks/groups/{groupId}/invites/{inviteId}`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `group-not-found` (404): Grupo não encontrado
   * - `invite-not-found` (404): Convite não encontrado ou expirado
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * await leitor.revokeGroupInvite({
   *   groupId: '9d7c2f3a-6d0b-4a53-8a39-0b7f7f1f6c11',
   *   inviteId: 42,
   * });
   * ```
   */
  revokeGroupInvite(input: RevokeGroupInviteInput, options?: IdempotentCallOptions): Promise<RevokeGroupInviteData>;

  /**
   * Listar os membros de um grupo.
   *
   * Somente o dono.
   *
   * Para qualquer pessoa autenticada. `GET /streaks/groups/{groupId}/members`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `group-not-found` (404): Grupo não encontrado
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const groupMembers = await leitor.listGroupMembers({ groupId: '9d7c2f3a-6d0b-4a53-8a39-0b7f7f1f6c11' });
   * ```
   */
  listGroupMembers(input: ListGroupMembersInput, options?: CallOptions): Promise<ListGroupMembersData>;

  /**
   * Sair de um grupo.
   *
   * O dono que sai passa o grupo ao membro mais antigo; sem outros membros, o grupo é excluído.
   *
   * Para qualquer pessoa autenticada. `DELETE /streaks/groups/{groupId}/members/me`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `group-not-found` (404): Grupo não encontrado
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * await leitor.leaveGroup({ groupId: '9d7c2f3a-6d0b-4a53-8a39-0b7f7f1f6c11' });
   * ```
   */
  leaveGroup(input: LeaveGroupInput, options?: IdempotentCallOptions): Promise<LeaveGroupData>;

  /**
   * Remover um membro.
   *
   * Somente o dono.
   *
   * Para qualquer pessoa autenticada. `DELETE /streaks/groups/{groupId}/members/{memberId}`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `idempotency-key-in-use` (409): Uma requisição com esta Idempotency-Key ainda está em andamento
   * - `idempotency-key-reused` (422): Idempotency-Key já usada com outra requisição
   * - `group-not-found` (404): Grupo não encontrado
   * - `group-member-not-found` (404): Membro não encontrado
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * await leitor.removeGroupMember({
   *   groupId: '9d7c2f3a-6d0b-4a53-8a39-0b7f7f1f6c11',
   *   memberId: 42,
   * });
   * ```
   */
  removeGroupMember(input: RemoveGroupMemberInput, options?: IdempotentCallOptions): Promise<RemoveGroupMemberData>;

  /**
   * Receber um evento da newsletter.
   *
   * Chamada pela plataforma, assinada (Standard Webhooks ou Svix) ou com o segredo em `token`. O evento é guardado e tratado depois.
   *
   * Para a plataforma que tem o segredo. `POST /integrations/beehiiv`
   *
   * @throws {LeitorError} com um destes códigos:
   * - `invalid-signature` (403): Assinatura inválida ou ausente
   * - `integration-disabled` (404): Integração não configurada
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`
   * @example
   * ```ts
   * await leitor.receiveNewsletterEvent({
   *   uid: 'evt_5c2d9f0e-7a44-4c1b-8b8e-2f1f6f0f9a31',
   *   event_type: 'post.sent',
   *   data: { id: 'post_00000000-0000-4000-8000-000000000001' },
   * });
   * ```
   */
  receiveNewsletterEvent(input: ReceiveNewsletterEventInput, options?: CallOptions): Promise<ReceiveNewsletterEventData>;
}

/** Cada operação, que resolve para a sua resposta inteira. */
export interface RawOperations {
  /** Anexar arquivos a um ticket. {@link LeitorOperations.uploadAttachments} com a resposta inteira. */
  uploadAttachments(input: UploadAttachmentsInput, options?: UploadCallOptions): Promise<UploadAttachmentsRawResponse>;
  /** Listar os anexos de um ticket. {@link LeitorOperations.listTicketAttachments} com a resposta inteira. */
  listTicketAttachments(input: ListTicketAttachmentsInput, options?: CallOptions): Promise<ListTicketAttachmentsRawResponse>;
  /** Baixar um anexo. {@link LeitorOperations.downloadAttachment} com a resposta inteira. */
  downloadAttachment(input: DownloadAttachmentInput, options?: CallOptions): Promise<DownloadAttachmentRawResponse>;
  /** Excluir um anexo. {@link LeitorOperations.deleteAttachment} com a resposta inteira. */
  deleteAttachment(input: DeleteAttachmentInput, options?: IdempotentCallOptions): Promise<DeleteAttachmentRawResponse>;
  /** Listar meus tickets. {@link LeitorOperations.listMyTickets} com a resposta inteira. */
  listMyTickets(input?: ListMyTicketsInput, options?: CallOptions): Promise<ListMyTicketsRawResponse>;
  /** Abrir um ticket. {@link LeitorOperations.createMyTicket} com a resposta inteira. */
  createMyTicket(input: CreateMyTicketInput, options?: IdempotentCallOptions): Promise<CreateMyTicketRawResponse>;
  /** Obter um ticket meu. {@link LeitorOperations.getMyTicket} com a resposta inteira. */
  getMyTicket(input: GetMyTicketInput, options?: CallOptions): Promise<GetMyTicketRawResponse>;
  /** Escrever em um ticket meu. {@link LeitorOperations.addMyTicketMessage} com a resposta inteira. */
  addMyTicketMessage(input: AddMyTicketMessageInput, options?: IdempotentCallOptions): Promise<AddMyTicketMessageRawResponse>;
  /** Criar uma tag. {@link LeitorOperations.createTag} com a resposta inteira. */
  createTag(input: CreateTagInput, options?: IdempotentCallOptions): Promise<CreateTagRawResponse>;
  /** Listar as tags. {@link LeitorOperations.listTags} com a resposta inteira. */
  listTags(input?: ListTagsInput, options?: CallOptions): Promise<ListTagsRawResponse>;
  /** Excluir uma tag. {@link LeitorOperations.deleteTag} com a resposta inteira. */
  deleteTag(input: DeleteTagInput, options?: IdempotentCallOptions): Promise<DeleteTagRawResponse>;
  /** Alterar uma resposta rápida. {@link LeitorOperations.updateQuickReply} com a resposta inteira. */
  updateQuickReply(input: UpdateQuickReplyInput, options?: IdempotentCallOptions): Promise<UpdateQuickReplyRawResponse>;
  /** Gerar respostas automáticas em lote. {@link LeitorOperations.createBatchReplies} com a resposta inteira. */
  createBatchReplies(input: CreateBatchRepliesInput, options?: IdempotentCallOptions): Promise<CreateBatchRepliesRawResponse>;
  /** Série temporal de tickets. {@link LeitorOperations.getTicketTimeSeries} com a resposta inteira. */
  getTicketTimeSeries(input?: GetTicketTimeSeriesInput, options?: CallOptions): Promise<GetTicketTimeSeriesRawResponse>;
  /** Filtros dos relatórios. {@link LeitorOperations.getReportFilters} com a resposta inteira. */
  getReportFilters(input?: GetReportFiltersInput, options?: CallOptions): Promise<GetReportFiltersRawResponse>;
  /** Obter um quiz. {@link LeitorOperations.getQuiz} com a resposta inteira. */
  getQuiz(input: GetQuizInput, options?: CallOptions): Promise<GetQuizRawResponse>;
  /** Obter o quiz de hoje. {@link LeitorOperations.getTodaysQuiz} com a resposta inteira. */
  getTodaysQuiz(input?: GetTodaysQuizInput, options?: CallOptions): Promise<GetTodaysQuizRawResponse>;
  /** Listar meus quizzes. {@link LeitorOperations.listQuizHistory} com a resposta inteira. */
  listQuizHistory(input?: ListQuizHistoryInput, options?: CallOptions): Promise<ListQuizHistoryRawResponse>;
  /** Obter o resultado de um quiz. {@link LeitorOperations.getQuizResult} com a resposta inteira. */
  getQuizResult(input: GetQuizResultInput, options?: CallOptions): Promise<GetQuizResultRawResponse>;
  /** Responder um quiz. {@link LeitorOperations.submitQuiz} com a resposta inteira. */
  submitQuiz(input: SubmitQuizInput, options?: IdempotentCallOptions): Promise<SubmitQuizRawResponse>;
  /** Gerar o quiz do dia. {@link LeitorOperations.generateQuiz} com a resposta inteira. */
  generateQuiz(input?: GenerateQuizInput, options?: IdempotentCallOptions): Promise<GenerateQuizRawResponse>;
  /** Listar agentes e ferramentas de IA. {@link LeitorOperations.listAiResources} com a resposta inteira. */
  listAiResources(input?: ListAiResourcesInput, options?: CallOptions): Promise<ListAiResourcesRawResponse>;
  /** Ranking global de leitura. {@link LeitorOperations.getGlobalRanking} com a resposta inteira. */
  getGlobalRanking(input?: GetGlobalRankingInput, options?: CallOptions): Promise<GetGlobalRankingRawResponse>;
  /** Obter minha posição. {@link LeitorOperations.getMyRanking} com a resposta inteira. */
  getMyRanking(input?: GetMyRankingInput, options?: CallOptions): Promise<GetMyRankingRawResponse>;
  /** Ranking de um grupo. {@link LeitorOperations.getGroupRanking} com a resposta inteira. */
  getGroupRanking(input: GetGroupRankingInput, options?: CallOptions): Promise<GetGroupRankingRawResponse>;
  /** Obter minha sequência. {@link LeitorOperations.getMyStreak} com a resposta inteira. */
  getMyStreak(input?: GetMyStreakInput, options?: CallOptions): Promise<GetMyStreakRawResponse>;
  /** Alterar meu perfil nos rankings. {@link LeitorOperations.updateMyStreakProfile} com a resposta inteira. */
  updateMyStreakProfile(input?: UpdateMyStreakProfileInput, options?: IdempotentCallOptions): Promise<UpdateMyStreakProfileRawResponse>;
  /** Registrar a leitura de hoje. {@link LeitorOperations.recordMyReading} com a resposta inteira. */
  recordMyReading(input?: RecordMyReadingInput, options?: IdempotentCallOptions): Promise<RecordMyReadingRawResponse>;
  /** Obter meu lembrete. {@link LeitorOperations.getMyReminder} com a resposta inteira. */
  getMyReminder(input?: GetMyReminderInput, options?: CallOptions): Promise<GetMyReminderRawResponse>;
  /** Ligar ou desligar meu lembrete. {@link LeitorOperations.updateMyReminder} com a resposta inteira. */
  updateMyReminder(input: UpdateMyReminderInput, options?: IdempotentCallOptions): Promise<UpdateMyReminderRawResponse>;
  /** Listar meus grupos. {@link LeitorOperations.listMyGroups} com a resposta inteira. */
  listMyGroups(input?: ListMyGroupsInput, options?: CallOptions): Promise<ListMyGroupsRawResponse>;
  /** Criar um grupo. {@link LeitorOperations.createGroup} com a resposta inteira. */
  createGroup(input: CreateGroupInput, options?: IdempotentCallOptions): Promise<CreateGroupRawResponse>;
  /** Entrar em um grupo. {@link LeitorOperations.joinGroup} com a resposta inteira. */
  joinGroup(input: JoinGroupInput, options?: IdempotentCallOptions): Promise<JoinGroupRawResponse>;
  /** Alterar um grupo. {@link LeitorOperations.updateGroup} com a resposta inteira. */
  updateGroup(input: UpdateGroupInput, options?: IdempotentCallOptions): Promise<UpdateGroupRawResponse>;
  /** Excluir um grupo. {@link LeitorOperations.deleteGroup} com a resposta inteira. */
  deleteGroup(input: DeleteGroupInput, options?: IdempotentCallOptions): Promise<DeleteGroupRawResponse>;
  /** Convidar para um grupo. {@link LeitorOperations.createGroupInvite} com a resposta inteira. */
  createGroupInvite(input: CreateGroupInviteInput, options?: IdempotentCallOptions): Promise<CreateGroupInviteRawResponse>;
  /** Revogar um convite. {@link LeitorOperations.revokeGroupInvite} com a resposta inteira. */
  revokeGroupInvite(input: RevokeGroupInviteInput, options?: IdempotentCallOptions): Promise<RevokeGroupInviteRawResponse>;
  /** Listar os membros de um grupo. {@link LeitorOperations.listGroupMembers} com a resposta inteira. */
  listGroupMembers(input: ListGroupMembersInput, options?: CallOptions): Promise<ListGroupMembersRawResponse>;
  /** Sair de um grupo. {@link LeitorOperations.leaveGroup} com a resposta inteira. */
  leaveGroup(input: LeaveGroupInput, options?: IdempotentCallOptions): Promise<LeaveGroupRawResponse>;
  /** Remover um membro. {@link LeitorOperations.removeGroupMember} com a resposta inteira. */
  removeGroupMember(input: RemoveGroupMemberInput, options?: IdempotentCallOptions): Promise<RemoveGroupMemberRawResponse>;
  /** Receber um evento da newsletter. {@link LeitorOperations.receiveNewsletterEvent} com a resposta inteira. */
  receiveNewsletterEvent(input: ReceiveNewsletterEventInput, options?: CallOptions): Promise<ReceiveNewsletterEventRawResponse>;
}

/** As listas com cursor, por todas as suas páginas. */
export interface PagedOperations {
  /** Listar meus tickets. Os itens de todas as páginas, uma requisição por página. */
  listMyTickets(input?: Omit<ListMyTicketsInput, 'cursor'>, options?: CallOptions): AsyncGenerator<ListMyTicketsData['items'][number], void, undefined>;
  /** Listar meus quizzes. Os itens de todas as páginas, uma requisição por página. */
  listQuizHistory(input?: Omit<ListQuizHistoryInput, 'cursor'>, options?: CallOptions): AsyncGenerator<ListQuizHistoryData['items'][number], void, undefined>;
  /** Listar os membros de um grupo. Os itens de todas as páginas, uma requisição por página. */
  listGroupMembers(input: Omit<ListGroupMembersInput, 'cursor'>, options?: CallOptions): AsyncGenerator<ListGroupMembersData['items'][number], void, undefined>;
}
