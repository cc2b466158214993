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
  createdAt: string;
  email: string;
  name: string | null;
  subscriptionStatus: string | null;
  updatedAt: string;
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
    id: number;
    path: string;
    reason: "deletion" | "upload";
    ticketId: number;
  })[];
  removed: ({
    id: number;
    path: string;
    reason: "deletion" | "upload";
    ticketId: number;
  })[];
}

/** What `attachments.list` takes. */
export interface AttachmentsListInput {
  ticketId: number;
}

/** What `attachments.list` returns. */
export type AttachmentsListOutput = ({
  createdAt: string;
  downloadUrl: string;
  id: number;
  messageId: number | null;
  name: string;
  path: string;
  quarantined: boolean;
  sha256: string;
  size: number;
  ticketId: number;
  type: string;
  uploaderEmail: string | null;
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
  items: ({
    actingFor: string | null;
    action: string;
    actor: string;
    actorEmail: string | null;
    at: string;
    changes: ({
      after: unknown;
      before: unknown;
      field: string;
    })[];
    channel: "http" | "job" | "trpc";
    id: number;
    outcome: "done" | "refused";
    requestId: string | null;
    role: string;
    target: string;
  })[];
  nextCursor: string | null;
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
  added: number;
  refused: number[];
}

/** What `groups.list` takes. */
export interface GroupsListInput {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What `groups.list` returns. */
export interface GroupsListOutput {
  items: ({
    createdAt: string;
    description: string | null;
    groupId: string;
    isPublic: boolean;
    memberCount: number;
    name: string;
    ownerEmail: string;
  })[];
  nextCursor: string | null;
}

/** What `groups.members` takes. */
export interface GroupsMembersInput {
  groupId: string;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What `groups.members` returns. */
export interface GroupsMembersOutput {
  items: ({
    email: string;
    memberId: number;
    name: string | null;
  })[];
  nextCursor: string | null;
}

/** What `groups.ranking` takes. */
export interface GroupsRankingInput {
  groupId: string;
}

/** What `groups.ranking` returns. */
export interface GroupsRankingOutput {
  group: {
    description: string | null;
    groupId: string;
    groupName: string;
    isPublic: boolean;
    memberCount: number;
    ownerEmail: string;
  };
  lastUpdated: string;
  ranking: ({
    currentStreak: number;
    displayName: string;
    email: string;
    lastInteractionDate: string | null;
    maxStreak: number;
    position: number;
  })[];
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
  createdAt: string;
  description: string | null;
  groupId: string;
  isPublic: boolean;
  name: string;
  ownerEmail: string;
}

/** What `inbound.dismiss` takes. */
export interface InboundDismissInput {
  ids: number[];
}

/** What `inbound.dismiss` returns. */
export interface InboundDismissOutput {
  dismissed: number;
}

/** What `inbound.get` takes. */
export interface InboundGetInput {
  id: number;
}

/** What `inbound.get` returns. */
export interface InboundGetOutput {
  mail: {
    attachments: string[];
    subject: string;
    text: string;
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
  messageId?: number | undefined;
  outcome: "duplicate" | "ignored" | "new-ticket" | "quarantined" | "reply";
  reason?: string | undefined;
  ticketId?: number | undefined;
}

/** What `inbound.list` takes. */
export interface InboundListInput {
  outcome?: "new-ticket" | "reply" | "ignored" | "quarantined" | undefined;
  /** Set aside, and nobody has looked at them */
  unseen?: boolean | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What `inbound.list` returns. */
export interface InboundListOutput {
  items: ({
    attachmentsPending: boolean;
    id: number;
    lookedAt: string | null;
    messageId: number | null;
    outcome: "ignored" | "new-ticket" | "quarantined" | "reply";
    reason: string | null;
    receivedAt: string;
    sender: string | null;
    source: "gateway" | "imap";
    subject: string | null;
    ticketId: number | null;
  })[];
  nextCursor: string | null;
}

/** What `inbound.release` takes. */
export interface InboundReleaseInput {
  id: number;
}

/** What `inbound.release` returns. */
export interface InboundReleaseOutput {
  ticketId: number;
}

/** What `inbound.retry` takes. */
export interface InboundRetryInput {
  id: number;
}

/** What `inbound.retry` returns. */
export interface InboundRetryOutput {
  messageId?: number | undefined;
  outcome: "duplicate" | "ignored" | "new-ticket" | "quarantined" | "reply";
  reason?: string | undefined;
  ticketId?: number | undefined;
}

/** What `inbound.status` returns. */
export interface InboundStatusOutput {
  lastDay: ({
    count: number;
    outcome: "ignored" | "new-ticket" | "quarantined" | "reply";
  })[];
  mailbox: string | null;
  position: {
    lastUid: number;
    mailbox: string;
    readAt: string;
    uidValidity: string;
  } | null;
  unseen: ({
    count: number;
    reason: string;
  })[];
}

/** What `jobs.list` returns. */
export type JobsListOutput = ({
  firstRunAt: string | null;
  lastRun: {
    attempts: number;
    error: string | null;
    finishedAt: string | null;
    outcome: "failed" | "running" | "succeeded";
    scheduledFor: string;
    startedAt: string;
  } | null;
  lastSuccessAt: string | null;
  name: string;
  nextRun: string;
  schedule: string;
})[];

/** What `jobs.run` takes. */
export interface JobsRunInput {
  name: string;
}

/** What `jobs.run` returns. */
export interface JobsRunOutput {
  attempts: number;
  error: string | null;
  finishedAt: string | null;
  outcome: "failed" | "running" | "succeeded";
  scheduledFor: string;
  startedAt: string;
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
  failedJobs: number;
  mails: {
    failed: number;
    pending: number;
    sending: number;
    unknown: number;
  };
  model: {
    tokensPerDay: number | null;
    tokensToday: number;
  };
  quarantinedMails: number;
  redis: {
    usable: boolean;
  } | null;
  replicas: ({
    replica: string;
    seconds: number;
    usable: boolean;
  })[];
  storage: {
    bytes: number;
    files: number;
    quarantined: number;
    usable: boolean;
  };
  unseenMails: ({
    count: number;
    reason: string;
  })[];
  versions: string[];
  webhooks: {
    failing: number;
  };
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
  items: ({
    attempts: number;
    createdAt: string;
    dueAt: string;
    error: string | null;
    id: number;
    lastAttemptAt: string | null;
    mailId: string;
    messageId: number;
    recipient: string;
    recipientName: string | null;
    sentAt: string | null;
    status: "bounced" | "dropped" | "failed" | "pending" | "sending" | "sent" | "unknown";
    subject: string;
    ticketId: number;
    undoUntil: string | null;
    waitingFor: "hourly-limit" | "mail-off" | "retry" | "undo" | null;
  })[];
  nextCursor: string | null;
}

/** What `outbox.retry` takes. */
export interface OutboxRetryInput {
  id: number;
}

/** What `outbox.retry` returns. */
export interface OutboxRetryOutput {
  attempts: number;
  createdAt: string;
  dueAt: string;
  error: string | null;
  id: number;
  lastAttemptAt: string | null;
  mailId: string;
  messageId: number;
  recipient: string;
  recipientName: string | null;
  sentAt: string | null;
  status: "bounced" | "dropped" | "failed" | "pending" | "sending" | "sent" | "unknown";
  subject: string;
  ticketId: number;
  undoUntil: string | null;
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
    count: number;
    kind: string;
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
  exportedAt: string;
  records: Record<string, (Record<string, unknown>)[]>;
}

/** What `people.find` takes. */
export interface PeopleFindInput {
  email: string;
}

/** What `people.find` returns. */
export interface PeopleFindOutput {
  email: string;
  records: ({
    count: number;
    kind: string;
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
  category: string;
  content: string;
  createdAt: string;
  id: number;
  shortcut: string;
  title: string;
  updatedAt: string;
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
  category: string;
  content: string;
  createdAt: string;
  id: number;
  shortcut: string;
  title: string;
  updatedAt: string;
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
  category: string;
  content: string;
  createdAt: string;
  id: number;
  shortcut: string;
  title: string;
  updatedAt: string;
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
  passed: number;
  regraded: number;
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
  createdAt: string;
  description: string;
  editionId: string;
  editionTitle: string;
  held: boolean;
  heldReason: string | null;
  id: string;
  problems: string[];
  questions: ({
    correctAnswer: string;
    explanation: string;
    id: string;
    options: string[];
    question: string;
  })[];
  quizDate: string;
  revision: number;
  title: string;
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
  editionText: string | null;
  editionTitle: string;
  id: string;
  minCorrectAnswers: number;
  questions: ({
    correctAnswer: string;
    explanation: string;
    formerAnswers: string[];
    id: string;
    options: string[];
    position: number;
    question: string;
  })[];
  quizDate: string;
  reason: string | null;
  revision: number;
  status: "draft" | "held" | "published" | "unpublished";
  title: string;
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
    attempts: number | null;
    createdAt: string;
    description: string;
    editionTitle: string;
    id: string;
    minCorrectAnswers: number;
    quizDate: string;
    status: "draft" | "held" | "published" | "unpublished";
    title: string;
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
  attemptsByHour: number[];
  averageCorrect: number;
  distribution: number[];
  passed: number;
  questions: ({
    correctRate: number;
    id: string;
    options: ({
      chosen: number;
      correct: boolean;
      text: string;
    })[];
    question: string;
  })[];
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
  mailId?: number | undefined;
  messageId: number;
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
    approved: number;
    changedShare: number | null;
    created: number;
    discarded: number;
    edited: number;
    main: string;
  })[];
}

/** What `replies.drafts.create` takes. */
export interface RepliesDraftsCreateInput {
  ticketIds: number[];
}

/** What `replies.drafts.create` returns. */
export interface RepliesDraftsCreateOutput {
  outcomes: ({
    confidence: number;
    draftId: number;
    ok: true;
    sources: ({
      by?: ("meaning" | "words")[] | undefined;
      score: number;
      ticketId: number;
    })[];
    ticketId: number;
  } | {
    ok: false;
    reason: "already-answered" | "draft-exists" | "link-not-allowed" | "low-confidence" | "model-budget-exhausted" | "model-failed" | "newer-message" | "ticket-closed" | "ticket-not-found" | "too-late" | "unavailable";
    ticketId: number;
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
  confidence: number;
  createdAt: string;
  decidedAt: string | null;
  discardReason: string | null;
  edited: boolean;
  generatedHtml: string;
  html: string;
  id: number;
  messageId: number | null;
  question: string | null;
  requesterEmail: string | null;
  requesterName: string | null;
  sources: ({
    by?: ("meaning" | "words")[] | undefined;
    score: number;
    ticketId: number;
  })[];
  status: "approved" | "discarded" | "pending" | "stale";
  subject: string;
  ticketId: number;
}

/** What `replies.drafts.get` takes. */
export interface RepliesDraftsGetInput {
  id: number;
}

/** What `replies.drafts.get` returns. */
export interface RepliesDraftsGetOutput {
  confidence: number;
  createdAt: string;
  decidedAt: string | null;
  discardReason: string | null;
  edited: boolean;
  generatedHtml: string;
  html: string;
  id: number;
  messageId: number | null;
  question: string | null;
  requesterEmail: string | null;
  requesterName: string | null;
  sources: ({
    by?: ("meaning" | "words")[] | undefined;
    score: number;
    ticketId: number;
  })[];
  status: "approved" | "discarded" | "pending" | "stale";
  subject: string;
  ticketId: number;
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
  items: ({
    confidence: number;
    createdAt: string;
    decidedAt: string | null;
    discardReason: string | null;
    edited: boolean;
    generatedHtml: string;
    html: string;
    id: number;
    messageId: number | null;
    question: string | null;
    requesterEmail: string | null;
    requesterName: string | null;
    sources: ({
      by?: ("meaning" | "words")[] | undefined;
      score: number;
      ticketId: number;
    })[];
    status: "approved" | "discarded" | "pending" | "stale";
    subject: string;
    ticketId: number;
  })[];
  nextCursor: string | null;
}

/** What `replies.preview` takes. */
export interface RepliesPreviewInput {
  ticketIds: number[];
}

/** What `replies.preview` returns. */
export type RepliesPreviewOutput = ({
  confidence: number;
  html: string;
  ok: true;
  similarTickets: number;
  sources: ({
    by: ("meaning" | "words")[];
    score: number;
    ticketId: number;
  })[];
  ticketId: number;
} | {
  confidence: number;
  ok: false;
  reason: "already-answered" | "draft-exists" | "link-not-allowed" | "low-confidence" | "model-budget-exhausted" | "model-failed" | "newer-message" | "ticket-closed" | "ticket-not-found" | "too-late" | "unavailable";
  ticketId: number;
})[];

/** What `replies.save` takes. */
export interface RepliesSaveInput {
  ticketIds: number[];
  author?: string | undefined;
  sendEmail?: boolean | undefined;
}

/** What `replies.save` returns. */
export type RepliesSaveOutput = ({
  confidence: number;
  draftId?: number | undefined;
  ok: false;
  reason: "already-answered" | "draft-exists" | "link-not-allowed" | "low-confidence" | "model-budget-exhausted" | "model-failed" | "newer-message" | "ticket-closed" | "ticket-not-found" | "too-late" | "unavailable";
  ticketId: number;
} | {
  confidence: number;
  emailSent: boolean;
  ok: true;
  ticketId: number;
})[];

/** What `reports.check` returns. */
export interface ReportsCheckOutput {
  differences: ({
    closed: number;
    hour: string;
    inProgress: number;
    main: string | null;
    open: number;
    resolved: number;
  })[];
}

/** What `reports.clearCache` returns. */
export interface ReportsClearCacheOutput {
  cleared: boolean;
}

/** What `reports.filters` returns. */
export interface ReportsFiltersOutput {
  agents: string[];
  cache: {
    age: number;
    expiresIn: number;
    hit: true;
  } | {
    hit: false;
  };
  categories: ({
    issues: string[];
    main: string;
  })[];
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
    age: number;
    expiresIn: number;
    hit: true;
  } | {
    hit: false;
  };
  items: ({
    firstReplies: number;
    firstReplyMedianSeconds: number | null;
    firstReplyP90Seconds: number | null;
    name: string;
    resolutionMedianSeconds: number | null;
    resolutionP90Seconds: number | null;
    resolutions: number;
    tickets: number;
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
    age: number;
    expiresIn: number;
    hit: true;
  } | {
    hit: false;
  };
  from: string;
  groupBy: "day" | "hour" | "hourOfWeek" | "month" | "week" | "year";
  series: ({
    closed: number;
    inProgress: number;
    open: number;
    period: string;
    resolved: number;
    total: number;
  })[];
  to: string;
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
  items: ({
    createdAt: string;
    current: boolean;
    email: string;
    id: number;
    lastSeenAt: string;
    name: string | null;
    role: "admin" | "agent" | "editor" | "reader";
    userAgent: string | null;
  })[];
  nextCursor: number | null;
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
  changed: boolean;
  currentStreak: number;
  maxStreak: number;
}

/** What `streaks.get` takes. */
export interface StreaksGetInput {
  email: string;
}

/** What `streaks.get` returns. */
export interface StreaksGetOutput {
  currentStreak: number;
  days: string[];
  lastInteractionAt: string | null;
  maxStreak: number;
}

/** What `streaks.globalRanking` returns. */
export interface StreaksGlobalRankingOutput {
  cacheInfo: {
    cached: boolean;
    ttl: number;
  };
  lastUpdated: string;
  ranking: ({
    currentStreak: number;
    displayName: string;
    email: string;
    lastInteractionDate: string | null;
    maxStreak: number;
    position: number;
  })[];
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
  credited: number;
  readers: number;
  refused: number[];
}

/** What `streaks.overview` takes. */
export interface StreaksOverviewInput {
  days?: number | undefined;
}

/** What `streaks.overview` returns. */
export interface StreaksOverviewOutput {
  atRisk: number;
  distribution: ({
    from: number;
    readers: number;
    to: number | null;
  })[];
  perDay: ({
    day: string;
    readers: number;
  })[];
  readToday: number;
  readers: number;
}

/** What `streaks.reader` takes. */
export interface StreaksReaderInput {
  email: string;
}

/** What `streaks.reader` returns. */
export interface StreaksReaderOutput {
  currentStreak: number;
  days: ({
    day: string;
    origin: "administrator" | "quiz" | "reading" | "removed";
    reason: string | null;
  })[];
  groups: ({
    groupId: string;
    isPublic: boolean;
    memberCount: number;
    name: string;
    position: number;
  })[];
  lastDay: string | null;
  lastInteractionAt: string | null;
  maxStreak: number;
  name: string | null;
  of: number;
  position: number | null;
  rankingVisibility: "anonymous" | "hidden" | "public";
  status: "active" | "at-risk" | "broken" | "none";
  today: string;
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
  cacheInfo: {
    cached: boolean;
    ttl: number;
  };
  lastUpdated: string;
  ranking: ({
    currentStreak: number;
    displayName: string;
    email: string;
    lastInteractionDate: string | null;
    maxStreak: number;
    position: number;
  })[];
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
  changed: boolean;
  currentStreak: number;
  maxStreak: number;
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
  color: string;
  createdAt: string;
  id: number;
  isDefault: boolean;
  name: string;
  updatedAt: string;
}

/** What `tags.delete` takes. */
export interface TagsDeleteInput {
  id: number;
}

/** What `tags.list` returns. */
export type TagsListOutput = ({
  color: string;
  createdAt: string;
  id: number;
  isDefault: boolean;
  name: string;
  updatedAt: string;
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
  color: string;
  createdAt: string;
  id: number;
  isDefault: boolean;
  name: string;
  updatedAt: string;
}

/** What `team.list` takes. */
export interface TeamListInput {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What `team.list` returns. */
export interface TeamListOutput {
  items: ({
    email: string;
    name: string | null;
    role: "admin" | "agent" | "editor" | "reader";
    teamRole: "admin" | "agent" | "editor" | null;
    tokenRole: "admin" | "agent" | "editor" | "reader" | null;
  })[];
  nextCursor: string | null;
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
  outcomes: ({
    id: number;
    ok: false;
    reason: "ticket-merged" | "ticket-not-found";
  } | {
    id: number;
    ok: true;
  })[];
  total: number;
}

/** What `tickets.bulk` takes. */
export interface TicketsBulkInput {
  ids?: number[] | undefined;
  filter?: {
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
  setStatus?: "open" | "in_progress" | "resolved" | "closed" | undefined;
  addTagId?: number | undefined;
  removeTagId?: number | undefined;
  assignTo?: string | null | undefined;
}

/** What `tickets.bulk` returns. */
export interface TicketsBulkOutput {
  dryRun: boolean;
  outcomes: ({
    id: number;
    ok: false;
    reason: "ticket-merged" | "ticket-not-found";
  } | {
    id: number;
    ok: true;
  })[];
  total: number;
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
  assigneeEmail: string | null;
  createdAt: string;
  followsId: number | null;
  id: number;
  issue: string | null;
  main: string;
  mergedInto: number | null;
  newsletter: string | null;
  requesterEmail: string | null;
  requesterName: string | null;
  status: "closed" | "in_progress" | "open" | "resolved";
  subject: string;
  updatedAt: string;
}

/** What `tickets.get` takes. */
export interface TicketsGetInput {
  id: number;
}

/** What `tickets.get` returns. */
export interface TicketsGetOutput {
  assigneeEmail: string | null;
  createdAt: string;
  followsId: number | null;
  id: number;
  issue: string | null;
  main: string;
  mergedInto: number | null;
  messages: ({
    author: string;
    body: string;
    cc: ({
      email: string;
      name: string | null;
    })[];
    createdAt: string;
    folded: string | null;
    id: number;
    mail: "failed" | "mailed" | "returned" | "saved" | "waiting" | null;
    notice: string | null;
    origin: "agent" | "ai" | "requester";
  })[];
  messagesCursor: string | null;
  newsletter: string | null;
  notes: ({
    author: string;
    body: string;
    createdAt: string;
    id: number;
    inPrompt: boolean;
  })[];
  requesterEmail: string | null;
  requesterName: string | null;
  status: "closed" | "in_progress" | "open" | "resolved";
  subject: string;
  tags: ({
    color: string;
    id: number;
    name: string;
  })[];
  updatedAt: string;
}

/** What `tickets.history` takes. */
export interface TicketsHistoryInput {
  id: number;
}

/** What `tickets.history` returns. */
export interface TicketsHistoryOutput {
  items: ({
    action: string;
    at: string;
    author: string;
    changes: ({
      after: unknown;
      before: unknown;
      field: string;
    })[];
    id: string;
  })[];
  nextCursor: string | null;
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
  imported: number;
  known: number;
  refused: ({
    index: number;
    reason: string;
  })[];
}

/** What `tickets.list` takes. */
export interface TicketsListInput {
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
  items: ({
    assigneeEmail: string | null;
    createdAt: string;
    followsId: number | null;
    id: number;
    issue: string | null;
    mail: "failed" | "mailed" | "returned" | "saved" | "waiting" | null;
    main: string;
    mergedInto: number | null;
    newsletter: string | null;
    requesterEmail: string | null;
    requesterName: string | null;
    status: "closed" | "in_progress" | "open" | "resolved";
    subject: string;
    updatedAt: string;
    waitingSeconds: number | null;
    waitingSince: string | null;
  })[];
  nextCursor: string | null;
}

/** What `tickets.mailMessage` takes. */
export interface TicketsMailMessageInput {
  messageId: number;
}

/** What `tickets.mailMessage` returns. */
export interface TicketsMailMessageOutput {
  mail: "failed" | "mailed" | "returned" | "saved" | "waiting";
  mailId: number;
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
    count: number;
    kind: string;
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
  items: ({
    author: string;
    body: string;
    cc: ({
      email: string;
      name: string | null;
    })[];
    createdAt: string;
    folded: string | null;
    id: number;
    kind: "message";
    mail: "failed" | "mailed" | "returned" | "saved" | "waiting" | null;
    notice: string | null;
    origin: "agent" | "ai" | "requester";
  } | {
    author: string;
    body: string;
    createdAt: string;
    id: number;
    inPrompt: boolean;
    kind: "note";
  })[];
  nextCursor: string | null;
}

/** What `tickets.presence` takes. */
export interface TicketsPresenceInput {
  id: number;
  state: "viewing" | "typing" | "left";
}

/** What `tickets.presence` returns. */
export interface TicketsPresenceOutput {
  others: ({
    email: string;
    name: string | null;
    state: "typing" | "viewing";
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
  items: ({
    assigneeEmail: string | null;
    id: number;
    main: string;
    requesterEmail: string | null;
    requesterName: string | null;
    status: "closed" | "in_progress" | "open" | "resolved";
    subject: string;
    waitingSeconds: number;
    waitingSince: string;
  })[];
  nextCursor: string | null;
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
  mailId?: number | undefined;
  messageId: number;
  sendsAt?: string | undefined;
}

/** What `tickets.setStatus` takes. */
export interface TicketsSetStatusInput {
  id: number;
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
  items: ({
    createdAt: string;
    id: number;
    kind: "person" | "token";
    revokedFrom: string;
    tokenId: string | null;
  })[];
  nextCursor: number | null;
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

/** What `views.list` takes. */
export interface ViewsListInput {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** What `views.list` returns. */
export interface ViewsListOutput {
  items: ({
    filter: {
      assignee?: string | null | undefined;
      from?: string | undefined;
      main?: string | undefined;
      search?: string | undefined;
      status?: "closed" | "in_progress" | "open" | "resolved" | undefined;
      tagId?: number | undefined;
      to?: string | undefined;
      waiting?: true | undefined;
    };
    id: number;
    name: string;
    ownerEmail: string;
    shared: boolean;
    sort: "newest" | "updated" | "waiting";
    updatedAt: string;
  })[];
  nextCursor: string | null;
}

/** What `views.save` takes. */
export interface ViewsSaveInput {
  /** The view to replace; by default a new one */
  id?: number | undefined;
  name: string;
  filter?: {
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
  filter: {
    assignee?: string | null | undefined;
    from?: string | undefined;
    main?: string | undefined;
    search?: string | undefined;
    status?: "closed" | "in_progress" | "open" | "resolved" | undefined;
    tagId?: number | undefined;
    to?: string | undefined;
    waiting?: true | undefined;
  };
  id: number;
  name: string;
  ownerEmail: string;
  shared: boolean;
  sort: "newest" | "updated" | "waiting";
  updatedAt: string;
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
  items: ({
    attempts: number;
    deliveredAt: string | null;
    error: string | null;
    eventId: string;
    id: string;
    lastAttemptAt: string | null;
    occurredAt: string;
    responseStatus: number | null;
    status: "delivered" | "failed" | "pending";
    type: string;
  })[];
  nextCursor: string | null;
}

/** What `webhooks.enable` takes. */
export interface WebhooksEnableInput {
  id: number;
}

/** What `webhooks.list` returns. */
export interface WebhooksListOutput {
  items: ({
    createdAt: string;
    disabledAt: string | null;
    events: string[];
    failingSince: string | null;
    failures: number;
    id: number;
    pending: number;
    status: "active" | "disabled" | "failing";
    url: string;
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
  dryRun?: true | undefined;
  replayed: number;
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
  code: -32001 | -32002 | -32003 | -32004 | -32005 | -32008 | -32009 | -32012 | -32013 | -32015 | -32022 | -32028 | -32029 | -32099 | -32600 | -32603 | -32700;
  data: {
    code: "BAD_GATEWAY" | "BAD_REQUEST" | "CLIENT_CLOSED_REQUEST" | "CONFLICT" | "FORBIDDEN" | "GATEWAY_TIMEOUT" | "INTERNAL_SERVER_ERROR" | "METHOD_NOT_SUPPORTED" | "NOT_FOUND" | "NOT_IMPLEMENTED" | "PARSE_ERROR" | "PAYLOAD_TOO_LARGE" | "PAYMENT_REQUIRED" | "PRECONDITION_FAILED" | "PRECONDITION_REQUIRED" | "SERVICE_UNAVAILABLE" | "TIMEOUT" | "TOO_MANY_REQUESTS" | "UNAUTHORIZED" | "UNPROCESSABLE_CONTENT" | "UNSUPPORTED_MEDIA_TYPE";
    errorCode: "account-not-found" | "agent-not-found" | "attachment-infected" | "attachment-not-found" | "attachment-quarantined" | "attachment-quota-exceeded" | "attachment-too-large" | "attachment-type-not-allowed" | "batch-too-large" | "body-too-large" | "bulk-outdated" | "caller-left" | "composing-changed" | "correction-outdated" | "cross-site" | "day-not-credited" | "draft-not-found" | "draft-not-pending" | "edition-not-found" | "erasure-outdated" | "forbidden" | "group-forbidden" | "group-full" | "group-member-not-found" | "group-not-found" | "headers-too-large" | "idempotency-key-in-use" | "idempotency-key-reused" | "integration-disabled" | "internal-error" | "invalid-request" | "invalid-signature" | "invalid-token" | "invite-not-found" | "job-not-found" | "job-running" | "last-administrator" | "mail-already-sent" | "mail-not-configured" | "mail-not-found" | "mail-not-undoable" | "mail-unreadable" | "malformed-json" | "merge-outdated" | "message-not-found" | "method-not-allowed" | "model-budget-exhausted" | "model-failed" | "newer-message" | "newsletter-unavailable" | "no-edition-available" | "not-found" | "person-not-found" | "quick-reply-empty" | "quick-reply-not-found" | "quick-reply-shortcut-taken" | "quiz-already-attempted" | "quiz-already-generated" | "quiz-attempted" | "quiz-changed" | "quiz-fields-required" | "quiz-generation-failed" | "quiz-not-a-draft" | "quiz-not-found" | "quiz-not-published" | "range-not-satisfiable" | "ranking-timed-out" | "rate-limited" | "reply-empty" | "reply-variables-missing" | "request-timeout" | "requester-without-email" | "requesters-differ" | "session-not-found" | "sign-in-failed" | "tag-fields-required" | "tag-in-use" | "tag-name-taken" | "tag-not-found" | "ticket-closed" | "ticket-merged" | "ticket-not-found" | "too-many-attachments" | "too-many-groups" | "too-many-invites" | "too-many-views" | "too-many-webhooks" | "unavailable" | "unsupported-media-type" | "view-not-found" | "webhook-delivery-not-found" | "webhook-not-found" | "webhook-url-refused";
    field?: string | undefined;
    httpStatus: number;
    path?: string | undefined;
    requestId?: string | undefined;
    requiredRole?: "admin" | "agent" | "editor" | "reader" | undefined;
    state?: string | undefined;
  };
  message: string;
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
    /** Notes that mails that were set aside need nothing. */
    dismiss: TRPCMutationProcedure<{ input: InboundDismissInput; output: InboundDismissOutput; meta: object }>;
    /** Shows a mail as text. */
    get: TRPCQueryProcedure<{ input: InboundGetInput; output: InboundGetOutput; meta: object }>;
    /** Takes in a raw mail (base64 of RFC 5322). */
    ingest: TRPCMutationProcedure<{ input: InboundIngestInput; output: InboundIngestOutput; meta: object }>;
    /** Lists received mails with their outcome. */
    list: TRPCQueryProcedure<{ input: InboundListInput | undefined; output: InboundListOutput; meta: object }>;
    /** Takes a mail that was set aside as a person's. */
    release: TRPCMutationProcedure<{ input: InboundReleaseInput; output: InboundReleaseOutput; meta: object }>;
    /** Reads a mail again. */
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
    list: TRPCQueryProcedure<{ input: ViewsListInput | undefined; output: ViewsListOutput; meta: object }>;
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
