// Written by `npm run sdk` from the contract. Do not edit.

import type { CallOptions, IdempotentCallOptions, UploadCallOptions } from '../call-options.ts';
import type { RawResponse } from '../route.ts';
import type { AiResources, AiResourcesResponse, AttachmentListResponse, AttachmentUploadResponse, BatchReplies, BatchRepliesResponse, CreateBatchReplies, CreateGroup, CreateGroupInvite, CreateTag, Failure, GeneratedQuiz, GeneratedQuizResponse, GlobalRanking, GlobalRankingResponse, GroupInvite, GroupInviteResponse, GroupMembers, GroupMembersResponse, GroupRanking, GroupRankingFailure, GroupRankingResponse, JoinGroup, ListedAttachment, MessageResponse, MyGroup, MyGroupResponse, MyGroupsResponse, MyRanking, MyRankingResponse, MyStreak, MyStreakResponse, NewsletterEvent, QuickReply, QuickReplyResponse, Quiz, QuizHistory, QuizHistoryResponse, QuizResponse, QuizResultResponse, QuizSubmissionResponse, QuizSubmissionResult, RecordReading, RecordedReading, RecordedReadingResponse, ReportFilters, ReportFiltersResponse, ReportGrouping, SubmitQuiz, Tag, TagListResponse, TagResponse, TicketStatus, TimeSeries, TimeSeriesResponse, TodaysQuiz, TodaysQuizResponse, UpdateGroup, UpdateMyStreak, UpdateQuickReply, UploadAttachments, UploadedAttachments } from './schemas.ts';

/** The inputs of an operation that takes none. */
export type NoInput = Record<string, never>;

/** The codes of what goes wrong before a request reaches an operation. */
export type AnywhereErrorCode = 'malformed-json' | 'not-found' | 'method-not-allowed' | 'request-timeout' | 'headers-too-large';

/** The inputs of `uploadAttachments`. */
export interface UploadAttachmentsInput extends UploadAttachments {
  /** Identificador do ticket. */
  id: number;
}

/** What `uploadAttachments` resolves to. */
export type UploadAttachmentsData = UploadedAttachments;

/** What `raw.uploadAttachments` resolves to. */
export type UploadAttachmentsRawResponse =
  RawResponse<201, AttachmentUploadResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** The codes that `uploadAttachments` can fail with. */
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

/** The inputs of `listTicketAttachments`. */
export interface ListTicketAttachmentsInput {
  /** Identificador do ticket. */
  id: number;
}

/** What `listTicketAttachments` resolves to. */
export type ListTicketAttachmentsData = ListedAttachment[];

/** What `raw.listTicketAttachments` resolves to. */
export type ListTicketAttachmentsRawResponse =
  RawResponse<200, AttachmentListResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `listTicketAttachments` can fail with. */
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

/** The inputs of `downloadAttachment`. */
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

/** What `downloadAttachment` resolves to. */
export type DownloadAttachmentData = File;

/** What `raw.downloadAttachment` resolves to. */
export type DownloadAttachmentRawResponse =
  RawResponse<200, File> | RawResponse<206, File> | RawResponse<304, undefined> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 416 | 429 | 500 | 503, Failure>;

/** The codes that `downloadAttachment` can fail with. */
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

/** The inputs of `deleteAttachment`. */
export interface DeleteAttachmentInput {
  /** Identificador do anexo. */
  attachmentId: number;
}

/** What `deleteAttachment` resolves to. */
export type DeleteAttachmentData = void;

/** What `raw.deleteAttachment` resolves to. */
export type DeleteAttachmentRawResponse =
  RawResponse<200, MessageResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `deleteAttachment` can fail with. */
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
  | 'attachment-not-found';

/** The inputs of `createTag`. */
export type CreateTagInput = CreateTag;

/** What `createTag` resolves to. */
export type CreateTagData = Tag;

/** What `raw.createTag` resolves to. */
export type CreateTagRawResponse =
  RawResponse<201, TagResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `createTag` can fail with. */
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
  | 'tag-fields-required'
  | 'tag-name-taken';

/** The inputs of `listTags`. */
export type ListTagsInput = NoInput;

/** What `listTags` resolves to. */
export type ListTagsData = Tag[];

/** What `raw.listTags` resolves to. */
export type ListTagsRawResponse =
  RawResponse<200, TagListResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `listTags` can fail with. */
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

/** The inputs of `deleteTag`. */
export interface DeleteTagInput {
  /** Identificador da tag. */
  id: number;
}

/** What `deleteTag` resolves to. */
export type DeleteTagData = void;

/** What `raw.deleteTag` resolves to. */
export type DeleteTagRawResponse =
  RawResponse<200, MessageResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `deleteTag` can fail with. */
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
  | 'tag-in-use'
  | 'tag-not-found';

/** The inputs of `updateQuickReply`. */
export interface UpdateQuickReplyInput extends UpdateQuickReply {
  /** Identificador da resposta rápida. */
  quickReplyId: number;
}

/** What `updateQuickReply` resolves to. */
export type UpdateQuickReplyData = QuickReply;

/** What `raw.updateQuickReply` resolves to. */
export type UpdateQuickReplyRawResponse =
  RawResponse<200, QuickReplyResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `updateQuickReply` can fail with. */
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
  | 'quick-reply-not-found'
  | 'quick-reply-shortcut-taken'
  | 'quick-reply-empty';

/** The inputs of `createBatchReplies`. */
export type CreateBatchRepliesInput = CreateBatchReplies;

/** What `createBatchReplies` resolves to. */
export type CreateBatchRepliesData = BatchReplies;

/** What `raw.createBatchReplies` resolves to. */
export type CreateBatchRepliesRawResponse =
  RawResponse<200, BatchRepliesResponse> | RawResponse<400 | 401 | 403 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** The codes that `createBatchReplies` can fail with. */
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

/** The inputs of `getTicketTimeSeries`. */
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

/** What `getTicketTimeSeries` resolves to. */
export type GetTicketTimeSeriesData = TimeSeries;

/** What `raw.getTicketTimeSeries` resolves to. */
export type GetTicketTimeSeriesRawResponse =
  RawResponse<200, TimeSeriesResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `getTicketTimeSeries` can fail with. */
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

/** The inputs of `getReportFilters`. */
export type GetReportFiltersInput = NoInput;

/** What `getReportFilters` resolves to. */
export type GetReportFiltersData = ReportFilters;

/** What `raw.getReportFilters` resolves to. */
export type GetReportFiltersRawResponse =
  RawResponse<200, ReportFiltersResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `getReportFilters` can fail with. */
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

/** The inputs of `getQuiz`. */
export interface GetQuizInput {
  /** Identificador do quiz. */
  id: string;
}

/** What `getQuiz` resolves to. */
export type GetQuizData = Quiz;

/** What `raw.getQuiz` resolves to. */
export type GetQuizRawResponse =
  RawResponse<200, QuizResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `getQuiz` can fail with. */
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

/** The inputs of `getTodaysQuiz`. */
export type GetTodaysQuizInput = NoInput;

/** What `getTodaysQuiz` resolves to. */
export type GetTodaysQuizData = TodaysQuiz;

/** What `raw.getTodaysQuiz` resolves to. */
export type GetTodaysQuizRawResponse =
  RawResponse<200, TodaysQuizResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `getTodaysQuiz` can fail with. */
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

/** The inputs of `listQuizHistory`. */
export interface ListQuizHistoryInput {
  /** O `nextCursor` da página anterior. */
  cursor?: string | undefined;
  /** Itens por página. */
  limit?: number | undefined;
}

/** What `listQuizHistory` resolves to. */
export type ListQuizHistoryData = QuizHistory;

/** What `raw.listQuizHistory` resolves to. */
export type ListQuizHistoryRawResponse =
  RawResponse<200, QuizHistoryResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `listQuizHistory` can fail with. */
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

/** The inputs of `getQuizResult`. */
export interface GetQuizResultInput {
  /** Identificador do quiz. */
  id: string;
}

/** What `getQuizResult` resolves to. */
export type GetQuizResultData = QuizSubmissionResult;

/** What `raw.getQuizResult` resolves to. */
export type GetQuizResultRawResponse =
  RawResponse<200, QuizResultResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `getQuizResult` can fail with. */
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

/** The inputs of `submitQuiz`. */
export type SubmitQuizInput = SubmitQuiz;

/** What `submitQuiz` resolves to. */
export type SubmitQuizData = QuizSubmissionResult;

/** What `raw.submitQuiz` resolves to. */
export type SubmitQuizRawResponse =
  RawResponse<200, QuizSubmissionResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503, Failure>;

/** The codes that `submitQuiz` can fail with. */
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

/** The inputs of `generateQuiz`. */
export type GenerateQuizInput = NoInput;

/** What `generateQuiz` resolves to. */
export type GenerateQuizData = GeneratedQuiz;

/** What `raw.generateQuiz` resolves to. */
export type GenerateQuizRawResponse =
  RawResponse<201, GeneratedQuizResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 502 | 503, Failure>;

/** The codes that `generateQuiz` can fail with. */
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
  | 'quiz-already-generated'
  | 'no-edition-available'
  | 'newsletter-unavailable'
  | 'quiz-generation-failed';

/** The inputs of `listAiResources`. */
export type ListAiResourcesInput = NoInput;

/** What `listAiResources` resolves to. */
export type ListAiResourcesData = AiResources;

/** What `raw.listAiResources` resolves to. */
export type ListAiResourcesRawResponse =
  RawResponse<200, AiResourcesResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `listAiResources` can fail with. */
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

/** The inputs of `getGlobalRanking`. */
export type GetGlobalRankingInput = NoInput;

/** What `getGlobalRanking` resolves to. */
export type GetGlobalRankingData = GlobalRanking;

/** What `raw.getGlobalRanking` resolves to. */
export type GetGlobalRankingRawResponse =
  RawResponse<200, GlobalRankingResponse> | RawResponse<400 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `getGlobalRanking` can fail with. */
export type GetGlobalRankingErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable';

/** The inputs of `getMyRanking`. */
export interface GetMyRankingInput {
  /** Quantos vizinhos de cada lado. Padrão: `5`. */
  around?: number | undefined;
}

/** What `getMyRanking` resolves to. */
export type GetMyRankingData = MyRanking;

/** What `raw.getMyRanking` resolves to. */
export type GetMyRankingRawResponse =
  RawResponse<200, MyRankingResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `getMyRanking` can fail with. */
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

/** The inputs of `getGroupRanking`. */
export interface GetGroupRankingInput {
  /** Identificador do grupo. */
  groupId: string;
}

/** What `getGroupRanking` resolves to. */
export type GetGroupRankingData = GroupRanking;

/** What `raw.getGroupRanking` resolves to. */
export type GetGroupRankingRawResponse =
  RawResponse<200, GroupRankingResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503 | 504, GroupRankingFailure>;

/** The codes that `getGroupRanking` can fail with. */
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

/** The inputs of `getMyStreak`. */
export type GetMyStreakInput = NoInput;

/** What `getMyStreak` resolves to. */
export type GetMyStreakData = MyStreak;

/** What `raw.getMyStreak` resolves to. */
export type GetMyStreakRawResponse =
  RawResponse<200, MyStreakResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `getMyStreak` can fail with. */
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

/** The inputs of `updateMyStreakProfile`. */
export type UpdateMyStreakProfileInput = UpdateMyStreak;

/** What `updateMyStreakProfile` resolves to. */
export type UpdateMyStreakProfileData = MyStreak;

/** What `raw.updateMyStreakProfile` resolves to. */
export type UpdateMyStreakProfileRawResponse =
  RawResponse<200, MyStreakResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `updateMyStreakProfile` can fail with. */
export type UpdateMyStreakProfileErrorCode =
  | AnywhereErrorCode
  | 'invalid-request'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-token'
  | 'forbidden';

/** The inputs of `recordMyReading`. */
export type RecordMyReadingInput = RecordReading;

/** What `recordMyReading` resolves to. */
export type RecordMyReadingData = RecordedReading;

/** What `raw.recordMyReading` resolves to. */
export type RecordMyReadingRawResponse =
  RawResponse<200, RecordedReadingResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 502 | 503, Failure>;

/** The codes that `recordMyReading` can fail with. */
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
  | 'edition-not-found'
  | 'newsletter-unavailable';

/** The inputs of `listMyGroups`. */
export type ListMyGroupsInput = NoInput;

/** What `listMyGroups` resolves to. */
export type ListMyGroupsData = MyGroup[];

/** What `raw.listMyGroups` resolves to. */
export type ListMyGroupsRawResponse =
  RawResponse<200, MyGroupsResponse> | RawResponse<400 | 401 | 403 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `listMyGroups` can fail with. */
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

/** The inputs of `createGroup`. */
export type CreateGroupInput = CreateGroup;

/** What `createGroup` resolves to. */
export type CreateGroupData = MyGroup;

/** What `raw.createGroup` resolves to. */
export type CreateGroupRawResponse =
  RawResponse<201, MyGroupResponse> | RawResponse<400 | 401 | 403 | 409 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `createGroup` can fail with. */
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
  | 'too-many-groups';

/** The inputs of `joinGroup`. */
export type JoinGroupInput = JoinGroup;

/** What `joinGroup` resolves to. */
export type JoinGroupData = MyGroup;

/** What `raw.joinGroup` resolves to. */
export type JoinGroupRawResponse =
  RawResponse<200, MyGroupResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `joinGroup` can fail with. */
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
  | 'invite-not-found'
  | 'group-full'
  | 'too-many-groups';

/** The inputs of `updateGroup`. */
export interface UpdateGroupInput extends UpdateGroup {
  /** Identificador do grupo. */
  groupId: string;
}

/** What `updateGroup` resolves to. */
export type UpdateGroupData = MyGroup;

/** What `raw.updateGroup` resolves to. */
export type UpdateGroupRawResponse =
  RawResponse<200, MyGroupResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `updateGroup` can fail with. */
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
  | 'group-not-found'
  | 'group-member-not-found';

/** The inputs of `deleteGroup`. */
export interface DeleteGroupInput {
  /** Identificador do grupo. */
  groupId: string;
}

/** What `deleteGroup` resolves to. */
export type DeleteGroupData = void;

/** What `raw.deleteGroup` resolves to. */
export type DeleteGroupRawResponse =
  RawResponse<200, MessageResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `deleteGroup` can fail with. */
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
  | 'group-not-found';

/** The inputs of `createGroupInvite`. */
export interface CreateGroupInviteInput extends CreateGroupInvite {
  /** Identificador do grupo. */
  groupId: string;
}

/** What `createGroupInvite` resolves to. */
export type CreateGroupInviteData = GroupInvite;

/** What `raw.createGroupInvite` resolves to. */
export type CreateGroupInviteRawResponse =
  RawResponse<201, GroupInviteResponse> | RawResponse<400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `createGroupInvite` can fail with. */
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
  | 'group-not-found'
  | 'too-many-invites';

/** The inputs of `revokeGroupInvite`. */
export interface RevokeGroupInviteInput {
  /** Identificador do grupo. */
  groupId: string;
  /** Identificador do convite. */
  inviteId: number;
}

/** What `revokeGroupInvite` resolves to. */
export type RevokeGroupInviteData = void;

/** What `raw.revokeGroupInvite` resolves to. */
export type RevokeGroupInviteRawResponse =
  RawResponse<200, MessageResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `revokeGroupInvite` can fail with. */
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
  | 'group-not-found'
  | 'invite-not-found';

/** The inputs of `listGroupMembers`. */
export interface ListGroupMembersInput {
  /** Identificador do grupo. */
  groupId: string;
  /** O `nextCursor` da página anterior. */
  cursor?: string | undefined;
  /** Itens por página. */
  limit?: number | undefined;
}

/** What `listGroupMembers` resolves to. */
export type ListGroupMembersData = GroupMembers;

/** What `raw.listGroupMembers` resolves to. */
export type ListGroupMembersRawResponse =
  RawResponse<200, GroupMembersResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `listGroupMembers` can fail with. */
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

/** The inputs of `leaveGroup`. */
export interface LeaveGroupInput {
  /** Identificador do grupo. */
  groupId: string;
}

/** What `leaveGroup` resolves to. */
export type LeaveGroupData = void;

/** What `raw.leaveGroup` resolves to. */
export type LeaveGroupRawResponse =
  RawResponse<200, MessageResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `leaveGroup` can fail with. */
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
  | 'group-not-found';

/** The inputs of `removeGroupMember`. */
export interface RemoveGroupMemberInput {
  /** Identificador do grupo. */
  groupId: string;
  /** Identificador do membro. */
  memberId: number;
}

/** What `removeGroupMember` resolves to. */
export type RemoveGroupMemberData = void;

/** What `raw.removeGroupMember` resolves to. */
export type RemoveGroupMemberRawResponse =
  RawResponse<200, MessageResponse> | RawResponse<400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `removeGroupMember` can fail with. */
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
  | 'group-not-found'
  | 'group-member-not-found';

/** The inputs of `receiveNewsletterEvent`. */
export interface ReceiveNewsletterEventInput extends NewsletterEvent {
  /** O segredo, se a requisição não é assinada. */
  token?: string | undefined;
}

/** What `receiveNewsletterEvent` resolves to. */
export type ReceiveNewsletterEventData = void;

/** What `raw.receiveNewsletterEvent` resolves to. */
export type ReceiveNewsletterEventRawResponse =
  RawResponse<202, MessageResponse> | RawResponse<400 | 403 | 404 | 413 | 415 | 429 | 500 | 503, Failure>;

/** The codes that `receiveNewsletterEvent` can fail with. */
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

/** The types of every operation. */
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
    options: CallOptions;
  };
  createTag: {
    kind: 'mutation';
    input: CreateTagInput;
    data: CreateTagData;
    errorCode: CreateTagErrorCode;
    options: CallOptions;
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
    options: CallOptions;
  };
  updateQuickReply: {
    kind: 'mutation';
    input: UpdateQuickReplyInput;
    data: UpdateQuickReplyData;
    errorCode: UpdateQuickReplyErrorCode;
    options: CallOptions;
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
    options: CallOptions;
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
    options: CallOptions;
  };
  recordMyReading: {
    kind: 'mutation';
    input: RecordMyReadingInput;
    data: RecordMyReadingData;
    errorCode: RecordMyReadingErrorCode;
    options: CallOptions;
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
    options: CallOptions;
  };
  joinGroup: {
    kind: 'mutation';
    input: JoinGroupInput;
    data: JoinGroupData;
    errorCode: JoinGroupErrorCode;
    options: CallOptions;
  };
  updateGroup: {
    kind: 'mutation';
    input: UpdateGroupInput;
    data: UpdateGroupData;
    errorCode: UpdateGroupErrorCode;
    options: CallOptions;
  };
  deleteGroup: {
    kind: 'mutation';
    input: DeleteGroupInput;
    data: DeleteGroupData;
    errorCode: DeleteGroupErrorCode;
    options: CallOptions;
  };
  createGroupInvite: {
    kind: 'mutation';
    input: CreateGroupInviteInput;
    data: CreateGroupInviteData;
    errorCode: CreateGroupInviteErrorCode;
    options: CallOptions;
  };
  revokeGroupInvite: {
    kind: 'mutation';
    input: RevokeGroupInviteInput;
    data: RevokeGroupInviteData;
    errorCode: RevokeGroupInviteErrorCode;
    options: CallOptions;
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
    options: CallOptions;
  };
  removeGroupMember: {
    kind: 'mutation';
    input: RemoveGroupMemberInput;
    data: RemoveGroupMemberData;
    errorCode: RemoveGroupMemberErrorCode;
    options: CallOptions;
  };
  receiveNewsletterEvent: {
    kind: 'mutation';
    input: ReceiveNewsletterEventInput;
    data: ReceiveNewsletterEventData;
    errorCode: ReceiveNewsletterEventErrorCode;
    options: CallOptions;
  };
}

/** The name of an operation. */
export type OperationName = keyof Operations;

/** Every operation, resolving to the data of its response. */
export interface LeitorOperations {
  /**
   * Anexar arquivos a um ticket.
   *
   * Anexa de 1 a 5 arquivos; todos ou nenhum. Com um arquivo, `data` é o anexo; com vários, a lista deles.
   *
   * Para qualquer pessoa autenticada. `POST /support/{id}/anexos`
   *
   * @param input.id Identificador do ticket.
   * @param input.arquivo De 1 a 5 arquivos de até 10 MB, em campos `arquivo` repetidos.
   * @param input.mensagemId Mensagem do ticket à qual ligar os arquivos.
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
   * @param input.id Identificador do ticket.
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
   * @param input.attachmentId Identificador do anexo.
   * @param input.range Trecho do arquivo.
   * @param input.ifNoneMatch `ETag` já conhecido.
   * @param input.ifRange `ETag` do trecho já baixado.
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
   * @param input.attachmentId Identificador do anexo.
   * @throws {LeitorError} com um destes códigos:
   * - `attachment-not-found` (404): Anexo não encontrado
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * await leitor.deleteAttachment({ attachmentId: 42 });
   * ```
   */
  deleteAttachment(input: DeleteAttachmentInput, options?: CallOptions): Promise<DeleteAttachmentData>;

  /**
   * Criar uma tag.
   *
   * Cria uma tag. Com `isDefault` verdadeiro ela passa a ser a padrão e a anterior deixa de ser.
   *
   * Para agentes e administradores. `POST /support/tags`
   *
   * @param input.name Único, sem distinção de maiúsculas.
   * @param input.color Cor hexadecimal `#RRGGBB`.
   * @param input.isDefault Se passa a ser a tag padrão. Padrão: `false`.
   * @throws {LeitorError} com um destes códigos:
   * - `tag-fields-required` (400): Nome e cor são obrigatórios
   * - `tag-name-taken` (400): Já existe uma tag com este nome
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const tag = await leitor.createTag({ name: 'Assinatura', color: '#1D4ED8', isDefault: false });
   * ```
   */
  createTag(input: CreateTagInput, options?: CallOptions): Promise<CreateTagData>;

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
   * @param input.id Identificador da tag.
   * @throws {LeitorError} com um destes códigos:
   * - `tag-in-use` (400): Tag está em uso em tickets e não pode ser excluída
   * - `tag-not-found` (404): Tag não encontrada
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * await leitor.deleteTag({ id: 42 });
   * ```
   */
  deleteTag(input: DeleteTagInput, options?: CallOptions): Promise<DeleteTagData>;

  /**
   * Alterar uma resposta rápida.
   *
   * Altera somente os campos enviados.
   *
   * Para agentes e administradores. `PATCH /support/quick-replies/{quickReplyId}`
   *
   * @param input.quickReplyId Identificador da resposta rápida.
   * @param input.titulo Título, para os agentes.
   * @param input.conteudo Texto ou HTML, que será sanitizado.
   * @param input.categoria Categoria, em texto livre.
   * @param input.atalho Começa com `/` e é único entre as respostas.
   * @throws {LeitorError} com um destes códigos:
   * - `quick-reply-not-found` (404): Resposta rapida nao encontrada
   * - `quick-reply-shortcut-taken` (409): Atalho ja existe em outra resposta rapida
   * - `quick-reply-empty` (400): Conteúdo da resposta rápida fica vazio depois da sanitização
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const quickReply = await leitor.updateQuickReply({ quickReplyId: 42, titulo: 'Boas-vindas', atalho: '/ola' });
   * ```
   */
  updateQuickReply(input: UpdateQuickReplyInput, options?: CallOptions): Promise<UpdateQuickReplyData>;

  /**
   * Gerar respostas automáticas em lote.
   *
   * Gera uma resposta para cada ticket. Com `salvar`, as respostas com confiança suficiente são salvas.
   *
   * Para agentes e administradores. `POST /support/fast-response/lote`
   *
   * @param input.support_ids De 1 a 50 tickets; repetidos contam uma vez.
   * @param input.salvar Salvar as respostas nos tickets. Padrão: `false`.
   * @param input.autor Autor das mensagens salvas. Padrão: `IA Assistant`.
   * @param input.enviar_email Enviar e-mail nos tickets que têm um endereço. Padrão: `false`.
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
   * @param input.data_inicio Primeiro dia; padrão: 30 dias antes de hoje, ou de `data_fim` se for anterior a isso.
   * @param input.data_fim Último dia, incluído; padrão: hoje.
   * @param input.main Somente esta categoria principal.
   * @param input.status Somente os tickets nesta situação.
   * @param input.agrupar_por Tamanho dos períodos. Padrão: `dia`.
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
   * @param input.id Identificador do quiz.
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
   * @param input.cursor O `nextCursor` da página anterior.
   * @param input.limit Itens por página.
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
   * @param input.id Identificador do quiz.
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
   * @param input.quizId Identificador do quiz.
   * @param input.answers Uma resposta por pergunta.
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
  generateQuiz(input?: GenerateQuizInput, options?: CallOptions): Promise<GenerateQuizData>;

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
   * @param input.around Quantos vizinhos de cada lado. Padrão: `5`.
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
   * @param input.groupId Identificador do grupo.
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
   * @param input.displayName O nome nos rankings.
   * @param input.rankingVisibility undefined
   * @throws {LeitorError} com um destes códigos:
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const myStreak = await leitor.updateMyStreakProfile({ rankingVisibility: 'anonymous' });
   * ```
   */
  updateMyStreakProfile(input?: UpdateMyStreakProfileInput, options?: CallOptions): Promise<UpdateMyStreakProfileData>;

  /**
   * Registrar a leitura de hoje.
   *
   * Credita o dia de hoje; repetir no mesmo dia não muda nada.
   *
   * Para qualquer pessoa autenticada. `POST /streaks/me/readings`
   *
   * @param input.editionId A edição lida; precisa existir.
   * @throws {LeitorError} com um destes códigos:
   * - `edition-not-found` (404): Edição não encontrada
   * - `newsletter-unavailable` (502): Erro ao consultar a plataforma de newsletter
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const recordedReading = await leitor.recordMyReading({ editionId: 'post_0f4c2a' });
   * ```
   */
  recordMyReading(input?: RecordMyReadingInput, options?: CallOptions): Promise<RecordMyReadingData>;

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
   * @param input.name Nome do grupo.
   * @param input.description Descrição do grupo.
   * @param input.isPublic Se qualquer pessoa autenticada vê o ranking. Padrão: `false`.
   * @throws {LeitorError} com um destes códigos:
   * - `too-many-groups` (409): Você já está no máximo de grupos
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const myGroup = await leitor.createGroup({ name: 'Clube da manhã' });
   * ```
   */
  createGroup(input: CreateGroupInput, options?: CallOptions): Promise<CreateGroupData>;

  /**
   * Entrar em um grupo.
   *
   * Entra com o segredo de um convite. Quem já é membro continua no lugar.
   *
   * Para qualquer pessoa autenticada. `POST /streaks/groups/join`
   *
   * @param input.token O segredo do convite.
   * @throws {LeitorError} com um destes códigos:
   * - `invite-not-found` (404): Convite não encontrado ou expirado
   * - `group-full` (409): O grupo já tem o máximo de membros
   * - `too-many-groups` (409): Você já está no máximo de grupos
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * const myGroup = await leitor.joinGroup({ token: 'q2Xf6bJr1u0m3v9cW7yT5kN8pL4sD0hA6gE2zB1xR3o' });
   * ```
   */
  joinGroup(input: JoinGroupInput, options?: CallOptions): Promise<JoinGroupData>;

  /**
   * Alterar um grupo.
   *
   * Somente o dono.
   *
   * Para qualquer pessoa autenticada. `PATCH /streaks/groups/{groupId}`
   *
   * @param input.groupId Identificador do grupo.
   * @param input.name Nome do grupo.
   * @param input.description Descrição do grupo.
   * @param input.isPublic Se qualquer pessoa autenticada vê o ranking.
   * @param input.ownerMemberId O membro que passa a ser o dono.
   * @throws {LeitorError} com um destes códigos:
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
  updateGroup(input: UpdateGroupInput, options?: CallOptions): Promise<UpdateGroupData>;

  /**
   * Excluir um grupo.
   *
   * Somente o dono.
   *
   * Para qualquer pessoa autenticada. `DELETE /streaks/groups/{groupId}`
   *
   * @param input.groupId Identificador do grupo.
   * @throws {LeitorError} com um destes códigos:
   * - `group-not-found` (404): Grupo não encontrado
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * await leitor.deleteGroup({ groupId: '9d7c2f3a-6d0b-4a53-8a39-0b7f7f1f6c11' });
   * ```
   */
  deleteGroup(input: DeleteGroupInput, options?: CallOptions): Promise<DeleteGroupData>;

  /**
   * Convidar para um grupo.
   *
   * Somente o dono. No máximo 20 convites válidos por grupo.
   *
   * Para qualquer pessoa autenticada. `POST /streaks/groups/{groupId}/invites`
   *
   * @param input.groupId Identificador do grupo.
   * @param input.expiresInHours Validade em horas. Padrão: `168`.
   * @param input.maxUses Quantas pessoas podem entrar.
   * @throws {LeitorError} com um destes códigos:
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
  createGroupInvite(input: CreateGroupInviteInput, options?: CallOptions): Promise<CreateGroupInviteData>;

  /**
   * Revogar um convite.
   *
   * Somente o dono.
   *
   * Para qualquer pessoa autenticada. `DELETE /streaks/groups/{groupId}/invites/{inviteId}`
   *
   * @param input.groupId Identificador do grupo.
   * @param input.inviteId Identificador do convite.
   * @throws {LeitorError} com um destes códigos:
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
  revokeGroupInvite(input: RevokeGroupInviteInput, options?: CallOptions): Promise<RevokeGroupInviteData>;

  /**
   * Listar os membros de um grupo.
   *
   * Somente o dono.
   *
   * Para qualquer pessoa autenticada. `GET /streaks/groups/{groupId}/members`
   *
   * @param input.groupId Identificador do grupo.
   * @param input.cursor O `nextCursor` da página anterior.
   * @param input.limit Itens por página.
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
   * @param input.groupId Identificador do grupo.
   * @throws {LeitorError} com um destes códigos:
   * - `group-not-found` (404): Grupo não encontrado
   * - `invalid-request`, `body-too-large`, `unsupported-media-type`, `rate-limited`, `internal-error`, `unavailable`, `invalid-token`, `forbidden`
   * @example
   * ```ts
   * await leitor.leaveGroup({ groupId: '9d7c2f3a-6d0b-4a53-8a39-0b7f7f1f6c11' });
   * ```
   */
  leaveGroup(input: LeaveGroupInput, options?: CallOptions): Promise<LeaveGroupData>;

  /**
   * Remover um membro.
   *
   * Somente o dono.
   *
   * Para qualquer pessoa autenticada. `DELETE /streaks/groups/{groupId}/members/{memberId}`
   *
   * @param input.groupId Identificador do grupo.
   * @param input.memberId Identificador do membro.
   * @throws {LeitorError} com um destes códigos:
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
  removeGroupMember(input: RemoveGroupMemberInput, options?: CallOptions): Promise<RemoveGroupMemberData>;

  /**
   * Receber um evento da newsletter.
   *
   * Chamada pela plataforma, assinada (Standard Webhooks ou Svix) ou com o segredo em `token`. O evento é guardado e tratado depois.
   *
   * Para a plataforma que tem o segredo. `POST /integrations/beehiiv`
   *
   * @param input.token O segredo, se a requisição não é assinada.
   * @param input.uid Identificador do evento; um repetido não tem efeito.
   * @param input.event_type O tipo do evento. Os desconhecidos são aceitos e ignorados.
   * @param input.data undefined
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

/** Every operation, resolving to its whole response. */
export interface RawOperations {
  /** Anexar arquivos a um ticket. {@link LeitorOperations.uploadAttachments} with the whole response. */
  uploadAttachments(input: UploadAttachmentsInput, options?: UploadCallOptions): Promise<UploadAttachmentsRawResponse>;
  /** Listar os anexos de um ticket. {@link LeitorOperations.listTicketAttachments} with the whole response. */
  listTicketAttachments(input: ListTicketAttachmentsInput, options?: CallOptions): Promise<ListTicketAttachmentsRawResponse>;
  /** Baixar um anexo. {@link LeitorOperations.downloadAttachment} with the whole response. */
  downloadAttachment(input: DownloadAttachmentInput, options?: CallOptions): Promise<DownloadAttachmentRawResponse>;
  /** Excluir um anexo. {@link LeitorOperations.deleteAttachment} with the whole response. */
  deleteAttachment(input: DeleteAttachmentInput, options?: CallOptions): Promise<DeleteAttachmentRawResponse>;
  /** Criar uma tag. {@link LeitorOperations.createTag} with the whole response. */
  createTag(input: CreateTagInput, options?: CallOptions): Promise<CreateTagRawResponse>;
  /** Listar as tags. {@link LeitorOperations.listTags} with the whole response. */
  listTags(input?: ListTagsInput, options?: CallOptions): Promise<ListTagsRawResponse>;
  /** Excluir uma tag. {@link LeitorOperations.deleteTag} with the whole response. */
  deleteTag(input: DeleteTagInput, options?: CallOptions): Promise<DeleteTagRawResponse>;
  /** Alterar uma resposta rápida. {@link LeitorOperations.updateQuickReply} with the whole response. */
  updateQuickReply(input: UpdateQuickReplyInput, options?: CallOptions): Promise<UpdateQuickReplyRawResponse>;
  /** Gerar respostas automáticas em lote. {@link LeitorOperations.createBatchReplies} with the whole response. */
  createBatchReplies(input: CreateBatchRepliesInput, options?: IdempotentCallOptions): Promise<CreateBatchRepliesRawResponse>;
  /** Série temporal de tickets. {@link LeitorOperations.getTicketTimeSeries} with the whole response. */
  getTicketTimeSeries(input?: GetTicketTimeSeriesInput, options?: CallOptions): Promise<GetTicketTimeSeriesRawResponse>;
  /** Filtros dos relatórios. {@link LeitorOperations.getReportFilters} with the whole response. */
  getReportFilters(input?: GetReportFiltersInput, options?: CallOptions): Promise<GetReportFiltersRawResponse>;
  /** Obter um quiz. {@link LeitorOperations.getQuiz} with the whole response. */
  getQuiz(input: GetQuizInput, options?: CallOptions): Promise<GetQuizRawResponse>;
  /** Obter o quiz de hoje. {@link LeitorOperations.getTodaysQuiz} with the whole response. */
  getTodaysQuiz(input?: GetTodaysQuizInput, options?: CallOptions): Promise<GetTodaysQuizRawResponse>;
  /** Listar meus quizzes. {@link LeitorOperations.listQuizHistory} with the whole response. */
  listQuizHistory(input?: ListQuizHistoryInput, options?: CallOptions): Promise<ListQuizHistoryRawResponse>;
  /** Obter o resultado de um quiz. {@link LeitorOperations.getQuizResult} with the whole response. */
  getQuizResult(input: GetQuizResultInput, options?: CallOptions): Promise<GetQuizResultRawResponse>;
  /** Responder um quiz. {@link LeitorOperations.submitQuiz} with the whole response. */
  submitQuiz(input: SubmitQuizInput, options?: IdempotentCallOptions): Promise<SubmitQuizRawResponse>;
  /** Gerar o quiz do dia. {@link LeitorOperations.generateQuiz} with the whole response. */
  generateQuiz(input?: GenerateQuizInput, options?: CallOptions): Promise<GenerateQuizRawResponse>;
  /** Listar agentes e ferramentas de IA. {@link LeitorOperations.listAiResources} with the whole response. */
  listAiResources(input?: ListAiResourcesInput, options?: CallOptions): Promise<ListAiResourcesRawResponse>;
  /** Ranking global de leitura. {@link LeitorOperations.getGlobalRanking} with the whole response. */
  getGlobalRanking(input?: GetGlobalRankingInput, options?: CallOptions): Promise<GetGlobalRankingRawResponse>;
  /** Obter minha posição. {@link LeitorOperations.getMyRanking} with the whole response. */
  getMyRanking(input?: GetMyRankingInput, options?: CallOptions): Promise<GetMyRankingRawResponse>;
  /** Ranking de um grupo. {@link LeitorOperations.getGroupRanking} with the whole response. */
  getGroupRanking(input: GetGroupRankingInput, options?: CallOptions): Promise<GetGroupRankingRawResponse>;
  /** Obter minha sequência. {@link LeitorOperations.getMyStreak} with the whole response. */
  getMyStreak(input?: GetMyStreakInput, options?: CallOptions): Promise<GetMyStreakRawResponse>;
  /** Alterar meu perfil nos rankings. {@link LeitorOperations.updateMyStreakProfile} with the whole response. */
  updateMyStreakProfile(input?: UpdateMyStreakProfileInput, options?: CallOptions): Promise<UpdateMyStreakProfileRawResponse>;
  /** Registrar a leitura de hoje. {@link LeitorOperations.recordMyReading} with the whole response. */
  recordMyReading(input?: RecordMyReadingInput, options?: CallOptions): Promise<RecordMyReadingRawResponse>;
  /** Listar meus grupos. {@link LeitorOperations.listMyGroups} with the whole response. */
  listMyGroups(input?: ListMyGroupsInput, options?: CallOptions): Promise<ListMyGroupsRawResponse>;
  /** Criar um grupo. {@link LeitorOperations.createGroup} with the whole response. */
  createGroup(input: CreateGroupInput, options?: CallOptions): Promise<CreateGroupRawResponse>;
  /** Entrar em um grupo. {@link LeitorOperations.joinGroup} with the whole response. */
  joinGroup(input: JoinGroupInput, options?: CallOptions): Promise<JoinGroupRawResponse>;
  /** Alterar um grupo. {@link LeitorOperations.updateGroup} with the whole response. */
  updateGroup(input: UpdateGroupInput, options?: CallOptions): Promise<UpdateGroupRawResponse>;
  /** Excluir um grupo. {@link LeitorOperations.deleteGroup} with the whole response. */
  deleteGroup(input: DeleteGroupInput, options?: CallOptions): Promise<DeleteGroupRawResponse>;
  /** Convidar para um grupo. {@link LeitorOperations.createGroupInvite} with the whole response. */
  createGroupInvite(input: CreateGroupInviteInput, options?: CallOptions): Promise<CreateGroupInviteRawResponse>;
  /** Revogar um convite. {@link LeitorOperations.revokeGroupInvite} with the whole response. */
  revokeGroupInvite(input: RevokeGroupInviteInput, options?: CallOptions): Promise<RevokeGroupInviteRawResponse>;
  /** Listar os membros de um grupo. {@link LeitorOperations.listGroupMembers} with the whole response. */
  listGroupMembers(input: ListGroupMembersInput, options?: CallOptions): Promise<ListGroupMembersRawResponse>;
  /** Sair de um grupo. {@link LeitorOperations.leaveGroup} with the whole response. */
  leaveGroup(input: LeaveGroupInput, options?: CallOptions): Promise<LeaveGroupRawResponse>;
  /** Remover um membro. {@link LeitorOperations.removeGroupMember} with the whole response. */
  removeGroupMember(input: RemoveGroupMemberInput, options?: CallOptions): Promise<RemoveGroupMemberRawResponse>;
  /** Receber um evento da newsletter. {@link LeitorOperations.receiveNewsletterEvent} with the whole response. */
  receiveNewsletterEvent(input: ReceiveNewsletterEventInput, options?: CallOptions): Promise<ReceiveNewsletterEventRawResponse>;
}
