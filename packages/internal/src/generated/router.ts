// Written by `npm run sdk` from the internal router. Do not edit.

import type {
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
} from '@trpc/server';

/** What `accounts.get` takes. */
export interface AccountsGetInput {
  email: string;
}

/** What `accounts.get` returns. */
export interface AccountsGetOutput {
  email: string;
  name: string | null;
  createdAt: string;
  updatedAt: string;
  subscriptionStatus: string | null;
}

/** What `accounts.upsert` takes. */
export interface AccountsUpsertInput {
  email: string;
  name?: string | undefined;
}

/** What `ai.ask` takes. */
export interface AiAskInput {
  agent: string;
  prompt: string;
}

/** What `ai.ask` returns. */
export interface AiAskOutput {
  answer: string;
}

/** What `ai.resources` returns. */
export interface AiResourcesOutput {
  agents: string[];
  tools: string[];
}

/** What `attachments.delete` takes. */
export interface AttachmentsDeleteInput {
  id: number;
}

/** What `attachments.janitor` takes. */
export interface AttachmentsJanitorInput {
  /** Only lists what would be removed */
  dryRun?: boolean | undefined;
}

/** What `attachments.janitor` returns. */
export interface AttachmentsJanitorOutput {
  failed: ({
    path: string;
    reason: "deletion" | "upload";
    id: number;
    ticketId: number;
  })[];
  removed: ({
    path: string;
    reason: "deletion" | "upload";
    id: number;
    ticketId: number;
  })[];
}

/** What `attachments.list` takes. */
export interface AttachmentsListInput {
  ticketId: number;
}

/** What `attachments.list` returns. */
export type AttachmentsListOutput = ({
  path: string;
  type: string;
  id: number;
  name: string;
  createdAt: string;
  messageId: number | null;
  ticketId: number;
  sha256: string;
  downloadUrl: string;
  uploaderEmail: string | null;
  size: number;
  quarantined: boolean;
})[];

/** What `attachments.rotateLinkKey` takes. */
export interface AttachmentsRotateLinkKeyInput {
  /** Issued addresses end at once, not when they expire */
  immediately?: boolean | undefined;
}

/** What `attachments.rotateLinkKey` returns. */
export interface AttachmentsRotateLinkKeyOutput {
  previousUntil: string;
}

/** What `audit.list` takes. */
export interface AuditListInput {
  /** Subject, job or e-mail */
  actor?: string | undefined;
  /** Such as tags.create */
  action?: string | undefined;
  /** Such as tag:5 */
  target?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What `audit.list` returns. */
export interface AuditListOutput {
  nextCursor: string | null;
  items: ({
    actor: string;
    at: string;
    outcome: "done" | "refused";
    id: number;
    action: string;
    target: string;
    changes: ({
      field: string;
      after: unknown;
      before: unknown;
    })[];
    actorEmail: string | null;
    role: string;
    actingFor: string | null;
    channel: "http" | "job" | "trpc";
    requestId: string | null;
  })[];
}

/** What `groups.addMember` takes. */
export interface GroupsAddMemberInput {
  groupId: string;
  email: string;
}

/** What `groups.create` takes. */
export interface GroupsCreateInput {
  name: string;
  description?: string | undefined;
  isPublic: boolean;
  ownerEmail: string;
}

/** What `groups.create` returns. */
export interface GroupsCreateOutput {
  groupId: string;
}

/** What `groups.importMembers` takes. */
export interface GroupsImportMembersInput {
  members: ({
    groupId: string;
    email: string;
  })[];
  /** Only checks and counts */
  dryRun?: boolean | undefined;
}

/** What `groups.importMembers` returns. */
export interface GroupsImportMembersOutput {
  refused: number[];
  added: number;
}

/** What `groups.list` takes. */
export interface GroupsListInput {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What `groups.list` returns. */
export interface GroupsListOutput {
  nextCursor: string | null;
  items: ({
    description: string | null;
    name: string;
    createdAt: string;
    ownerEmail: string;
    isPublic: boolean;
    groupId: string;
    memberCount: number;
  })[];
}

/** What `groups.members` takes. */
export interface GroupsMembersInput {
  groupId: string;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What `groups.members` returns. */
export interface GroupsMembersOutput {
  nextCursor: string | null;
  items: ({
    email: string;
    name: string | null;
    memberId: number;
  })[];
}

/** What `groups.ranking` takes. */
export interface GroupsRankingInput {
  groupId: string;
}

/** What `groups.ranking` returns. */
export interface GroupsRankingOutput {
  group: {
    groupId: string;
    groupName: string;
    description: string | null;
    isPublic: boolean;
    ownerEmail: string;
    memberCount: number;
  };
  ranking: ({
    position: number;
    displayName: string;
    email: string;
    currentStreak: number;
    maxStreak: number;
    lastInteractionDate: string | null;
  })[];
  lastUpdated: string;
}

/** What `groups.removeMember` takes. */
export interface GroupsRemoveMemberInput {
  groupId: string;
  email: string;
}

/** What `groups.update` takes. */
export interface GroupsUpdateInput {
  name?: string | undefined;
  description?: string | null | undefined;
  isPublic?: boolean | undefined;
  ownerEmail?: string | undefined;
  groupId: string;
}

/** What `groups.update` returns. */
export interface GroupsUpdateOutput {
  description: string | null;
  name: string;
  createdAt: string;
  ownerEmail: string;
  isPublic: boolean;
  groupId: string;
}

/** What `inbound.get` takes. */
export interface InboundGetInput {
  id: number;
}

/** What `inbound.get` returns. */
export interface InboundGetOutput {
  mail: {
    subject: string;
    text: string;
    attachments: string[];
  } | null;
  source: string;
}

/** What `inbound.ingest` takes. */
export interface InboundIngestInput {
  /** The mail (RFC 5322) in base64 */
  raw: string;
}

/** What `inbound.ingest` returns. */
export interface InboundIngestOutput {
  outcome: "duplicate" | "ignored" | "new-ticket" | "quarantined" | "reply";
  reason?: string | undefined;
  messageId?: number | undefined;
  ticketId?: number | undefined;
}

/** What `inbound.list` takes. */
export interface InboundListInput {
  outcome?: "new-ticket" | "reply" | "ignored" | "quarantined" | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What `inbound.list` returns. */
export interface InboundListOutput {
  nextCursor: string | null;
  items: ({
    outcome: "ignored" | "new-ticket" | "quarantined" | "reply";
    reason: string | null;
    id: number;
    messageId: number | null;
    ticketId: number | null;
    source: "gateway" | "imap";
    sender: string | null;
    attachmentsPending: boolean;
    receivedAt: string;
  })[];
}

/** What `inbound.retry` takes. */
export interface InboundRetryInput {
  id: number;
}

/** What `inbound.retry` returns. */
export interface InboundRetryOutput {
  outcome: "duplicate" | "ignored" | "new-ticket" | "quarantined" | "reply";
  reason?: string | undefined;
  messageId?: number | undefined;
  ticketId?: number | undefined;
}

/** What `inbound.status` returns. */
export interface InboundStatusOutput {
  mailbox: string | null;
  position: {
    mailbox: string;
    uidValidity: string;
    lastUid: number;
    readAt: string;
  } | null;
  lastDay: ({
    outcome: "ignored" | "new-ticket" | "quarantined" | "reply";
    count: number;
  })[];
}

/** What `jobs.list` returns. */
export type JobsListOutput = ({
  name: string;
  schedule: string;
  nextRun: string;
  lastRun: {
    error: string | null;
    outcome: "failed" | "running" | "succeeded";
    attempts: number;
    scheduledFor: string;
    startedAt: string;
    finishedAt: string | null;
  } | null;
  lastSuccessAt: string | null;
  firstRunAt: string | null;
})[];

/** What `jobs.run` takes. */
export interface JobsRunInput {
  name: string;
}

/** What `jobs.run` returns. */
export interface JobsRunOutput {
  error: string | null;
  outcome: "failed" | "running" | "succeeded";
  attempts: number;
  scheduledFor: string;
  startedAt: string;
  finishedAt: string | null;
}

/** What `me.get` returns. */
export interface MeGetOutput {
  email: string | null;
  name: string | null;
  role: "admin" | "agent" | "editor" | "reader";
  team: ({
    email: string;
    name: string | null;
    role: "admin" | "agent" | "editor" | "reader";
  })[];
}

/** What `me.preferences.get` returns. */
export type MePreferencesGetOutput = Record<string, unknown>;

/** What `me.preferences.set` takes. */
export type MePreferencesSetInput = Record<string, unknown>;

/** What `operations.status` returns. */
export interface OperationsStatusOutput {
  webhooks: {
    failing: number;
  };
  storage: {
    usable: boolean;
    files: number;
    bytes: number;
    quarantined: number;
  };
  redis: {
    usable: boolean;
  } | null;
  mails: {
    pending: number;
    sending: number;
    unknown: number;
    failed: number;
  };
  quarantinedMails: number;
  failedJobs: number;
  model: {
    tokensToday: number;
    tokensPerDay: number | null;
  };
  replicas: ({
    replica: string;
    seconds: number;
    usable: boolean;
  })[];
  versions: string[];
}

/** What `outbox.drop` takes. */
export interface OutboxDropInput {
  id: number;
}

/** What `outbox.list` takes. */
export interface OutboxListInput {
  status?: "pending" | "sending" | "sent" | "failed" | "unknown" | "dropped" | "bounced" | undefined;
  ticketId?: number | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What `outbox.list` returns. */
export interface OutboxListOutput {
  nextCursor: string | null;
  items: ({
    error: string | null;
    id: number;
    subject: string;
    createdAt: string;
    status: "bounced" | "dropped" | "failed" | "pending" | "sending" | "sent" | "unknown";
    messageId: number;
    mailId: string;
    ticketId: number;
    attempts: number;
    waitingFor: "hourly-limit" | "mail-off" | "retry" | "undo" | null;
    recipient: string;
    recipientName: string | null;
    dueAt: string;
    undoUntil: string | null;
    lastAttemptAt: string | null;
    sentAt: string | null;
  })[];
}

/** What `outbox.retry` takes. */
export interface OutboxRetryInput {
  id: number;
}

/** What `outbox.retry` returns. */
export interface OutboxRetryOutput {
  error: string | null;
  id: number;
  subject: string;
  createdAt: string;
  status: "bounced" | "dropped" | "failed" | "pending" | "sending" | "sent" | "unknown";
  messageId: number;
  mailId: string;
  ticketId: number;
  attempts: number;
  recipient: string;
  recipientName: string | null;
  dueAt: string;
  undoUntil: string | null;
  lastAttemptAt: string | null;
  sentAt: string | null;
}

/** What `outbox.undo` takes. */
export interface OutboxUndoInput {
  id: number;
}

/** What `outbox.undo` returns. */
export interface OutboxUndoOutput {
  undone: true;
}

/** What `people.erase` takes. */
export interface PeopleEraseInput {
  email: string;
  dryRun?: boolean | undefined;
  /** The total that the dry run showed */
  expected?: number | undefined;
}

/** What `people.erase` returns. */
export interface PeopleEraseOutput {
  dryRun: boolean;
  records: ({
    kind: string;
    count: number;
  })[];
  total: number;
}

/** What `people.export` takes. */
export interface PeopleExportInput {
  email: string;
}

/** What `people.export` returns. */
export interface PeopleExportOutput {
  email: string;
  records: Record<string, {
  }[]>;
  exportedAt: string;
}

/** What `people.find` takes. */
export interface PeopleFindInput {
  email: string;
}

/** What `people.find` returns. */
export interface PeopleFindOutput {
  email: string;
  records: ({
    kind: string;
    count: number;
  })[];
}

/** What `quickReplies.create` takes. */
export interface QuickRepliesCreateInput {
  title: string;
  content: string;
  category: string;
  shortcut: string;
}

/** What `quickReplies.create` returns. */
export interface QuickRepliesCreateOutput {
  id: number;
  title: string;
  createdAt: string;
  updatedAt: string;
  category: string;
  content: string;
  shortcut: string;
}

/** What `quickReplies.delete` takes. */
export interface QuickRepliesDeleteInput {
  id: number;
}

/** What `quickReplies.list` takes. */
export interface QuickRepliesListInput {
  search?: string | undefined;
  category?: string | undefined;
}

/** What `quickReplies.list` returns. */
export type QuickRepliesListOutput = ({
  id: number;
  title: string;
  createdAt: string;
  updatedAt: string;
  category: string;
  content: string;
  shortcut: string;
})[];

/** What `quickReplies.update` takes. */
export interface QuickRepliesUpdateInput {
  title?: string | undefined;
  content?: string | undefined;
  category?: string | undefined;
  shortcut?: string | undefined;
  id: number;
}

/** What `quickReplies.update` returns. */
export interface QuickRepliesUpdateOutput {
  id: number;
  title: string;
  createdAt: string;
  updatedAt: string;
  category: string;
  content: string;
  shortcut: string;
}

/** What `quiz.correct` takes. */
export interface QuizCorrectInput {
  id: string;
  /** The one that get returned; refuses the change if the quiz has another */
  revision?: number | undefined;
  questionId: string;
  correctAnswer?: string | undefined;
  question?: string | undefined;
  explanation?: string | undefined;
  /** Only counts the attempts */
  dryRun?: boolean | undefined;
  /** How many attempts a dry run counted */
  expected?: number | undefined;
}

/** What `quiz.correct` returns. */
export interface QuizCorrectOutput {
  regraded: number;
  passed: number;
}

/** What `quiz.draft` takes. */
export interface QuizDraftInput {
  overwrite?: boolean | undefined;
}

/** What `quiz.draft` returns. */
export interface QuizDraftOutput {
  quizId: string;
}

/** What `quiz.edit` takes. */
export interface QuizEditInput {
  id: string;
  /** The one that get returned; refuses the change if the quiz has another */
  revision?: number | undefined;
  title?: string | undefined;
  description?: string | undefined;
  /** Only those that change */
  questions?: ({
    id: string;
    question?: string | undefined;
    options?: string[] | undefined;
    correctAnswer?: string | undefined;
    explanation?: string | undefined;
  })[] | undefined;
  /** Only checks the result */
  dryRun?: boolean | undefined;
}

/** What `quiz.edit` returns. */
export interface QuizEditOutput {
  description: string;
  id: string;
  title: string;
  createdAt: string;
  revision: number;
  questions: ({
    id: string;
    options: string[];
    question: string;
    correctAnswer: string;
    explanation: string;
  })[];
  held: boolean;
  editionTitle: string;
  quizDate: string;
  editionId: string;
  heldReason: string | null;
  problems: string[];
  warnings: string[];
}

/** What `quiz.generate` takes. */
export interface QuizGenerateInput {
  overwrite?: boolean | undefined;
}

/** What `quiz.generate` returns. */
export interface QuizGenerateOutput {
  quizId: string;
}

/** What `quiz.get` takes. */
export interface QuizGetInput {
  id: string;
}

/** What `quiz.get` returns. */
export interface QuizGetOutput {
  description: string;
  reason: string | null;
  id: string;
  title: string;
  status: "draft" | "held" | "published" | "unpublished";
  revision: number;
  questions: ({
    id: string;
    options: string[];
    position: number;
    question: string;
    correctAnswer: string;
    explanation: string;
    formerAnswers: string[];
  })[];
  editionTitle: string;
  quizDate: string;
  minCorrectAnswers: number;
  editionText: string | null;
}

/** What `quiz.hold` takes. */
export interface QuizHoldInput {
  id: string;
  /** The one that get returned; refuses the change if the quiz has another */
  revision?: number | undefined;
  /** false: published at noon again */
  held?: boolean | undefined;
  reason?: string | undefined;
}

/** What `quiz.list` takes. */
export interface QuizListInput {
  /** false: does not count them */
  attempts?: boolean | undefined;
}

/** What `quiz.list` returns. */
export interface QuizListOutput {
  items: ({
    description: string;
    id: string;
    title: string;
    createdAt: string;
    status: "draft" | "held" | "published" | "unpublished";
    attempts: number | null;
    editionTitle: string;
    quizDate: string;
    minCorrectAnswers: number;
  })[];
}

/** What `quiz.publish` takes. */
export interface QuizPublishInput {
  id: string;
  /** The one that get returned; refuses the change if the quiz has another */
  revision?: number | undefined;
}

/** What `quiz.publish` returns. */
export interface QuizPublishOutput {
  quizId: string;
}

/** What `quiz.statistics` takes. */
export interface QuizStatisticsInput {
  id: string;
}

/** What `quiz.statistics` returns. */
export interface QuizStatisticsOutput {
  attempts: number;
  questions: ({
    id: string;
    question: string;
    correctRate: number;
    options: ({
      text: string;
      correct: boolean;
      chosen: number;
    })[];
  })[];
  passed: number;
  averageCorrect: number;
  distribution: number[];
  attemptsByHour: number[];
}

/** What `quiz.unpublish` takes. */
export interface QuizUnpublishInput {
  id: string;
  /** The one that get returned; refuses the change if the quiz has another */
  revision?: number | undefined;
  reason: string;
}

/** What `replies.drafts.approve` takes. */
export interface RepliesDraftsApproveInput {
  id: number;
  undoSeconds?: number | undefined;
  /** Refuses the reply if the ticket has a newer message */
  lastSeenMessageId?: number | undefined;
  /** Makes the reply happen once, however often it is sent */
  requestKey?: string | undefined;
  sendEmail: boolean;
}

/** What `replies.drafts.approve` returns. */
export interface RepliesDraftsApproveOutput {
  mail: "failed" | "mailed" | "returned" | "saved" | "waiting";
  messageId: number;
  mailId?: number | undefined;
  sendsAt?: string | undefined;
}

/** What `replies.drafts.counts` takes. */
export interface RepliesDraftsCountsInput {
  from: string;
  to: string;
}

/** What `replies.drafts.counts` returns. */
export interface RepliesDraftsCountsOutput {
  categories: ({
    main: string;
    approved: number;
    discarded: number;
    created: number;
    edited: number;
    changedShare: number | null;
  })[];
}

/** What `replies.drafts.create` takes. */
export interface RepliesDraftsCreateInput {
  ticketIds: number[];
}

/** What `replies.drafts.create` returns. */
export interface RepliesDraftsCreateOutput {
  outcomes: ({
    ok: true;
    ticketId: number;
    draftId: number;
    confidence: number;
    sources: ({
      ticketId: number;
      score: number;
      by?: ("meaning" | "words")[] | undefined;
    })[];
  } | {
    ticketId: number;
    ok: false;
    reason: "already-answered" | "draft-exists" | "link-not-allowed" | "low-confidence" | "model-budget-exhausted" | "model-failed" | "newer-message" | "ticket-closed" | "ticket-not-found" | "too-late" | "unavailable";
  })[];
}

/** What `replies.drafts.discard` takes. */
export interface RepliesDraftsDiscardInput {
  id: number;
  reason?: string | undefined;
}

/** What `replies.drafts.edit` takes. */
export interface RepliesDraftsEditInput {
  id: number;
  html: string;
}

/** What `replies.drafts.edit` returns. */
export interface RepliesDraftsEditOutput {
  id: number;
  requesterEmail: string | null;
  requesterName: string | null;
  subject: string;
  createdAt: string;
  status: "approved" | "discarded" | "pending" | "stale";
  messageId: number | null;
  html: string;
  ticketId: number;
  question: string | null;
  edited: boolean;
  confidence: number;
  sources: ({
    ticketId: number;
    score: number;
    by?: ("meaning" | "words")[] | undefined;
  })[];
  generatedHtml: string;
  discardReason: string | null;
  decidedAt: string | null;
}

/** What `replies.drafts.get` takes. */
export interface RepliesDraftsGetInput {
  id: number;
}

/** What `replies.drafts.get` returns. */
export interface RepliesDraftsGetOutput {
  id: number;
  requesterEmail: string | null;
  requesterName: string | null;
  subject: string;
  createdAt: string;
  status: "approved" | "discarded" | "pending" | "stale";
  messageId: number | null;
  html: string;
  ticketId: number;
  question: string | null;
  edited: boolean;
  confidence: number;
  sources: ({
    ticketId: number;
    score: number;
    by?: ("meaning" | "words")[] | undefined;
  })[];
  generatedHtml: string;
  discardReason: string | null;
  decidedAt: string | null;
}

/** What `replies.drafts.list` takes. */
export interface RepliesDraftsListInput {
  status?: "pending" | "approved" | "discarded" | "stale" | undefined;
  ticketId?: number | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What `replies.drafts.list` returns. */
export interface RepliesDraftsListOutput {
  nextCursor: string | null;
  items: ({
    id: number;
    requesterEmail: string | null;
    requesterName: string | null;
    subject: string;
    createdAt: string;
    status: "approved" | "discarded" | "pending" | "stale";
    messageId: number | null;
    html: string;
    ticketId: number;
    question: string | null;
    edited: boolean;
    confidence: number;
    sources: ({
      ticketId: number;
      score: number;
      by?: ("meaning" | "words")[] | undefined;
    })[];
    generatedHtml: string;
    discardReason: string | null;
    decidedAt: string | null;
  })[];
}

/** What `replies.preview` takes. */
export interface RepliesPreviewInput {
  ticketIds: number[];
}

/** What `replies.preview` returns. */
export type RepliesPreviewOutput = ({
  ok: true;
  html: string;
  ticketId: number;
  confidence: number;
  sources: ({
    ticketId: number;
    by: ("meaning" | "words")[];
    score: number;
  })[];
  similarTickets: number;
} | {
  ticketId: number;
  ok: false;
  reason: "already-answered" | "draft-exists" | "link-not-allowed" | "low-confidence" | "model-budget-exhausted" | "model-failed" | "newer-message" | "ticket-closed" | "ticket-not-found" | "too-late" | "unavailable";
  confidence: number;
})[];

/** What `replies.save` takes. */
export interface RepliesSaveInput {
  ticketIds: number[];
  author?: string | undefined;
  sendEmail?: boolean | undefined;
}

/** What `replies.save` returns. */
export type RepliesSaveOutput = ({
  ticketId: number;
  confidence: number;
  ok: false;
  reason: "already-answered" | "draft-exists" | "link-not-allowed" | "low-confidence" | "model-budget-exhausted" | "model-failed" | "newer-message" | "ticket-closed" | "ticket-not-found" | "too-late" | "unavailable";
  draftId?: number | undefined;
} | {
  ticketId: number;
  confidence: number;
  ok: true;
  emailSent: boolean;
})[];

/** What `reports.check` returns. */
export interface ReportsCheckOutput {
  differences: ({
    hour: string;
    open: number;
    main: string | null;
    resolved: number;
    closed: number;
    inProgress: number;
  })[];
}

/** What `reports.clearCache` returns. */
export interface ReportsClearCacheOutput {
  cleared: boolean;
}

/** What `reports.filters` returns. */
export interface ReportsFiltersOutput {
  cache: {
    hit: false;
  } | {
    hit: true;
    age: number;
    expiresIn: number;
  };
  categories: ({
    main: string;
    issues: string[];
  })[];
  agents: string[];
  newsletters: string[];
}

/** What `reports.rebuild` returns. */
export interface ReportsRebuildOutput {
  tickets: number;
}

/** What `reports.responseTimes` takes. */
export interface ReportsResponseTimesInput {
  /** First day in São Paulo on which the tickets were opened */
  from: string;
  /** Last day, inclusive; at most 366 days */
  to: string;
  by: "category" | "agent";
  /** Counts only these hours, Monday to Friday: 09:00-18:00 */
  businessHours?: string | undefined;
}

/** What `reports.responseTimes` returns. */
export interface ReportsResponseTimesOutput {
  cache: {
    hit: false;
  } | {
    hit: true;
    age: number;
    expiresIn: number;
  };
  items: ({
    name: string;
    tickets: number;
    firstReplies: number;
    firstReplyMedianSeconds: number | null;
    firstReplyP90Seconds: number | null;
    resolutions: number;
    resolutionMedianSeconds: number | null;
    resolutionP90Seconds: number | null;
  })[];
}

/** What `reports.timeSeries` takes. */
export interface ReportsTimeSeriesInput {
  /** First day in São Paulo; by default 30 days before today */
  from?: string | undefined;
  /** Last day, inclusive; by default today */
  to?: string | undefined;
  groupBy?: "hour" | "day" | "week" | "month" | "year" | "hourOfWeek" | undefined;
  /** Only this category */
  main?: string | undefined;
  /** Situação de um ticket. */
  status?: "open" | "in_progress" | "resolved" | "closed" | undefined;
  /** Only this issue, usually of `main` */
  issue?: string | undefined;
  /** Only this newsletter */
  newsletter?: string | undefined;
  /** Only tickets with this tag */
  tagId?: number | undefined;
}

/** What `reports.timeSeries` returns. */
export interface ReportsTimeSeriesOutput {
  cache: {
    hit: false;
  } | {
    hit: true;
    age: number;
    expiresIn: number;
  };
  from: string;
  to: string;
  groupBy: "day" | "hour" | "hourOfWeek" | "month" | "week" | "year";
  series: ({
    open: number;
    resolved: number;
    closed: number;
    total: number;
    inProgress: number;
    period: string;
  })[];
}

/** What `sessions.end` takes. */
export interface SessionsEndInput {
  id: number;
}

/** What `sessions.list` takes. */
export interface SessionsListInput {
  cursor?: number | undefined;
  limit?: number | undefined;
}

/** What `sessions.list` returns. */
export interface SessionsListOutput {
  nextCursor: number | null;
  items: ({
    email: string;
    id: number;
    name: string | null;
    createdAt: string;
    role: "admin" | "agent" | "editor" | "reader";
    lastSeenAt: string;
    userAgent: string | null;
    current: boolean;
  })[];
}

/** What `streaks.addDay` takes. */
export interface StreaksAddDayInput {
  email: string;
  /** A day in São Paulo */
  day: string;
  reason: string;
  /** The service does not know this e-mail yet */
  new?: boolean | undefined;
}

/** What `streaks.addDay` returns. */
export interface StreaksAddDayOutput {
  currentStreak: number;
  maxStreak: number;
  changed: boolean;
}

/** What `streaks.get` takes. */
export interface StreaksGetInput {
  email: string;
}

/** What `streaks.get` returns. */
export interface StreaksGetOutput {
  days: string[];
  currentStreak: number;
  maxStreak: number;
  lastInteractionAt: string | null;
}

/** What `streaks.globalRanking` returns. */
export interface StreaksGlobalRankingOutput {
  ranking: ({
    position: number;
    displayName: string;
    email: string;
    currentStreak: number;
    maxStreak: number;
    lastInteractionDate: string | null;
  })[];
  lastUpdated: string;
  cacheInfo: {
    cached: boolean;
    ttl: number;
  };
}

/** What `streaks.importReadings` takes. */
export interface StreaksImportReadingsInput {
  readings: ({
    email: string;
    at: string | string;
  })[];
  /** Only checks and counts */
  dryRun?: boolean | undefined;
}

/** What `streaks.importReadings` returns. */
export interface StreaksImportReadingsOutput {
  refused: number[];
  credited: number;
  readers: number;
}

/** What `streaks.overview` takes. */
export interface StreaksOverviewInput {
  days?: number | undefined;
}

/** What `streaks.overview` returns. */
export interface StreaksOverviewOutput {
  distribution: ({
    from: number;
    to: number | null;
    readers: number;
  })[];
  readers: number;
  readToday: number;
  atRisk: number;
  perDay: ({
    day: string;
    readers: number;
  })[];
}

/** What `streaks.reader` takes. */
export interface StreaksReaderInput {
  email: string;
}

/** What `streaks.reader` returns. */
export interface StreaksReaderOutput {
  name: string | null;
  status: "active" | "at-risk" | "broken" | "none";
  days: ({
    reason: string | null;
    origin: "administrator" | "quiz" | "reading" | "removed";
    day: string;
  })[];
  position: number | null;
  currentStreak: number;
  maxStreak: number;
  groups: ({
    name: string;
    position: number;
    isPublic: boolean;
    groupId: string;
    memberCount: number;
  })[];
  lastDay: string | null;
  lastInteractionAt: string | null;
  rankingVisibility: "anonymous" | "hidden" | "public";
  today: string;
  of: number;
}

/** What `streaks.recordReading` takes. */
export interface StreaksRecordReadingInput {
  email: string;
  /** A moment, or a day in São Paulo; by default now */
  at?: string | string | undefined;
}

/** What `streaks.recordReading` returns. */
export interface StreaksRecordReadingOutput {
  currentStreak: number;
  maxStreak: number;
}

/** What `streaks.refreshGlobalRanking` returns. */
export interface StreaksRefreshGlobalRankingOutput {
  ranking: ({
    position: number;
    displayName: string;
    email: string;
    currentStreak: number;
    maxStreak: number;
    lastInteractionDate: string | null;
  })[];
  lastUpdated: string;
  cacheInfo: {
    cached: boolean;
    ttl: number;
  };
}

/** What `streaks.removeDay` takes. */
export interface StreaksRemoveDayInput {
  email: string;
  /** A day in São Paulo */
  day: string;
  reason: string;
}

/** What `streaks.removeDay` returns. */
export interface StreaksRemoveDayOutput {
  currentStreak: number;
  maxStreak: number;
  changed: boolean;
}

/** Uma tag nova. */
export interface TagsCreateInput {
  /** Único, sem distinção de maiúsculas. */
  name: string;
  /** Cor hexadecimal `#RRGGBB`. */
  color: string;
  /** Se passa a ser a tag padrão. */
  isDefault?: boolean | undefined;
}

/** What `tags.create` returns. */
export interface TagsCreateOutput {
  id: number;
  name: string;
  createdAt: string;
  updatedAt: string;
  color: string;
  isDefault: boolean;
}

/** What `tags.delete` takes. */
export interface TagsDeleteInput {
  id: number;
}

/** What `tags.list` returns. */
export type TagsListOutput = ({
  id: number;
  name: string;
  createdAt: string;
  updatedAt: string;
  color: string;
  isDefault: boolean;
})[];

/** What `tags.update` takes. */
export interface TagsUpdateInput {
  name?: string | undefined;
  color?: string | undefined;
  isDefault?: boolean | undefined;
  id: number;
}

/** What `tags.update` returns. */
export interface TagsUpdateOutput {
  id: number;
  name: string;
  createdAt: string;
  updatedAt: string;
  color: string;
  isDefault: boolean;
}

/** What `team.list` takes. */
export interface TeamListInput {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What `team.list` returns. */
export interface TeamListOutput {
  nextCursor: string | null;
  items: ({
    email: string;
    name: string | null;
    role: "admin" | "agent" | "editor" | "reader";
    teamRole: "admin" | "agent" | "editor" | null;
    tokenRole: "admin" | "agent" | "editor" | "reader" | null;
  })[];
}

/** What `team.set` takes. */
export interface TeamSetInput {
  email: string;
  /** null: none by the team */
  role: "agent" | "editor" | "admin" | null;
}

/** What `tickets.addMessage` takes. */
export interface TicketsAddMessageInput {
  id: number;
  author: string;
  origin: "requester" | "agent" | "ai";
  body: string;
}

/** What `tickets.addMessage` returns. */
export interface TicketsAddMessageOutput {
  id: number;
}

/** What `tickets.addNote` takes. */
export interface TicketsAddNoteInput {
  id: number;
  body: string;
  /** Whether the model may read it */
  inPrompt?: boolean | undefined;
}

/** What `tickets.addNote` returns. */
export interface TicketsAddNoteOutput {
  id: number;
}

/** What `tickets.addTag` takes. */
export interface TicketsAddTagInput {
  id: number;
  tagId: number;
}

/** What `tickets.assign` takes. */
export interface TicketsAssignInput {
  ids: number[];
  agentEmail: string | null;
  /** Only counts the tickets */
  dryRun?: boolean | undefined;
}

/** What `tickets.assign` returns. */
export interface TicketsAssignOutput {
  dryRun: boolean;
  total: number;
  outcomes: ({
    id: number;
    ok: false;
    reason: "ticket-merged" | "ticket-not-found";
  } | {
    id: number;
    ok: true;
  })[];
}

/** What `tickets.bulk` takes. */
export interface TicketsBulkInput {
  ids?: number[] | undefined;
  filter?: {
    /** Situação de um ticket. */
    status?: "open" | "in_progress" | "resolved" | "closed" | undefined;
    main?: string | undefined;
    tagId?: number | undefined;
    /** An agent; me: the caller; null: tickets without one */
    assignee?: "me" | string | null | undefined;
    /** Created at this moment or later */
    from?: string | undefined;
    /** Created before this moment */
    to?: string | undefined;
    /** Open, and the last message is the customer’s */
    waiting?: true | undefined;
    /** Words of the subject and of messages, or the requester’s e-mail */
    search?: string | undefined;
  } | undefined;
  /** Only counts the tickets */
  dryRun?: boolean | undefined;
  /** How many tickets a dry run counted */
  expected?: number | undefined;
  /** Situação de um ticket. */
  setStatus?: "open" | "in_progress" | "resolved" | "closed" | undefined;
  addTagId?: number | undefined;
  removeTagId?: number | undefined;
  assignTo?: string | null | undefined;
}

/** What `tickets.bulk` returns. */
export interface TicketsBulkOutput {
  dryRun: boolean;
  total: number;
  outcomes: ({
    id: number;
    ok: false;
    reason: "ticket-merged" | "ticket-not-found";
  } | {
    id: number;
    ok: true;
  })[];
}

/** What `tickets.composing.discard` takes. */
export interface TicketsComposingDiscardInput {
  id: number;
}

/** What `tickets.composing.discard` returns. */
export interface TicketsComposingDiscardOutput {
  revision: number;
}

/** What `tickets.composing.get` takes. */
export interface TicketsComposingGetInput {
  id: number;
}

/** What `tickets.composing.get` returns. */
export interface TicketsComposingGetOutput {
  html: string | null;
  revision: number;
  savedAt: string | null;
}

/** What `tickets.composing.save` takes. */
export interface TicketsComposingSaveInput {
  id: number;
  html: string;
  /** The one that get or the last save returned */
  revision: number;
}

/** What `tickets.composing.save` returns. */
export interface TicketsComposingSaveOutput {
  revision: number;
}

/** What `tickets.counts` takes. */
export interface TicketsCountsInput {
  views: ({
    /** Situação de um ticket. */
    status?: "open" | "in_progress" | "resolved" | "closed" | undefined;
    main?: string | undefined;
    tagId?: number | undefined;
    /** An agent; me: the caller; null: tickets without one */
    assignee?: "me" | string | null | undefined;
    /** Created at this moment or later */
    from?: string | undefined;
    /** Created before this moment */
    to?: string | undefined;
    /** Open, and the last message is the customer’s */
    waiting?: true | undefined;
    /** Words of the subject and of messages, or the requester’s e-mail */
    search?: string | undefined;
  })[];
}

/** What `tickets.counts` returns. */
export type TicketsCountsOutput = number[];

/** What `tickets.create` takes. */
export interface TicketsCreateInput {
  requesterEmail?: string | undefined;
  requesterName?: string | undefined;
  subject: string;
  body: string;
  main: string;
  issue?: string | undefined;
  newsletter?: string | undefined;
  /** When it was opened, not in the future; by default now */
  createdAt?: string | undefined;
}

/** What `tickets.create` returns. */
export interface TicketsCreateOutput {
  id: number;
  messageId: number;
}

/** What `tickets.edit` takes. */
export interface TicketsEditInput {
  subject?: string | undefined;
  main?: string | undefined;
  issue?: string | null | undefined;
  newsletter?: string | null | undefined;
  requesterEmail?: string | null | undefined;
  requesterName?: string | null | undefined;
  id: number;
}

/** What `tickets.edit` returns. */
export interface TicketsEditOutput {
  newsletter: string | null;
  id: number;
  requesterEmail: string | null;
  requesterName: string | null;
  subject: string;
  main: string;
  issue: string | null;
  createdAt: string;
  status: "closed" | "in_progress" | "open" | "resolved";
  updatedAt: string;
  followsId: number | null;
  assigneeEmail: string | null;
  mergedInto: number | null;
}

/** What `tickets.get` takes. */
export interface TicketsGetInput {
  id: number;
}

/** What `tickets.get` returns. */
export interface TicketsGetOutput {
  newsletter: string | null;
  id: number;
  requesterEmail: string | null;
  requesterName: string | null;
  subject: string;
  main: string;
  issue: string | null;
  createdAt: string;
  messages: ({
    mail: "failed" | "mailed" | "returned" | "saved" | "waiting" | null;
    id: number;
    body: string;
    createdAt: string;
    author: string;
    origin: "agent" | "ai" | "requester";
    folded: string | null;
    notice: string | null;
  })[];
  status: "closed" | "in_progress" | "open" | "resolved";
  updatedAt: string;
  tags: ({
    id: number;
    name: string;
    color: string;
  })[];
  followsId: number | null;
  assigneeEmail: string | null;
  mergedInto: number | null;
  notes: ({
    id: number;
    body: string;
    createdAt: string;
    author: string;
    inPrompt: boolean;
  })[];
  messagesCursor: string | null;
}

/** What `tickets.history` takes. */
export interface TicketsHistoryInput {
  id: number;
}

/** What `tickets.history` returns. */
export interface TicketsHistoryOutput {
  nextCursor: string | null;
  items: ({
    at: string;
    id: string;
    author: string;
    action: string;
    changes: ({
      field: string;
      after: unknown;
      before: unknown;
    })[];
  })[];
}

/** What `tickets.import` takes. */
export interface TicketsImportInput {
  tickets: ({
    requesterEmail?: string | undefined;
    requesterName?: string | undefined;
    subject: string;
    body: string;
    main: string;
    issue?: string | undefined;
    newsletter?: string | undefined;
    createdAt: string;
    /** Its id in the other system: a ticket is imported once */
    externalId: string;
    /** Situação de um ticket. */
    status: "open" | "in_progress" | "resolved" | "closed";
    /** When it got its status; by default, when its last message was written */
    updatedAt?: string | undefined;
    /** Names of tags that exist */
    tags?: string[] | undefined;
    /** The other messages */
    messages?: ({
      author: string;
      origin: "requester" | "agent" | "ai";
      body: string;
      createdAt: string;
    })[] | undefined;
  })[];
  /** Only checks and counts */
  dryRun?: boolean | undefined;
}

/** What `tickets.import` returns. */
export interface TicketsImportOutput {
  refused: ({
    index: number;
    reason: string;
  })[];
  imported: number;
  known: number;
}

/** What `tickets.list` takes. */
export interface TicketsListInput {
  /** Situação de um ticket. */
  status?: "open" | "in_progress" | "resolved" | "closed" | undefined;
  main?: string | undefined;
  tagId?: number | undefined;
  /** An agent; me: the caller; null: tickets without one */
  assignee?: "me" | string | null | undefined;
  /** Created at this moment or later */
  from?: string | undefined;
  /** Created before this moment */
  to?: string | undefined;
  /** Open, and the last message is the customer’s */
  waiting?: true | undefined;
  /** Words of the subject and of messages, or the requester’s e-mail */
  search?: string | undefined;
  /** waiting: only tickets that wait */
  sort?: "newest" | "waiting" | "updated" | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What `tickets.list` returns. */
export interface TicketsListOutput {
  nextCursor: string | null;
  items: ({
    mail: "failed" | "mailed" | "returned" | "saved" | "waiting" | null;
    newsletter: string | null;
    id: number;
    requesterEmail: string | null;
    requesterName: string | null;
    subject: string;
    main: string;
    issue: string | null;
    createdAt: string;
    status: "closed" | "in_progress" | "open" | "resolved";
    updatedAt: string;
    followsId: number | null;
    assigneeEmail: string | null;
    mergedInto: number | null;
    waitingSince: string | null;
    waitingSeconds: number | null;
  })[];
}

/** What `tickets.mailMessage` takes. */
export interface TicketsMailMessageInput {
  messageId: number;
}

/** What `tickets.mailMessage` returns. */
export interface TicketsMailMessageOutput {
  mailId: number;
  mail: "failed" | "mailed" | "returned" | "saved" | "waiting";
}

/** What `tickets.merge` takes. */
export interface TicketsMergeInput {
  fromId: number;
  intoId: number;
  /** Merge tickets of two people: each sees the attachments of the other */
  differentRequesters?: boolean | undefined;
  /** Only counts what would move */
  dryRun?: boolean | undefined;
  /** The total that a dry run showed */
  expected?: number | undefined;
}

/** What `tickets.merge` returns. */
export interface TicketsMergeOutput {
  dryRun: boolean;
  records: ({
    kind: string;
    count: number;
  })[];
  total: number;
}

/** What `tickets.messages` takes. */
export interface TicketsMessagesInput {
  id: number;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What `tickets.messages` returns. */
export interface TicketsMessagesOutput {
  nextCursor: string | null;
  items: ({
    kind: "note";
    id: number;
    body: string;
    createdAt: string;
    author: string;
    inPrompt: boolean;
  } | {
    mail: "failed" | "mailed" | "returned" | "saved" | "waiting" | null;
    kind: "message";
    id: number;
    body: string;
    createdAt: string;
    author: string;
    origin: "agent" | "ai" | "requester";
    folded: string | null;
    notice: string | null;
  })[];
}

/** What `tickets.presence` takes. */
export interface TicketsPresenceInput {
  id: number;
  state: "viewing" | "typing" | "left";
}

/** What `tickets.presence` returns. */
export interface TicketsPresenceOutput {
  others: ({
    state: "typing" | "viewing";
    email: string;
    name: string | null;
  })[];
}

/** What `tickets.queue` takes. */
export interface TicketsQueueInput {
  /** An agent; null: tickets without one */
  assignee?: string | null | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What `tickets.queue` returns. */
export interface TicketsQueueOutput {
  nextCursor: string | null;
  items: ({
    id: number;
    requesterEmail: string | null;
    requesterName: string | null;
    subject: string;
    main: string;
    status: "closed" | "in_progress" | "open" | "resolved";
    assigneeEmail: string | null;
    waitingSince: string;
    waitingSeconds: number;
  })[];
}

/** What `tickets.removeTag` takes. */
export interface TicketsRemoveTagInput {
  id: number;
  tagId: number;
}

/** What `tickets.reply` takes. */
export interface TicketsReplyInput {
  id: number;
  html?: string | undefined;
  quickReplyId?: number | undefined;
  undoSeconds?: number | undefined;
  /** Refuses the reply if the ticket has a newer message */
  lastSeenMessageId?: number | undefined;
  /** Makes the reply happen once, however often it is sent */
  requestKey?: string | undefined;
  sendEmail?: boolean | undefined;
}

/** What `tickets.reply` returns. */
export interface TicketsReplyOutput {
  mail: "failed" | "mailed" | "returned" | "saved" | "waiting";
  messageId: number;
  mailId?: number | undefined;
  sendsAt?: string | undefined;
}

/** What `tickets.setStatus` takes. */
export interface TicketsSetStatusInput {
  id: number;
  /** Situação de um ticket. */
  status: "open" | "in_progress" | "resolved" | "closed";
}

/** What `tokens.list` takes. */
export interface TokensListInput {
  email?: string | undefined;
  cursor?: number | undefined;
  limit?: number | undefined;
}

/** What `tokens.list` returns. */
export interface TokensListOutput {
  nextCursor: number | null;
  items: ({
    kind: "person" | "token";
    id: number;
    createdAt: string;
    tokenId: string | null;
    revokedFrom: string;
  })[];
}

/** What `tokens.revoke` takes. */
export interface TokensRevokeInput {
  /** Every token of this person */
  email?: string | undefined;
  /** One token: its jti claim */
  tokenId?: string | undefined;
  /** Only tokens issued before; default now */
  issuedBefore?: string | undefined;
}

/** What `tokens.revoke` returns. */
export interface TokensRevokeOutput {
  revokedFrom: string;
}

/** What `views.delete` takes. */
export interface ViewsDeleteInput {
  id: number;
}

/** What `views.list` returns. */
export interface ViewsListOutput {
  nextCursor: null;
  items: ({
    sort: "newest" | "updated" | "waiting";
    filter: {
      search?: string | undefined;
      main?: string | undefined;
      status?: "closed" | "in_progress" | "open" | "resolved" | undefined;
      tagId?: number | undefined;
      assignee?: string | null | undefined;
      from?: string | undefined;
      to?: string | undefined;
      waiting?: true | undefined;
    };
    id: number;
    name: string;
    updatedAt: string;
    shared: boolean;
    ownerEmail: string;
  })[];
}

/** What `views.save` takes. */
export interface ViewsSaveInput {
  /** The view to replace; by default a new one */
  id?: number | undefined;
  name: string;
  filter?: {
    /** Situação de um ticket. */
    status?: "open" | "in_progress" | "resolved" | "closed" | undefined;
    main?: string | undefined;
    tagId?: number | undefined;
    /** An agent; me: the caller; null: tickets without one */
    assignee?: "me" | string | null | undefined;
    /** Created at this moment or later */
    from?: string | undefined;
    /** Created before this moment */
    to?: string | undefined;
    /** Open, and the last message is the customer’s */
    waiting?: true | undefined;
    /** Words of the subject and of messages, or the requester’s e-mail */
    search?: string | undefined;
  } | undefined;
  sort?: "newest" | "waiting" | "updated" | undefined;
  /** For all agents */
  shared?: boolean | undefined;
}

/** What `views.save` returns. */
export interface ViewsSaveOutput {
  sort: "newest" | "updated" | "waiting";
  filter: {
    search?: string | undefined;
    main?: string | undefined;
    status?: "closed" | "in_progress" | "open" | "resolved" | undefined;
    tagId?: number | undefined;
    assignee?: string | null | undefined;
    from?: string | undefined;
    to?: string | undefined;
    waiting?: true | undefined;
  };
  id: number;
  name: string;
  updatedAt: string;
  shared: boolean;
  ownerEmail: string;
}

/** What `webhooks.create` takes. */
export interface WebhooksCreateInput {
  /** Where events are posted: an https address */
  url: string;
  events: ("quiz.published" | "quiz.submitted" | "streak.recovered" | "ticket.created" | "ticket.replied" | "reply.drafted")[];
}

/** What `webhooks.create` returns. */
export interface WebhooksCreateOutput {
  id: number;
  secret: string;
}

/** What `webhooks.delete` takes. */
export interface WebhooksDeleteInput {
  id: number;
}

/** What `webhooks.deliveries` takes. */
export interface WebhooksDeliveriesInput {
  id: number;
  status?: "pending" | "delivered" | "failed" | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What `webhooks.deliveries` returns. */
export interface WebhooksDeliveriesOutput {
  nextCursor: string | null;
  items: ({
    error: string | null;
    type: string;
    id: string;
    status: "delivered" | "failed" | "pending";
    attempts: number;
    lastAttemptAt: string | null;
    eventId: string;
    occurredAt: string;
    responseStatus: number | null;
    deliveredAt: string | null;
  })[];
}

/** What `webhooks.enable` takes. */
export interface WebhooksEnableInput {
  id: number;
}

/** What `webhooks.list` returns. */
export interface WebhooksListOutput {
  items: ({
    url: string;
    id: number;
    createdAt: string;
    status: "active" | "disabled" | "failing";
    pending: number;
    events: string[];
    failures: number;
    failingSince: string | null;
    disabledAt: string | null;
  })[];
}

/** What `webhooks.replay` takes. */
export interface WebhooksReplayInput {
  id: number;
  /** One delivery */
  deliveryId?: string | undefined;
  /** Those of events since */
  from?: string | undefined;
  /** Only counts the deliveries */
  dryRun?: boolean | undefined;
}

/** What `webhooks.replay` returns. */
export interface WebhooksReplayOutput {
  replayed: number;
  dryRun?: true | undefined;
}

/** What `webhooks.rotate` takes. */
export interface WebhooksRotateInput {
  id: number;
  /** Hours in which the former secret signs too */
  overlapHours?: number | undefined;
}

/** What `webhooks.rotate` returns. */
export interface WebhooksRotateOutput {
  secret: string;
}

/** What a failed call carries. `data.errorCode` is the stable code. */
export interface InternalFailure {
  message: string;
  data: {
    code: "BAD_GATEWAY" | "BAD_REQUEST" | "CLIENT_CLOSED_REQUEST" | "CONFLICT" | "FORBIDDEN" | "GATEWAY_TIMEOUT" | "INTERNAL_SERVER_ERROR" | "METHOD_NOT_SUPPORTED" | "NOT_FOUND" | "NOT_IMPLEMENTED" | "PARSE_ERROR" | "PAYLOAD_TOO_LARGE" | "PAYMENT_REQUIRED" | "PRECONDITION_FAILED" | "PRECONDITION_REQUIRED" | "SERVICE_UNAVAILABLE" | "TIMEOUT" | "TOO_MANY_REQUESTS" | "UNAUTHORIZED" | "UNPROCESSABLE_CONTENT" | "UNSUPPORTED_MEDIA_TYPE";
    httpStatus: number;
    path?: string | undefined;
    errorCode: "account-not-found" | "agent-not-found" | "attachment-infected" | "attachment-not-found" | "attachment-quarantined" | "attachment-quota-exceeded" | "attachment-too-large" | "attachment-type-not-allowed" | "batch-too-large" | "body-too-large" | "bulk-outdated" | "caller-left" | "composing-changed" | "correction-outdated" | "cross-site" | "day-not-credited" | "draft-not-found" | "draft-not-pending" | "edition-not-found" | "erasure-outdated" | "forbidden" | "group-forbidden" | "group-full" | "group-member-not-found" | "group-not-found" | "headers-too-large" | "idempotency-key-in-use" | "idempotency-key-reused" | "integration-disabled" | "internal-error" | "invalid-request" | "invalid-signature" | "invalid-token" | "invite-not-found" | "job-not-found" | "job-running" | "last-administrator" | "mail-already-sent" | "mail-not-configured" | "mail-not-found" | "mail-not-undoable" | "malformed-json" | "merge-outdated" | "message-not-found" | "method-not-allowed" | "model-budget-exhausted" | "model-failed" | "newer-message" | "newsletter-unavailable" | "no-edition-available" | "not-found" | "person-not-found" | "quick-reply-empty" | "quick-reply-not-found" | "quick-reply-shortcut-taken" | "quiz-already-attempted" | "quiz-already-generated" | "quiz-attempted" | "quiz-changed" | "quiz-fields-required" | "quiz-generation-failed" | "quiz-not-a-draft" | "quiz-not-found" | "quiz-not-published" | "range-not-satisfiable" | "ranking-timed-out" | "rate-limited" | "reply-empty" | "reply-variables-missing" | "request-timeout" | "requester-without-email" | "requesters-differ" | "session-not-found" | "sign-in-failed" | "tag-fields-required" | "tag-in-use" | "tag-name-taken" | "tag-not-found" | "ticket-closed" | "ticket-merged" | "ticket-not-found" | "too-many-attachments" | "too-many-groups" | "too-many-invites" | "too-many-views" | "too-many-webhooks" | "unavailable" | "unsupported-media-type" | "view-not-found" | "webhook-delivery-not-found" | "webhook-not-found" | "webhook-url-refused";
    field?: string | undefined;
    state?: string | undefined;
    requiredRole?: "admin" | "agent" | "editor" | "reader" | undefined;
    requestId?: string | undefined;
  };
  code: -32001 | -32002 | -32003 | -32004 | -32005 | -32008 | -32009 | -32012 | -32013 | -32015 | -32022 | -32028 | -32029 | -32099 | -32600 | -32603 | -32700;
}

/** The procedures of the internal API. */
export interface InternalProcedures {
  accounts: {
    /** Shows the account of an e-mail. */
    get: TRPCQueryProcedure<{ input: AccountsGetInput; output: AccountsGetOutput; meta: object }>;
    /** Creates or updates the account of an e-mail. */
    upsert: TRPCMutationProcedure<{ input: AccountsUpsertInput; output: undefined; meta: object }>;
  };
  ai: {
    /** Asks an agent. */
    ask: TRPCMutationProcedure<{ input: AiAskInput; output: AiAskOutput; meta: object }>;
    /** Lists the registered agents and tools. */
    resources: TRPCQueryProcedure<{ input: void; output: AiResourcesOutput; meta: object }>;
  };
  attachments: {
    /** Deletes an attachment and its file. */
    delete: TRPCMutationProcedure<{ input: AttachmentsDeleteInput; output: undefined; meta: object }>;
    /** Removes what interrupted uploads and deletions left behind. */
    janitor: TRPCMutationProcedure<{ input: AttachmentsJanitorInput | undefined; output: AttachmentsJanitorOutput; meta: object }>;
    /** Lists the attachments of a ticket. */
    list: TRPCQueryProcedure<{ input: AttachmentsListInput; output: AttachmentsListOutput; meta: object }>;
    /** Replaces the key that signs download addresses. */
    rotateLinkKey: TRPCMutationProcedure<{ input: AttachmentsRotateLinkKeyInput | undefined; output: AttachmentsRotateLinkKeyOutput; meta: object }>;
  };
  audit: {
    /** Lists who changed what, newest first. */
    list: TRPCQueryProcedure<{ input: AuditListInput | undefined; output: AuditListOutput; meta: object }>;
  };
  groups: {
    /** Adds a member to a group. */
    addMember: TRPCMutationProcedure<{ input: GroupsAddMemberInput; output: undefined; meta: object }>;
    /** Creates a group. */
    create: TRPCMutationProcedure<{ input: GroupsCreateInput; output: GroupsCreateOutput; meta: object }>;
    /** Imports members of groups that exist, with an outcome for each line. */
    importMembers: TRPCMutationProcedure<{ input: GroupsImportMembersInput; output: GroupsImportMembersOutput; meta: object }>;
    /** Lists groups, newest first. */
    list: TRPCQueryProcedure<{ input: GroupsListInput | undefined; output: GroupsListOutput; meta: object }>;
    /** Lists the members of a group in the order of joining. */
    members: TRPCQueryProcedure<{ input: GroupsMembersInput; output: GroupsMembersOutput; meta: object }>;
    /** Shows the ranking of a group. */
    ranking: TRPCQueryProcedure<{ input: GroupsRankingInput; output: GroupsRankingOutput; meta: object }>;
    /** Removes a member from a group. */
    removeMember: TRPCMutationProcedure<{ input: GroupsRemoveMemberInput; output: undefined; meta: object }>;
    /** Changes a group. */
    update: TRPCMutationProcedure<{ input: GroupsUpdateInput; output: GroupsUpdateOutput; meta: object }>;
  };
  inbound: {
    /** Shows a quarantined mail as text. */
    get: TRPCQueryProcedure<{ input: InboundGetInput; output: InboundGetOutput; meta: object }>;
    /** Takes in a raw mail (base64 of RFC 5322). */
    ingest: TRPCMutationProcedure<{ input: InboundIngestInput; output: InboundIngestOutput; meta: object }>;
    /** Lists received mails with their outcome. */
    list: TRPCQueryProcedure<{ input: InboundListInput | undefined; output: InboundListOutput; meta: object }>;
    /** Processes a quarantined mail again. */
    retry: TRPCMutationProcedure<{ input: InboundRetryInput; output: InboundRetryOutput; meta: object }>;
    /** Shows the state of the mailbox. */
    status: TRPCQueryProcedure<{ input: void; output: InboundStatusOutput; meta: object }>;
  };
  jobs: {
    /** Lists the scheduled jobs with their last run. */
    list: TRPCQueryProcedure<{ input: void; output: JobsListOutput; meta: object }>;
    /** Runs a job now; exits with 1 if it fails. */
    run: TRPCMutationProcedure<{ input: JobsRunInput; output: JobsRunOutput; meta: object }>;
  };
  me: {
    /** Shows who you are, your role, and the team. */
    get: TRPCQueryProcedure<{ input: void; output: MeGetOutput; meta: object }>;
    preferences: {
      /** Shows what your console remembers. */
      get: TRPCQueryProcedure<{ input: void; output: MePreferencesGetOutput; meta: object }>;
      /** Replaces what your console remembers. */
      set: TRPCMutationProcedure<{ input: MePreferencesSetInput; output: undefined; meta: object }>;
    };
  };
  operations: {
    /** Shows what needs an operator, and what the service runs on. */
    status: TRPCQueryProcedure<{ input: void; output: OperationsStatusOutput; meta: object }>;
  };
  outbox: {
    /** Gives a mail up. */
    drop: TRPCMutationProcedure<{ input: OutboxDropInput; output: undefined; meta: object }>;
    /** Lists mails, newest first. */
    list: TRPCQueryProcedure<{ input: OutboxListInput | undefined; output: OutboxListOutput; meta: object }>;
    /** Sends a failed or unknown mail again. */
    retry: TRPCMutationProcedure<{ input: OutboxRetryInput; output: OutboxRetryOutput; meta: object }>;
    /** Takes a mail and its message back before it is sent. */
    undo: TRPCMutationProcedure<{ input: OutboxUndoInput; output: OutboxUndoOutput; meta: object }>;
  };
  people: {
    /** Erases a person: a dry run, unless --dry-run false repeats its total. */
    erase: TRPCMutationProcedure<{ input: PeopleEraseInput; output: PeopleEraseOutput; meta: object }>;
    /** Exports everything stored about a person. */
    export: TRPCMutationProcedure<{ input: PeopleExportInput; output: PeopleExportOutput; meta: object }>;
    /** Counts everything stored about a person. */
    find: TRPCQueryProcedure<{ input: PeopleFindInput; output: PeopleFindOutput; meta: object }>;
  };
  quickReplies: {
    /** Creates a quick reply. */
    create: TRPCMutationProcedure<{ input: QuickRepliesCreateInput; output: QuickRepliesCreateOutput; meta: object }>;
    /** Deletes a quick reply. */
    delete: TRPCMutationProcedure<{ input: QuickRepliesDeleteInput; output: undefined; meta: object }>;
    /** Lists quick replies. */
    list: TRPCQueryProcedure<{ input: QuickRepliesListInput | undefined; output: QuickRepliesListOutput; meta: object }>;
    /** Changes a quick reply. */
    update: TRPCMutationProcedure<{ input: QuickRepliesUpdateInput; output: QuickRepliesUpdateOutput; meta: object }>;
  };
  quiz: {
    /** Corrects a published quiz and regrades attempts in favour of readers. */
    correct: TRPCMutationProcedure<{ input: QuizCorrectInput; output: QuizCorrectOutput; meta: object }>;
    /** Drafts today's quiz for review. */
    draft: TRPCMutationProcedure<{ input: QuizDraftInput | undefined; output: QuizDraftOutput; meta: object }>;
    /** Edits a draft quiz. */
    edit: TRPCMutationProcedure<{ input: QuizEditInput; output: QuizEditOutput; meta: object }>;
    /** Generates today's quiz. */
    generate: TRPCMutationProcedure<{ input: QuizGenerateInput | undefined; output: QuizGenerateOutput; meta: object }>;
    /** Shows a quiz with its correct answers. */
    get: TRPCQueryProcedure<{ input: QuizGetInput; output: QuizGetOutput; meta: object }>;
    /** Holds a draft quiz back. */
    hold: TRPCMutationProcedure<{ input: QuizHoldInput; output: undefined; meta: object }>;
    /** Lists quizzes, newest first. */
    list: TRPCQueryProcedure<{ input: QuizListInput | undefined; output: QuizListOutput; meta: object }>;
    /** Publishes a draft quiz. */
    publish: TRPCMutationProcedure<{ input: QuizPublishInput; output: QuizPublishOutput; meta: object }>;
    /** Shows how readers answered a quiz. */
    statistics: TRPCQueryProcedure<{ input: QuizStatisticsInput; output: QuizStatisticsOutput; meta: object }>;
    /** Unpublishes a quiz, with a reason. */
    unpublish: TRPCMutationProcedure<{ input: QuizUnpublishInput; output: undefined; meta: object }>;
  };
  replies: {
    drafts: {
      /** Approves a draft: saves it, and mails it if asked. */
      approve: TRPCMutationProcedure<{ input: RepliesDraftsApproveInput; output: RepliesDraftsApproveOutput; meta: object }>;
      /** Counts approved, edited and discarded drafts by category. */
      counts: TRPCQueryProcedure<{ input: RepliesDraftsCountsInput; output: RepliesDraftsCountsOutput; meta: object }>;
      /** Generates drafts of replies to tickets. */
      create: TRPCMutationProcedure<{ input: RepliesDraftsCreateInput; output: RepliesDraftsCreateOutput; meta: object }>;
      /** Discards a draft. */
      discard: TRPCMutationProcedure<{ input: RepliesDraftsDiscardInput; output: undefined; meta: object }>;
      /** Edits a draft. */
      edit: TRPCMutationProcedure<{ input: RepliesDraftsEditInput; output: RepliesDraftsEditOutput; meta: object }>;
      /** Shows a draft with its sources. */
      get: TRPCQueryProcedure<{ input: RepliesDraftsGetInput; output: RepliesDraftsGetOutput; meta: object }>;
      /** Lists drafts. */
      list: TRPCQueryProcedure<{ input: RepliesDraftsListInput | undefined; output: RepliesDraftsListOutput; meta: object }>;
    };
    /** Generates replies to tickets without saving them. */
    preview: TRPCMutationProcedure<{ input: RepliesPreviewInput; output: RepliesPreviewOutput; meta: object }>;
    /** Generates replies to tickets and saves them, by mail if asked. */
    save: TRPCMutationProcedure<{ input: RepliesSaveInput; output: RepliesSaveOutput; meta: object }>;
  };
  reports: {
    /** Compares the ticket counts with the tickets. */
    check: TRPCQueryProcedure<{ input: void; output: ReportsCheckOutput; meta: object }>;
    /** Removes every cached report. */
    clearCache: TRPCMutationProcedure<{ input: void; output: ReportsClearCacheOutput; meta: object }>;
    /** Lists the values that reports can be filtered by. */
    filters: TRPCQueryProcedure<{ input: void; output: ReportsFiltersOutput; meta: object }>;
    /** Rebuilds the ticket counts from the tickets. */
    rebuild: TRPCMutationProcedure<{ input: void; output: ReportsRebuildOutput; meta: object }>;
    /** Shows how long first replies and resolutions took, by category or agent. */
    responseTimes: TRPCQueryProcedure<{ input: ReportsResponseTimesInput; output: ReportsResponseTimesOutput; meta: object }>;
    /** Draws tickets over time. */
    timeSeries: TRPCQueryProcedure<{ input: ReportsTimeSeriesInput | undefined; output: ReportsTimeSeriesOutput; meta: object }>;
  };
  sessions: {
    /** Ends a session of the console. */
    end: TRPCMutationProcedure<{ input: SessionsEndInput; output: undefined; meta: object }>;
    /** Lists sessions of the console: your own, for administrators all. */
    list: TRPCQueryProcedure<{ input: SessionsListInput | undefined; output: SessionsListOutput; meta: object }>;
  };
  streaks: {
    /** Credits a day to a reader, with a reason. */
    addDay: TRPCMutationProcedure<{ input: StreaksAddDayInput; output: StreaksAddDayOutput; meta: object }>;
    /** Shows the streak of a reader. */
    get: TRPCQueryProcedure<{ input: StreaksGetInput; output: StreaksGetOutput; meta: object }>;
    /** Shows the global ranking. */
    globalRanking: TRPCQueryProcedure<{ input: void; output: StreaksGlobalRankingOutput; meta: object }>;
    /** Imports up to 500 readings at once, with an outcome for each line. */
    importReadings: TRPCMutationProcedure<{ input: StreaksImportReadingsInput; output: StreaksImportReadingsOutput; meta: object }>;
    /** Counts readers by day and by the length of their streak. */
    overview: TRPCQueryProcedure<{ input: StreaksOverviewInput | undefined; output: StreaksOverviewOutput; meta: object }>;
    /** Shows the streak of a reader, where each day came from, and their places. */
    reader: TRPCQueryProcedure<{ input: StreaksReaderInput; output: StreaksReaderOutput; meta: object }>;
    /** Credits a reader with a day. */
    recordReading: TRPCMutationProcedure<{ input: StreaksRecordReadingInput; output: StreaksRecordReadingOutput; meta: object }>;
    /** Computes the global ranking again. */
    refreshGlobalRanking: TRPCMutationProcedure<{ input: void; output: StreaksRefreshGlobalRankingOutput; meta: object }>;
    /** Takes a credited day from a reader, with a reason. */
    removeDay: TRPCMutationProcedure<{ input: StreaksRemoveDayInput; output: StreaksRemoveDayOutput; meta: object }>;
  };
  tags: {
    /** Creates a tag. */
    create: TRPCMutationProcedure<{ input: TagsCreateInput; output: TagsCreateOutput; meta: object }>;
    /** Deletes a tag that no ticket uses. */
    delete: TRPCMutationProcedure<{ input: TagsDeleteInput; output: undefined; meta: object }>;
    /** Lists tags alphabetically. */
    list: TRPCQueryProcedure<{ input: void; output: TagsListOutput; meta: object }>;
    /** Changes a tag. */
    update: TRPCMutationProcedure<{ input: TagsUpdateInput; output: TagsUpdateOutput; meta: object }>;
  };
  team: {
    /** Lists the team and who signed in during the last 30 days. */
    list: TRPCQueryProcedure<{ input: TeamListInput | undefined; output: TeamListOutput; meta: object }>;
    /** Gives an e-mail a role in the team, or takes it away. */
    set: TRPCMutationProcedure<{ input: TeamSetInput; output: undefined; meta: object }>;
  };
  tickets: {
    /** Adds a message to a ticket; sends no mail. */
    addMessage: TRPCMutationProcedure<{ input: TicketsAddMessageInput; output: TicketsAddMessageOutput; meta: object }>;
    /** Adds an internal note to a ticket. */
    addNote: TRPCMutationProcedure<{ input: TicketsAddNoteInput; output: TicketsAddNoteOutput; meta: object }>;
    /** Adds a tag to a ticket. */
    addTag: TRPCMutationProcedure<{ input: TicketsAddTagInput; output: undefined; meta: object }>;
    /** Assigns tickets to an agent, or to nobody. */
    assign: TRPCMutationProcedure<{ input: TicketsAssignInput; output: TicketsAssignOutput; meta: object }>;
    /** Changes many tickets, with an outcome for each: only counts those of a filter, unless --expected repeats their number. */
    bulk: TRPCMutationProcedure<{ input: TicketsBulkInput; output: TicketsBulkOutput; meta: object }>;
    composing: {
      /** Discards what you are writing on a ticket. */
      discard: TRPCMutationProcedure<{ input: TicketsComposingDiscardInput; output: TicketsComposingDiscardOutput; meta: object }>;
      /** Shows what you are writing on a ticket. */
      get: TRPCQueryProcedure<{ input: TicketsComposingGetInput; output: TicketsComposingGetOutput; meta: object }>;
      /** Saves what you are writing on a ticket. */
      save: TRPCMutationProcedure<{ input: TicketsComposingSaveInput; output: TicketsComposingSaveOutput; meta: object }>;
    };
    /** Counts the tickets of up to 20 filters. */
    counts: TRPCQueryProcedure<{ input: TicketsCountsInput; output: TicketsCountsOutput; meta: object }>;
    /** Opens a ticket with its first message. */
    create: TRPCMutationProcedure<{ input: TicketsCreateInput; output: TicketsCreateOutput; meta: object }>;
    /** Edits a ticket. */
    edit: TRPCMutationProcedure<{ input: TicketsEditInput; output: TicketsEditOutput; meta: object }>;
    /** Shows a ticket with its messages, notes and tags. */
    get: TRPCQueryProcedure<{ input: TicketsGetInput; output: TicketsGetOutput; meta: object }>;
    /** Lists what was done to a ticket, newest first. */
    history: TRPCQueryProcedure<{ input: TicketsHistoryInput; output: TicketsHistoryOutput; meta: object }>;
    /** Imports up to 100 tickets of another system, with an outcome for each. */
    import: TRPCMutationProcedure<{ input: TicketsImportInput; output: TicketsImportOutput; meta: object }>;
    /** Lists tickets, newest first by default. */
    list: TRPCQueryProcedure<{ input: TicketsListInput | undefined; output: TicketsListOutput; meta: object }>;
    /** Mails a saved message of ours, once. */
    mailMessage: TRPCMutationProcedure<{ input: TicketsMailMessageInput; output: TicketsMailMessageOutput; meta: object }>;
    /** Merges a ticket into another, for good: only counts what would move, unless --expected repeats the total. */
    merge: TRPCMutationProcedure<{ input: TicketsMergeInput; output: TicketsMergeOutput; meta: object }>;
    /** Lists the messages and notes of a ticket, newest first. */
    messages: TRPCQueryProcedure<{ input: TicketsMessagesInput; output: TicketsMessagesOutput; meta: object }>;
    /** Shows who else has a ticket open, and shows you to them. */
    presence: TRPCMutationProcedure<{ input: TicketsPresenceInput; output: TicketsPresenceOutput; meta: object }>;
    /** Lists open tickets that wait for a reply, longest waiting first. */
    queue: TRPCQueryProcedure<{ input: TicketsQueueInput | undefined; output: TicketsQueueOutput; meta: object }>;
    /** Removes a tag from a ticket. */
    removeTag: TRPCMutationProcedure<{ input: TicketsRemoveTagInput; output: undefined; meta: object }>;
    /** Replies to a ticket, by mail if asked. */
    reply: TRPCMutationProcedure<{ input: TicketsReplyInput; output: TicketsReplyOutput; meta: object }>;
    /** Changes the status of a ticket; repeat --id for several. */
    setStatus: TRPCMutationProcedure<{ input: TicketsSetStatusInput; output: undefined; meta: object }>;
  };
  tokens: {
    /** Lists revocations of tokens. */
    list: TRPCQueryProcedure<{ input: TokensListInput; output: TokensListOutput; meta: object }>;
    /** Revokes the tokens of a person, or one token. */
    revoke: TRPCMutationProcedure<{ input: TokensRevokeInput; output: TokensRevokeOutput; meta: object }>;
  };
  views: {
    /** Deletes a saved filter of tickets. */
    delete: TRPCMutationProcedure<{ input: ViewsDeleteInput; output: undefined; meta: object }>;
    /** Lists your saved filters of tickets and the shared ones. */
    list: TRPCQueryProcedure<{ input: void; output: ViewsListOutput; meta: object }>;
    /** Saves a filter of tickets. */
    save: TRPCMutationProcedure<{ input: ViewsSaveInput; output: ViewsSaveOutput; meta: object }>;
  };
  webhooks: {
    /** Registers an outgoing webhook. */
    create: TRPCMutationProcedure<{ input: WebhooksCreateInput; output: WebhooksCreateOutput; meta: object }>;
    /** Deletes an outgoing webhook. */
    delete: TRPCMutationProcedure<{ input: WebhooksDeleteInput; output: undefined; meta: object }>;
    /** Lists deliveries of a webhook. */
    deliveries: TRPCQueryProcedure<{ input: WebhooksDeliveriesInput; output: WebhooksDeliveriesOutput; meta: object }>;
    /** Sends to a disabled webhook again. */
    enable: TRPCMutationProcedure<{ input: WebhooksEnableInput; output: undefined; meta: object }>;
    /** Lists outgoing webhooks. */
    list: TRPCQueryProcedure<{ input: void; output: WebhooksListOutput; meta: object }>;
    /** Delivers an event again. */
    replay: TRPCMutationProcedure<{ input: WebhooksReplayInput; output: WebhooksReplayOutput; meta: object }>;
    /** Rotates the secret of a webhook. */
    rotate: TRPCMutationProcedure<{ input: WebhooksRotateInput; output: WebhooksRotateOutput; meta: object }>;
  };
}

/** What every procedure shares. */
export interface InternalRoot {
  ctx: object;
  meta: object;
  errorShape: InternalFailure;
  transformer: false;
}

/** The router of the internal API, for clients of tRPC. */
export type InternalRouter = TRPCBuiltRouter<InternalRoot, Members<InternalProcedures>>;

/** An interface as a type, which a record accepts. */
type Members<T> = { [K in keyof T]: T[K] };
