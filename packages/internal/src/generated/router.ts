// Written by `npm run sdk` from the internal router. Do not edit.

import type {
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
} from '@trpc/server';

/** What `accounts.get` takes. */
export interface AccountsGetInput {
  /** Whose account */
  email: string;
}

/** What `accounts.get` returns. */
export interface AccountsGetOutput {
  email: string;
  name: string | null;
  subscriptionStatus: string | null;
  createdAt: string;
  updatedAt: string;
}

/** What `accounts.upsert` takes. */
export interface AccountsUpsertInput {
  /** Whose account */
  email: string;
  /** The name that others see */
  name?: string | undefined;
}

/** What `ai.ask` takes. */
export interface AiAskInput {
  /** The name of an agent that resources lists */
  agent: string;
  /** What to ask */
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
  /** The id of an attachment */
  id: number;
  /** Only shows what would be destroyed */
  dryRun?: boolean | undefined;
}

/** What `attachments.delete` returns. */
export interface AttachmentsDeleteOutput {
  dryRun: boolean;
  /** Of a dry run: what the trail would say */
  acts?: ({
    action: string;
    target: string;
    changes: ({
      field: string;
      before?: unknown | undefined;
      after?: unknown | undefined;
    })[];
  })[] | undefined;
}

/** What `attachments.janitor` takes. */
export interface AttachmentsJanitorInput {
  /** Only lists what would be removed */
  dryRun?: boolean | undefined;
}

/** What `attachments.janitor` returns. */
export interface AttachmentsJanitorOutput {
  removed: ({
    id: number;
    ticketId: number;
    path: string;
    reason: "upload" | "deletion";
  })[];
  failed: ({
    id: number;
    ticketId: number;
    path: string;
    reason: "upload" | "deletion";
  })[];
}

/** What `attachments.list` takes. */
export interface AttachmentsListInput {
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page; by default all */
  limit?: number | undefined;
  /** The id of a ticket */
  ticketId: number;
}

/** What `attachments.list` returns. */
export interface AttachmentsListOutput {
  items: ({
    id: number;
    ticketId: number;
    messageId: number | null;
    /** It came with a note: only agents see it */
    noteId: number | null;
    uploaderEmail: string | null;
    name: string;
    path: string;
    type: string;
    size: number;
    sha256: string;
    quarantined: boolean;
    /** A mail brought it: agents may save it, nobody is shown it */
    held: boolean;
    /** Its mail shows it in its text */
    inline: boolean;
    downloadUrl: string;
    createdAt: string;
  })[];
  nextCursor: string | null;
}

/** What `attachments.rotateLinkKey` takes. */
export interface AttachmentsRotateLinkKeyInput {
  /** Issued addresses end at once, not when they expire */
  immediately?: boolean | undefined;
  /** Only shows what would be destroyed */
  dryRun?: boolean | undefined;
}

/** What `attachments.rotateLinkKey` returns. */
export interface AttachmentsRotateLinkKeyOutput {
  /** Until then addresses of the former key are valid */
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
  /** At this moment or later */
  from?: string | undefined;
  /** Before this moment */
  to?: string | undefined;
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `audit.list` returns. */
export interface AuditListOutput {
  items: ({
    id: number;
    at: string;
    actor: string;
    actorEmail: string | null;
    role: string;
    actingFor: string | null;
    channel: "http" | "trpc" | "job";
    /** The program that the caller says it is, such as mcp */
    client: string | null;
    action: string;
    target: string;
    outcome: "done" | "refused";
    requestId: string | null;
    changes: ({
      field: string;
      before?: unknown | undefined;
      after?: unknown | undefined;
    })[];
  })[];
  nextCursor: string | null;
}

/** What `groups.addMember` takes. */
export interface GroupsAddMemberInput {
  /** The id of a group */
  groupId: string;
  /** The e-mail of the member */
  email: string;
}

/** What `groups.create` takes. */
export interface GroupsCreateInput {
  /** What its page says */
  name: string;
  /** A text below the name */
  description?: string | undefined;
  /** Whether every reader may see its ranking */
  isPublic: boolean;
  /** Who may change it */
  ownerEmail: string;
}

/** What `groups.create` returns. */
export interface GroupsCreateOutput {
  groupId: string;
}

/** What `groups.importMembers` takes. */
export interface GroupsImportMembersInput {
  /** Groups and e-mails */
  members: ({
    /** The id of a group */
    groupId: string;
    /** The e-mail of the member */
    email: string;
  })[];
  /** Only checks and counts */
  dryRun?: boolean | undefined;
}

/** What `groups.importMembers` returns. */
export interface GroupsImportMembersOutput {
  added: number;
  /** Their indexes */
  refused: number[];
}

/** What `groups.list` takes. */
export interface GroupsListInput {
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `groups.list` returns. */
export interface GroupsListOutput {
  items: ({
    groupId: string;
    name: string;
    description: string | null;
    isPublic: boolean;
    ownerEmail: string;
    createdAt: string;
    memberCount: number;
  })[];
  nextCursor: string | null;
}

/** What `groups.members` takes. */
export interface GroupsMembersInput {
  /** The id of a group */
  groupId: string;
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `groups.members` returns. */
export interface GroupsMembersOutput {
  items: ({
    memberId: number;
    email: string;
    name: string | null;
  })[];
  nextCursor: string | null;
}

/** What `groups.ranking` takes. */
export interface GroupsRankingInput {
  /** The id of a group */
  groupId: string;
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `groups.ranking` returns. */
export interface GroupsRankingOutput {
  items: ({
    position: number;
    displayName: string;
    /** Masked */
    email: string;
    currentStreak: number;
    maxStreak: number;
    lastInteractionDate: string | null;
  })[];
  nextCursor: string | null;
  group: {
    groupId: string;
    groupName: string;
    description: string | null;
    isPublic: boolean;
    ownerEmail: string;
    memberCount: number;
  };
  lastUpdated: string;
}

/** What `groups.removeMember` takes. */
export interface GroupsRemoveMemberInput {
  /** The id of a group */
  groupId: string;
  /** The e-mail of the member */
  email: string;
  /** Only shows what would be destroyed */
  dryRun?: boolean | undefined;
}

/** What `groups.removeMember` returns. */
export interface GroupsRemoveMemberOutput {
  dryRun: boolean;
  /** Of a dry run: what the trail would say */
  acts?: ({
    action: string;
    target: string;
    changes: ({
      field: string;
      before?: unknown | undefined;
      after?: unknown | undefined;
    })[];
  })[] | undefined;
}

/** What `groups.update` takes. */
export interface GroupsUpdateInput {
  /** What its page says */
  name?: string | undefined;
  /** A text below the name; null removes it */
  description?: string | null | undefined;
  /** Whether every reader may see its ranking */
  isPublic?: boolean | undefined;
  /** Who may change it */
  ownerEmail?: string | undefined;
  /** The id of a group */
  groupId: string;
}

/** What `groups.update` returns. */
export interface GroupsUpdateOutput {
  groupId: string;
  name: string;
  description: string | null;
  isPublic: boolean;
  ownerEmail: string;
  createdAt: string;
}

/** What `inbound.dismiss` takes. */
export interface InboundDismissInput {
  /** The ids of received mails */
  ids: number[];
}

/** What `inbound.dismiss` returns. */
export interface InboundDismissOutput {
  dismissed: number;
}

/** What `inbound.get` takes. */
export interface InboundGetInput {
  /** The id of a received mail */
  id: number;
}

/** What `inbound.get` returns. */
export interface InboundGetOutput {
  source: string;
  /** null: it cannot be read */
  mail: {
    subject: string;
    text: string;
    attachments: string[];
  } | null;
}

/** What `inbound.ingest` takes. */
export interface InboundIngestInput {
  /** The mail (RFC 5322) in base64 */
  raw: string;
}

/** What `inbound.ingest` returns. */
export interface InboundIngestOutput {
  outcome: "new-ticket" | "reply" | "automatic" | "ignored" | "quarantined" | "duplicate";
  ticketId?: number | undefined;
  messageId?: number | undefined;
  reason?: string | undefined;
}

/** What `inbound.list` takes. */
export interface InboundListInput {
  /** Only mails that became this */
  outcome?: "new-ticket" | "reply" | "automatic" | "ignored" | "quarantined" | undefined;
  /** Set aside, and nobody has looked at them */
  unseen?: boolean | undefined;
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `inbound.list` returns. */
export interface InboundListOutput {
  items: ({
    id: number;
    source: "gateway" | "imap";
    sender: string | null;
    subject: string | null;
    outcome: "new-ticket" | "reply" | "automatic" | "ignored" | "quarantined";
    reason: string | null;
    ticketId: number | null;
    messageId: number | null;
    receivedAt: string;
    /** When somebody left a mail that was set aside at that */
    lookedAt: string | null;
  })[];
  nextCursor: string | null;
}

/** What `inbound.release` takes. */
export interface InboundReleaseInput {
  /** The id of a received mail */
  id: number;
}

/** What `inbound.release` returns. */
export interface InboundReleaseOutput {
  ticketId: number;
}

/** What `inbound.retry` takes. */
export interface InboundRetryInput {
  /** The id of a received mail */
  id: number;
}

/** What `inbound.retry` returns. */
export interface InboundRetryOutput {
  outcome: "new-ticket" | "reply" | "automatic" | "ignored" | "quarantined" | "duplicate";
  ticketId?: number | undefined;
  messageId?: number | undefined;
  reason?: string | undefined;
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
    outcome: "new-ticket" | "reply" | "automatic" | "ignored" | "quarantined";
    count: number;
  })[];
  unseen: ({
    reason: string;
    count: number;
  })[];
}

/** What `jobs.list` takes. */
export interface JobsListInput {
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page; by default all */
  limit?: number | undefined;
}

/** What `jobs.list` returns. */
export interface JobsListOutput {
  items: ({
    name: string;
    schedule: string;
    nextRun: string;
    lastRun: {
      scheduledFor: string;
      startedAt: string;
      finishedAt: string | null;
      outcome: "running" | "succeeded" | "failed";
      attempts: number;
      error: string | null;
    } | null;
    lastSuccessAt: string | null;
    firstRunAt: string | null;
    /** What an upgrade left to do; null: never anything */
    left: number | null;
  })[];
  nextCursor: string | null;
}

/** What `jobs.run` takes. */
export interface JobsRunInput {
  /** The name of a job */
  name: string;
}

/** What `jobs.run` returns. */
export interface JobsRunOutput {
  scheduledFor: string;
  startedAt: string;
  finishedAt: string | null;
  outcome: "running" | "succeeded" | "failed";
  attempts: number;
  error: string | null;
}

/** What `macros.delete` takes. */
export interface MacrosDeleteInput {
  /** The id of a macro */
  id: number;
  /** Only shows what would be destroyed */
  dryRun?: boolean | undefined;
}

/** What `macros.delete` returns. */
export interface MacrosDeleteOutput {
  dryRun: boolean;
  /** Of a dry run: what the trail would say */
  acts?: ({
    action: string;
    target: string;
    changes: ({
      field: string;
      before?: unknown | undefined;
      after?: unknown | undefined;
    })[];
  })[] | undefined;
}

/** What `macros.list` takes. */
export interface MacrosListInput {
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page; by default all */
  limit?: number | undefined;
}

/** What `macros.list` returns. */
export interface MacrosListOutput {
  items: ({
    /** What the list of macros says */
    name: string;
    /** For all agents */
    shared?: boolean | undefined;
    /** What it does, in this order */
    actions: ({
      type: "status";
      /** The new status */
      status: "open" | "in_progress" | "resolved" | "closed";
    } | {
      type: "addTag";
      /** The id of a tag */
      tagId: number;
    } | {
      type: "removeTag";
      /** The id of a tag */
      tagId: number;
    } | {
      type: "assign";
      /** me: who runs it; null: nobody */
      agentEmail: "me" | string | null;
    } | {
      type: "reply";
      /** The reply, with variables as {{nome}} */
      html: string;
      /** Whether it is mailed to the reader, too */
      sendEmail?: boolean | undefined;
    } | {
      type: "note";
      /** The text */
      body: string;
    } | {
      type: "snooze";
      /** When it comes back; null: now */
      until: string | {
        /** Days from now */
        days: number;
        /** Hour in São Paulo */
        hour: number;
      } | null;
    })[];
    id: number;
    /** null: they were erased */
    ownerEmail: string | null;
    /** Administrators alone change it */
    usedByRule: boolean;
    updatedAt: string;
  })[];
  nextCursor: string | null;
}

/** What `macros.run` takes. */
export interface MacrosRunInput {
  /** The id of a macro */
  id: number;
  /** The tickets */
  ids: number[];
  /** Leaves tickets with a newer message as they are */
  lastSeenMessageId?: number | undefined;
  /** Makes it happen once, however often it is sent */
  requestKey?: string | undefined;
  /** Only counts */
  dryRun?: boolean | undefined;
  /** The total that a call without it returned; without it nothing is changed */
  expected?: number | undefined;
}

/** What `macros.run` returns. */
export type MacrosRunOutput = {
  dryRun: true;
  total: number;
  /** Of these tickets, for `lastSeenMessageId` */
  newestMessageId: number | null;
} | {
  dryRun: false;
  total: number;
  /** tickets.undoChange takes it back within ten minutes */
  changeId: string;
  outcomes: ({
    ticketId: number;
    ok: boolean;
    /** Why not, or what could not be taken back */
    reason?: string | undefined;
  })[];
};

/** What `macros.save` takes. */
export interface MacrosSaveInput {
  /** What the list of macros says */
  name: string;
  /** For all agents */
  shared?: boolean | undefined;
  /** What it does, in this order */
  actions: ({
    type: "status";
    /** The new status */
    status: "open" | "in_progress" | "resolved" | "closed";
  } | {
    type: "addTag";
    /** The id of a tag */
    tagId: number;
  } | {
    type: "removeTag";
    /** The id of a tag */
    tagId: number;
  } | {
    type: "assign";
    /** me: who runs it; null: nobody */
    agentEmail: "me" | string | null;
  } | {
    type: "reply";
    /** The reply, with variables as {{nome}} */
    html: string;
    /** Whether it is mailed to the reader, too */
    sendEmail?: boolean | undefined;
  } | {
    type: "note";
    /** The text */
    body: string;
  } | {
    type: "snooze";
    /** When it comes back; null: now */
    until: string | {
      /** Days from now */
      days: number;
      /** Hour in São Paulo */
      hour: number;
    } | null;
  })[];
  /** The macro to replace; by default a new one */
  id?: number | undefined;
}

/** What `macros.save` returns. */
export interface MacrosSaveOutput {
  id: number;
}

/** What `me.get` returns. */
export interface MeGetOutput {
  email: string | null;
  name: string | null;
  role: "reader" | "agent" | "editor" | "admin";
  team: ({
    email: string;
    name: string | null;
    role: "reader" | "agent" | "editor" | "admin";
  })[];
}

/** What `me.preferences.get` returns. */
export type MePreferencesGetOutput = Record<string, unknown>;

/** What `me.preferences.set` takes. */
export type MePreferencesSetInput = Record<string, unknown>;

/** What `operations.status` returns. */
export interface OperationsStatusOutput {
  mails: {
    pending: number;
    sending: number;
    unknown: number;
    failed: number;
  };
  quarantinedMails: number;
  unseenMails: ({
    reason: string;
    count: number;
  })[];
  webhooks: {
    failing: number;
  };
  failedJobs: number;
  failingRules: number;
  remindersInDoubt: number;
  model: {
    tokensToday: number;
    tokensPerDay: number | null;
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
  replicas: ({
    replica: string;
    seconds: number;
    usable: boolean;
  })[];
  versions: string[];
}

/** What `outbox.drop` takes. */
export interface OutboxDropInput {
  /** The id of a mail */
  id: number;
  /** Only shows what would be destroyed */
  dryRun?: boolean | undefined;
}

/** What `outbox.drop` returns. */
export interface OutboxDropOutput {
  dryRun: boolean;
  /** Of a dry run: what the trail would say */
  acts?: ({
    action: string;
    target: string;
    changes: ({
      field: string;
      before?: unknown | undefined;
      after?: unknown | undefined;
    })[];
  })[] | undefined;
}

/** What `outbox.list` takes. */
export interface OutboxListInput {
  /** Only mails with this status */
  status?: "pending" | "sending" | "sent" | "failed" | "unknown" | "dropped" | "bounced" | undefined;
  /** The id of a ticket */
  ticketId?: number | undefined;
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `outbox.list` returns. */
export interface OutboxListOutput {
  items: ({
    id: number;
    ticketId: number;
    /** Null: of a forward or a reply that is saved later */
    messageId: number | null;
    /** Of a forward: the note that says so */
    noteId: number | null;
    /** A reply of later waits for its author: the reader wrote */
    heldAt: string | null;
    mailId: string;
    recipient: string;
    recipientName: string | null;
    subject: string;
    status: "pending" | "sending" | "sent" | "failed" | "unknown" | "dropped" | "bounced";
    attempts: number;
    dueAt: string;
    undoUntil: string | null;
    lastAttemptAt: string | null;
    error: string | null;
    createdAt: string;
    sentAt: string | null;
    waitingFor: "held" | "undo" | "retry" | "mail-off" | "hourly-limit" | null;
  })[];
  nextCursor: string | null;
}

/** What `outbox.retry` takes. */
export interface OutboxRetryInput {
  /** The id of a mail */
  id: number;
}

/** What `outbox.retry` returns. */
export interface OutboxRetryOutput {
  id: number;
  ticketId: number;
  /** Null: of a forward or a reply that is saved later */
  messageId: number | null;
  /** Of a forward: the note that says so */
  noteId: number | null;
  /** A reply of later waits for its author: the reader wrote */
  heldAt: string | null;
  mailId: string;
  recipient: string;
  recipientName: string | null;
  subject: string;
  status: "pending" | "sending" | "sent" | "failed" | "unknown" | "dropped" | "bounced";
  attempts: number;
  dueAt: string;
  undoUntil: string | null;
  lastAttemptAt: string | null;
  error: string | null;
  createdAt: string;
  sentAt: string | null;
}

/** What `outbox.undo` takes. */
export interface OutboxUndoInput {
  /** The id of a mail */
  id: number;
  /** Only shows what would be destroyed */
  dryRun?: boolean | undefined;
}

/** What `outbox.undo` returns. */
export interface OutboxUndoOutput {
  undone: true;
  /** The text of a forward or a reply of later; null: a draft */
  html?: string | null | undefined;
  attachmentIds?: number[] | undefined;
  cc?: string[] | undefined;
  /** Of a forward */
  to?: string[] | undefined;
}

/** What `people.erase` takes. */
export interface PeopleEraseInput {
  /** The e-mail of the person */
  email: string;
  /** Only counts */
  dryRun?: boolean | undefined;
  /** The total that a call without it returned; without it nothing is changed */
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
  /** The e-mail of the person */
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
  /** The e-mail of the person */
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
  /** What agents see in lists */
  title: string;
  /** Text or HTML, with variables as {{nome}} */
  content: string;
  /** The group that it is listed in */
  category: string;
  /** What agents type for it, such as /oi */
  shortcut: string;
}

/** What `quickReplies.create` returns. */
export interface QuickRepliesCreateOutput {
  id: number;
  title: string;
  content: string;
  category: string;
  shortcut: string;
  createdAt: string;
  updatedAt: string;
}

/** What `quickReplies.delete` takes. */
export interface QuickRepliesDeleteInput {
  /** The id of a quick reply */
  id: number;
  /** Only shows what would be destroyed */
  dryRun?: boolean | undefined;
}

/** What `quickReplies.delete` returns. */
export interface QuickRepliesDeleteOutput {
  dryRun: boolean;
  /** Of a dry run: what the trail would say */
  acts?: ({
    action: string;
    target: string;
    changes: ({
      field: string;
      before?: unknown | undefined;
      after?: unknown | undefined;
    })[];
  })[] | undefined;
}

/** What `quickReplies.list` takes. */
export interface QuickRepliesListInput {
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page; by default all */
  limit?: number | undefined;
  /** Part of the title or the content */
  search?: string | undefined;
  /** Only of this category */
  category?: string | undefined;
}

/** What `quickReplies.list` returns. */
export interface QuickRepliesListOutput {
  items: ({
    id: number;
    title: string;
    content: string;
    category: string;
    shortcut: string;
    createdAt: string;
    updatedAt: string;
  })[];
  nextCursor: string | null;
}

/** What `quickReplies.update` takes. */
export interface QuickRepliesUpdateInput {
  /** What agents see in lists */
  title?: string | undefined;
  /** Text or HTML, with variables as {{nome}} */
  content?: string | undefined;
  /** The group that it is listed in */
  category?: string | undefined;
  /** What agents type for it, such as /oi */
  shortcut?: string | undefined;
  /** The id of a quick reply */
  id: number;
}

/** What `quickReplies.update` returns. */
export interface QuickRepliesUpdateOutput {
  id: number;
  title: string;
  content: string;
  category: string;
  shortcut: string;
  createdAt: string;
  updatedAt: string;
}

/** What `quiz.correct` takes. */
export interface QuizCorrectInput {
  /** The id of a quiz */
  id: string;
  /** The one that get returned; refuses the change if the quiz has another */
  revision?: number | undefined;
  /** The id of a question, as get returns it */
  questionId: string;
  /** Counts the question as right for everybody, for good */
  annul?: boolean | undefined;
  /** The option that is right, letter by letter */
  correctAnswer?: string | undefined;
  /** All four in their order, with a typo mended */
  options?: string[] | undefined;
  /** The question */
  question?: string | undefined;
  /** Why the answer is right */
  explanation?: string | undefined;
  /** Only counts the attempts */
  dryRun?: boolean | undefined;
  /** How many attempts a dry run counted */
  expected?: number | undefined;
}

/** What `quiz.correct` returns. */
export interface QuizCorrectOutput {
  /** Attempts that gain a right answer */
  regraded: number;
  /** Those of them that now pass */
  passed: number;
  /** Readers who get the day: the others had it */
  days: number;
}

/** What `quiz.discard` takes. */
export interface QuizDiscardInput {
  /** The id of a quiz */
  id: string;
  /** The one that get returned; refuses the change if the quiz has another */
  revision?: number | undefined;
  /** Only shows what would be destroyed */
  dryRun?: boolean | undefined;
}

/** What `quiz.discard` returns. */
export interface QuizDiscardOutput {
  dryRun: boolean;
  /** Of a dry run: what the trail would say */
  acts?: ({
    action: string;
    target: string;
    changes: ({
      field: string;
      before?: unknown | undefined;
      after?: unknown | undefined;
    })[];
  })[] | undefined;
}

/** What `quiz.draft` takes. */
export interface QuizDraftInput {
  /** Whether to replace one that exists */
  overwrite?: boolean | undefined;
  /** Ten empty questions, for an editor to write */
  blank?: boolean | undefined;
}

/** What `quiz.draft` returns. */
export interface QuizDraftOutput {
  quizId: string;
}

/** What `quiz.edit` takes. */
export interface QuizEditInput {
  /** The id of a quiz */
  id: string;
  /** The one that get returned; refuses the change if the quiz has another */
  revision?: number | undefined;
  /** What readers see above it */
  title?: string | undefined;
  /** A text below the title */
  description?: string | undefined;
  /** Only those that change */
  questions?: ({
    /** The id of a question, as get returns it */
    id: string;
    /** The question */
    question?: string | undefined;
    /** The answers to choose from */
    options?: string[] | undefined;
    /** The option that is right, letter by letter */
    correctAnswer?: string | undefined;
    /** Why the answer is right */
    explanation?: string | undefined;
  })[] | undefined;
  /** The ids of all questions */
  order?: string[] | undefined;
  /** Only checks the result */
  dryRun?: boolean | undefined;
}

/** What `quiz.edit` returns. */
export interface QuizEditOutput {
  id: string;
  quizDate: string;
  title: string;
  description: string;
  editionId: string;
  editionTitle: string;
  revision: number;
  held: boolean;
  heldReason: string | null;
  questions: ({
    id: string;
    question: string;
    options: string[];
    correctAnswer: string;
    explanation: string;
  })[];
  /** Whether the checks refused what the model wrote */
  refused: boolean;
  /** Why a draft cannot be published */
  findings: string[];
  /** What an editor should look at again */
  warnings: string[];
  /** As `findings` */
  problems: string[];
  createdAt: string;
}

/** What `quiz.generate` takes. */
export interface QuizGenerateInput {
  /** Whether to replace one that exists */
  overwrite?: boolean | undefined;
}

/** What `quiz.generate` returns. */
export interface QuizGenerateOutput {
  quizId: string;
}

/** What `quiz.get` takes. */
export interface QuizGetInput {
  /** The id of a quiz */
  id: string;
}

/** What `quiz.get` returns. */
export interface QuizGetOutput {
  id: string;
  quizDate: string;
  title: string;
  description: string;
  minCorrectAnswers: number;
  revision: number;
  status: "draft" | "held" | "published" | "unpublished";
  /** Why it is held or unpublished */
  reason: string | null;
  editionTitle: string;
  editionText: string | null;
  /** Whether the checks refused what the model wrote */
  refused: boolean;
  /** Why a draft cannot be published */
  findings: string[];
  /** What an editor should look at again */
  warnings: string[];
  questions: ({
    id: string;
    question: string;
    options: string[];
    correctAnswer: string;
    explanation: string;
    position: number;
    formerAnswers: string[];
    /** It counts as right for everybody */
    annulled: boolean;
  })[];
}

/** What `quiz.hold` takes. */
export interface QuizHoldInput {
  /** The id of a quiz */
  id: string;
  /** The one that get returned; refuses the change if the quiz has another */
  revision?: number | undefined;
  /** false: published at noon again */
  held?: boolean | undefined;
  /** Why, for other editors */
  reason?: string | undefined;
}

/** What `quiz.list` takes. */
export interface QuizListInput {
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page; by default all */
  limit?: number | undefined;
  /** false: does not count them */
  attempts?: boolean | undefined;
}

/** What `quiz.list` returns. */
export interface QuizListOutput {
  items: ({
    id: string;
    quizDate: string;
    title: string;
    description: string;
    editionTitle: string;
    createdAt: string;
    minCorrectAnswers: number;
    /** null: not counted */
    attempts: number | null;
    passed: number | null;
    averageCorrect: number | null;
    status: "draft" | "held" | "published" | "unpublished";
    refused: boolean;
  })[];
  nextCursor: string | null;
}

/** What `quiz.publish` takes. */
export interface QuizPublishInput {
  /** The id of a quiz */
  id: string;
  /** The one that get returned; refuses the change if the quiz has another */
  revision?: number | undefined;
}

/** What `quiz.publish` returns. */
export interface QuizPublishOutput {
  quizId: string;
}

/** What `quiz.regenerate` takes. */
export interface QuizRegenerateInput {
  /** The id of a quiz */
  id: string;
  /** The one that get returned; refuses the change if the quiz has another */
  revision?: number | undefined;
  /** The id of a question, as get returns it */
  questionId: string;
}

/** What `quiz.regenerate` returns. */
export interface QuizRegenerateOutput {
  id: string;
  quizDate: string;
  title: string;
  description: string;
  editionId: string;
  editionTitle: string;
  revision: number;
  held: boolean;
  heldReason: string | null;
  questions: ({
    id: string;
    question: string;
    options: string[];
    correctAnswer: string;
    explanation: string;
  })[];
  /** Whether the checks refused what the model wrote */
  refused: boolean;
  /** Why a draft cannot be published */
  findings: string[];
  /** What an editor should look at again */
  warnings: string[];
  /** As `findings` */
  problems: string[];
  createdAt: string;
}

/** What `quiz.statistics` takes. */
export interface QuizStatisticsInput {
  /** The id of a quiz */
  id: string;
}

/** What `quiz.statistics` returns. */
export interface QuizStatisticsOutput {
  /** When the attempts were counted */
  countedAt: string;
  attempts: number;
  passed: number;
  averageCorrect: number;
  distribution: number[];
  attemptsByHour: number[];
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
}

/** What `quiz.today` returns. */
export interface QuizTodayOutput {
  quizDate: string;
  /** It is past noon, and readers see no quiz */
  missing: boolean;
  reason: "refused" | "unfinished" | "held" | "waiting" | "unpublished" | "failed" | "not-generated" | null;
  /** Why the last run of the job failed */
  error: string | null;
  /** The last attempt to generate it, if that failed */
  lastFailure: {
    at: string;
    reason: "newsletter-unavailable" | "no-edition" | "edition-empty" | "edition-too-short" | "edition-malformed" | "model-unavailable" | "quiz-refused";
    /** The title of the edition */
    edition?: string | undefined;
  } | null;
  /** Drafts of today are not published at noon */
  held: {
    reason: string | null;
  } | null;
  findings: string[];
  /** The draft or quiz of today */
  quizId: string | null;
}

/** What `quiz.trends` takes. */
export interface QuizTrendsInput {
  /** First day in São Paulo */
  from: string;
  /** Last day, inclusive; at most 366 days */
  to: string;
}

/** What `quiz.trends` returns. */
export interface QuizTrendsOutput {
  days: ({
    quizDate: string;
    id: string;
    title: string;
    status: "draft" | "held" | "published" | "unpublished";
    attempts: number;
    passed: number;
    averageCorrect: number;
    /** null: nobody answered */
    hardest: {
      question: string;
      correctRate: number;
    } | null;
  })[];
}

/** What `quiz.unpublish` takes. */
export interface QuizUnpublishInput {
  /** The id of a quiz */
  id: string;
  /** The one that get returned; refuses the change if the quiz has another */
  revision?: number | undefined;
  /** Why, for the trail */
  reason: string;
  /** Only counts */
  dryRun?: boolean | undefined;
  /** The total that a call without it returned; without it nothing is changed */
  expected?: number | undefined;
}

/** What `quiz.unpublish` returns. */
export interface QuizUnpublishOutput {
  dryRun: boolean;
  records: ({
    kind: string;
    count: number;
  })[];
  total: number;
}

/** What `replies.drafts.approve` takes. */
export interface RepliesDraftsApproveInput {
  /** The id of a draft */
  id: number;
  /** Who gets a copy of the mail */
  cc?: string[] | undefined;
  /** Files that the team put on the ticket; together at most 20 MB */
  attachmentIds?: number[] | undefined;
  /** Also resolves the ticket */
  resolve?: boolean | undefined;
  /** When it is saved and sent, within 30 days; until then it can be taken back */
  sendAt?: string | undefined;
  /** How long it can be taken back before it leaves */
  undoSeconds?: number | undefined;
  /** Refuses the reply if the ticket has a newer message */
  lastSeenMessageId?: number | undefined;
  /** Makes the reply happen once, however often it is sent */
  requestKey?: string | undefined;
  /** Whether it is mailed to the reader, too */
  sendEmail: boolean;
}

/** What `replies.drafts.approve` returns. */
export interface RepliesDraftsApproveOutput {
  /** 0 with `sendAt`: there is no message yet */
  messageId: number;
  mailId?: number | undefined;
  /** Until then it can be taken back */
  sendsAt?: string | undefined;
  mail: "saved" | "waiting" | "mailed" | "failed" | "returned";
}

/** What `replies.drafts.counts` takes. */
export interface RepliesDraftsCountsInput {
  /** Decided at this moment or later */
  from: string;
  /** Decided before this moment */
  to: string;
}

/** What `replies.drafts.counts` returns. */
export interface RepliesDraftsCountsOutput {
  categories: ({
    main: string;
    created: number;
    approved: number;
    edited: number;
    discarded: number;
    changedShare: number | null;
  })[];
}

/** What `replies.drafts.create` takes. */
export interface RepliesDraftsCreateInput {
  /** The ids of tickets */
  ticketIds: number[];
}

/** What `replies.drafts.create` returns. */
export interface RepliesDraftsCreateOutput {
  outcomes: ({
    ticketId: number;
    ok: true;
    draftId: number;
    confidence: number;
    sources: ({
      /** A settled ticket, or else a quick reply */
      ticketId?: number | undefined;
      quickReplyId?: number | undefined;
      /** Of the quick reply */
      title?: string | undefined;
      score: number;
      by?: ("words" | "meaning")[] | undefined;
    })[];
  } | {
    ticketId: number;
    ok: false;
    reason: "ticket-not-found" | "ticket-closed" | "already-answered" | "newer-message" | "draft-exists" | "link-not-allowed" | "low-confidence" | "model-failed" | "model-budget-exhausted" | "too-late" | "unavailable";
  })[];
}

/** What `replies.drafts.discard` takes. */
export interface RepliesDraftsDiscardInput {
  /** The id of a draft */
  id: number;
  /** Why, for the other agents */
  reason?: string | undefined;
  /** Only shows what would be destroyed */
  dryRun?: boolean | undefined;
}

/** What `replies.drafts.discard` returns. */
export interface RepliesDraftsDiscardOutput {
  dryRun: boolean;
  /** Of a dry run: what the trail would say */
  acts?: ({
    action: string;
    target: string;
    changes: ({
      field: string;
      before?: unknown | undefined;
      after?: unknown | undefined;
    })[];
  })[] | undefined;
}

/** What `replies.drafts.edit` takes. */
export interface RepliesDraftsEditInput {
  /** The id of a draft */
  id: number;
  /** The whole new text */
  html: string;
}

/** What `replies.drafts.edit` returns. */
export interface RepliesDraftsEditOutput {
  id: number;
  ticketId: number;
  subject: string;
  requesterName: string | null;
  requesterEmail: string | null;
  question: string | null;
  html: string;
  generatedHtml: string;
  confidence: number;
  sources: ({
    /** A settled ticket, or else a quick reply */
    ticketId?: number | undefined;
    quickReplyId?: number | undefined;
    /** Of the quick reply */
    title?: string | undefined;
    score: number;
    by?: ("words" | "meaning")[] | undefined;
  })[];
  status: "pending" | "approved" | "discarded" | "stale";
  edited: boolean;
  messageId: number | null;
  discardReason: string | null;
  createdAt: string;
  decidedAt: string | null;
}

/** What `replies.drafts.get` takes. */
export interface RepliesDraftsGetInput {
  /** The id of a draft */
  id: number;
}

/** What `replies.drafts.get` returns. */
export interface RepliesDraftsGetOutput {
  id: number;
  ticketId: number;
  subject: string;
  requesterName: string | null;
  requesterEmail: string | null;
  question: string | null;
  html: string;
  generatedHtml: string;
  confidence: number;
  sources: ({
    /** A settled ticket, or else a quick reply */
    ticketId?: number | undefined;
    quickReplyId?: number | undefined;
    /** Of the quick reply */
    title?: string | undefined;
    score: number;
    by?: ("words" | "meaning")[] | undefined;
  })[];
  status: "pending" | "approved" | "discarded" | "stale";
  edited: boolean;
  messageId: number | null;
  discardReason: string | null;
  createdAt: string;
  decidedAt: string | null;
}

/** What `replies.drafts.list` takes. */
export interface RepliesDraftsListInput {
  /** Only drafts with this status */
  status?: "pending" | "approved" | "discarded" | "stale" | undefined;
  /** The id of a ticket */
  ticketId?: number | undefined;
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `replies.drafts.list` returns. */
export interface RepliesDraftsListOutput {
  items: ({
    id: number;
    ticketId: number;
    subject: string;
    requesterName: string | null;
    requesterEmail: string | null;
    question: string | null;
    html: string;
    generatedHtml: string;
    confidence: number;
    sources: ({
      /** A settled ticket, or else a quick reply */
      ticketId?: number | undefined;
      quickReplyId?: number | undefined;
      /** Of the quick reply */
      title?: string | undefined;
      score: number;
      by?: ("words" | "meaning")[] | undefined;
    })[];
    status: "pending" | "approved" | "discarded" | "stale";
    edited: boolean;
    messageId: number | null;
    discardReason: string | null;
    createdAt: string;
    decidedAt: string | null;
  })[];
  nextCursor: string | null;
}

/** What `replies.preview` takes. */
export interface RepliesPreviewInput {
  /** The ids of tickets */
  ticketIds: number[];
}

/** What `replies.preview` returns. */
export interface RepliesPreviewOutput {
  outcomes: ({
    ticketId: number;
    ok: true;
    html: string;
    confidence: number;
    similarTickets: number;
    sources: ({
      /** A settled ticket, or else a quick reply */
      ticketId?: number | undefined;
      quickReplyId?: number | undefined;
      /** Of the quick reply */
      title?: string | undefined;
      score: number;
      by: ("words" | "meaning")[];
    })[];
  } | {
    ticketId: number;
    ok: false;
    reason: "ticket-not-found" | "ticket-closed" | "already-answered" | "newer-message" | "draft-exists" | "link-not-allowed" | "low-confidence" | "model-failed" | "model-budget-exhausted" | "too-late" | "unavailable";
    confidence: number;
  })[];
}

/** What `replies.save` takes. */
export interface RepliesSaveInput {
  /** The ids of tickets */
  ticketIds: number[];
  /** Who readers see as its author */
  author?: string | undefined;
  /** Whether it is mailed to the reader, too */
  sendEmail?: boolean | undefined;
}

/** What `replies.save` returns. */
export interface RepliesSaveOutput {
  outcomes: ({
    ticketId: number;
    ok: true;
    confidence: number;
    emailSent: boolean;
  } | {
    ticketId: number;
    ok: false;
    reason: "ticket-not-found" | "ticket-closed" | "already-answered" | "newer-message" | "draft-exists" | "link-not-allowed" | "low-confidence" | "model-failed" | "model-budget-exhausted" | "too-late" | "unavailable";
    confidence: number;
    draftId?: number | undefined;
  })[];
}

/** What `reports.check` returns. */
export interface ReportsCheckOutput {
  differences: ({
    hour: string;
    main: string | null;
    open: number;
    inProgress: number;
    resolved: number;
    closed: number;
  })[];
}

/** What `reports.clearCache` returns. */
export interface ReportsClearCacheOutput {
  cleared: boolean;
}

/** What `reports.filters` returns. */
export interface ReportsFiltersOutput {
  categories: ({
    main: string;
    issues: string[];
  })[];
  agents: string[];
  newsletters: string[];
  cache: {
    hit: false;
  } | {
    hit: true;
    age: number;
    expiresIn: number;
  };
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
  /** `all`: one item, of all tickets */
  by: "category" | "agent" | "all";
  /** Counts only these hours, Monday to Friday: 09:00-18:00 */
  businessHours?: string | undefined;
  /** Only this category */
  main?: string | undefined;
  /** Only tickets with this status */
  status?: "open" | "in_progress" | "resolved" | "closed" | undefined;
  /** Only this issue, usually of `main` */
  issue?: string | undefined;
  /** Only this newsletter */
  newsletter?: string | undefined;
  /** The id of a tag: only tickets with it */
  tagId?: number | undefined;
}

/** What `reports.responseTimes` returns. */
export interface ReportsResponseTimesOutput {
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
  cache: {
    hit: false;
  } | {
    hit: true;
    age: number;
    expiresIn: number;
  };
}

/** What `reports.summary` takes. */
export interface ReportsSummaryInput {
  /** A day of it; by default of the last week */
  week?: string | undefined;
}

/** What `reports.summary` returns. */
export interface ReportsSummaryOutput {
  /** Its Monday */
  week: string;
  /** Its Sunday */
  to: string;
  finished: boolean;
  /** Tickets, first replies and readers are of this moment */
  countedAt: string;
  tickets: {
    opened: number;
    openedBefore: number;
    unresolved: number;
  };
  firstReplies: {
    count: number;
    medianSeconds: number | null;
    p90Seconds: number | null;
  };
  quiz: {
    quizzes: number;
    attempts: number;
    attemptsBefore: number;
    passed: number;
    averageCorrect: number;
    hardest: {
      quizDate: string;
      question: string;
      correctRate: number;
    } | null;
  };
  readers: {
    /** Who read on one of its days */
    active: number;
    activeBefore: number;
    /** Who first read in it */
    arrived: number;
  };
}

/** What `reports.timeSeries` takes. */
export interface ReportsTimeSeriesInput {
  /** First day in São Paulo; by default 30 days before today */
  from?: string | undefined;
  /** Last day, inclusive; by default today */
  to?: string | undefined;
  /** What one item is */
  groupBy?: "hour" | "day" | "week" | "month" | "year" | "hourOfWeek" | undefined;
  /** Only this category */
  main?: string | undefined;
  /** Only tickets with this status */
  status?: "open" | "in_progress" | "resolved" | "closed" | undefined;
  /** Only this issue, usually of `main` */
  issue?: string | undefined;
  /** Only this newsletter */
  newsletter?: string | undefined;
  /** The id of a tag: only tickets with it */
  tagId?: number | undefined;
}

/** What `reports.timeSeries` returns. */
export interface ReportsTimeSeriesOutput {
  from: string;
  to: string;
  groupBy: "hour" | "day" | "week" | "month" | "year" | "hourOfWeek";
  series: ({
    period: string;
    total: number;
    open: number;
    inProgress: number;
    resolved: number;
    closed: number;
  })[];
  cache: {
    hit: false;
  } | {
    hit: true;
    age: number;
    expiresIn: number;
  };
}

/** What `rules.delete` takes. */
export interface RulesDeleteInput {
  /** The id of a rule */
  id: number;
  /** Only shows what would be destroyed */
  dryRun?: boolean | undefined;
}

/** What `rules.delete` returns. */
export interface RulesDeleteOutput {
  dryRun: boolean;
  /** Of a dry run: what the trail would say */
  acts?: ({
    action: string;
    target: string;
    changes: ({
      field: string;
      before?: unknown | undefined;
      after?: unknown | undefined;
    })[];
  })[] | undefined;
}

/** What `rules.list` takes. */
export interface RulesListInput {
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page; by default all */
  limit?: number | undefined;
}

/** What `rules.list` returns. */
export interface RulesListOutput {
  items: ({
    /** What the list of rules says */
    name: string;
    /** Whether it runs */
    enabled?: boolean | undefined;
    /** The lowest that matches wins */
    position?: number | undefined;
    /** ticket: its first message; message: its requester’s further ones */
    on: "ticket" | "message";
    /** All that are given must hold, whatever capitals and accents */
    when: {
      /** The address of who wrote, or its domain */
      from?: string | undefined;
      /** Stands in the subject of the ticket */
      subject?: string | undefined;
      /** The category of the ticket */
      main?: string | undefined;
      /** Stands in the first 10 000 characters of the message */
      body?: string | undefined;
    };
    /** A shared macro */
    macroId: number;
    id: number;
    macroName: string;
    updatedAt: string;
    /** Of the last week */
    lastRun: {
      at: string;
      ticketId: number;
      /** Why it failed; the ticket is as it came */
      error: string | null;
    } | null;
  })[];
  nextCursor: string | null;
}

/** What `rules.preview` takes. */
export interface RulesPreviewInput {
  /** All that are given must hold, whatever capitals and accents */
  when: {
    /** The address of who wrote, or its domain */
    from?: string | undefined;
    /** Stands in the subject of the ticket */
    subject?: string | undefined;
    /** The category of the ticket */
    main?: string | undefined;
    /** Stands in the first 10 000 characters of the message */
    body?: string | undefined;
  };
  /** How many days back */
  days?: number | undefined;
}

/** What `rules.preview` returns. */
export interface RulesPreviewOutput {
  /** The newest tickets that were read */
  checked: number;
  matched: number;
  items: ({
    ticketId: number;
    subject: string;
    requesterEmail: string | null;
    createdAt: string;
  })[];
}

/** What `rules.save` takes. */
export interface RulesSaveInput {
  /** What the list of rules says */
  name: string;
  /** Whether it runs */
  enabled?: boolean | undefined;
  /** The lowest that matches wins */
  position?: number | undefined;
  /** ticket: its first message; message: its requester’s further ones */
  on: "ticket" | "message";
  /** All that are given must hold, whatever capitals and accents */
  when: {
    /** The address of who wrote, or its domain */
    from?: string | undefined;
    /** Stands in the subject of the ticket */
    subject?: string | undefined;
    /** The category of the ticket */
    main?: string | undefined;
    /** Stands in the first 10 000 characters of the message */
    body?: string | undefined;
  };
  /** A shared macro */
  macroId: number;
  /** The rule to replace; by default a new one */
  id?: number | undefined;
}

/** What `rules.save` returns. */
export interface RulesSaveOutput {
  id: number;
}

/** What `sessions.end` takes. */
export interface SessionsEndInput {
  /** The id of a session */
  id: number;
}

/** What `sessions.list` takes. */
export interface SessionsListInput {
  /** Where the list goes on: nextCursor of the page before */
  cursor?: number | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `sessions.list` returns. */
export interface SessionsListOutput {
  items: ({
    id: number;
    email: string;
    name: string | null;
    role: "reader" | "agent" | "editor" | "admin";
    createdAt: string;
    lastSeenAt: string;
    userAgent: string | null;
    current: boolean;
  })[];
  nextCursor: number | null;
}

/** What `streaks.addDay` takes. */
export interface StreaksAddDayInput {
  /** The e-mail of the reader */
  email: string;
  /** A day in São Paulo */
  day: string;
  /** Why, for the trail */
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

/** What `streaks.addDayForAll` takes. */
export interface StreaksAddDayForAllInput {
  /** A day in São Paulo, up to 30 days ahead; one that has not ended is given when it ends */
  day: string;
  /** Why, for the trail */
  reason: string;
  /** Only counts */
  dryRun?: boolean | undefined;
  /** The total that a call without it returned; without it nothing is changed */
  expected?: number | undefined;
}

/** What `streaks.addDayForAll` returns. */
export interface StreaksAddDayForAllOutput {
  dryRun: boolean;
  records: ({
    kind: string;
    count: number;
  })[];
  total: number;
  /** Null if it was only counted */
  id: number | null;
  readers: number;
}

/** What `streaks.dayForAll.list` takes. */
export interface StreaksDayForAllListInput {
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `streaks.dayForAll.list` returns. */
export interface StreaksDayForAllListOutput {
  items: ({
    id: number;
    day: string;
    reason: string;
    /** Who got it; 0 until the day ends */
    readers: number;
    undoneAt: string | null;
  })[];
  nextCursor: string | null;
}

/** What `streaks.dayForAll.undo` takes. */
export interface StreaksDayForAllUndoInput {
  /** The id of a day for all */
  id: number;
  /** Only counts */
  dryRun?: boolean | undefined;
  /** The total that a call without it returned; without it nothing is changed */
  expected?: number | undefined;
}

/** What `streaks.dayForAll.undo` returns. */
export interface StreaksDayForAllUndoOutput {
  dryRun: boolean;
  records: ({
    kind: string;
    count: number;
  })[];
  total: number;
}

/** What `streaks.get` takes. */
export interface StreaksGetInput {
  /** The e-mail of the reader */
  email: string;
}

/** What `streaks.get` returns. */
export interface StreaksGetOutput {
  currentStreak: number;
  maxStreak: number;
  lastInteractionAt: string | null;
  /** Days in São Paulo */
  days: string[];
}

/** What `streaks.globalRanking` returns. */
export interface StreaksGlobalRankingOutput {
  ranking: ({
    position: number;
    displayName: string;
    /** Masked */
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
  /** Who read, and when */
  readings: ({
    /** The e-mail of the reader */
    email: string;
    /** A moment, or a day in São Paulo */
    at: string | string;
  })[];
  /** Only checks and counts */
  dryRun?: boolean | undefined;
}

/** What `streaks.importReadings` returns. */
export interface StreaksImportReadingsOutput {
  credited: number;
  readers: number;
  /** Their indexes */
  refused: number[];
}

/** What `streaks.list` takes. */
export interface StreaksListInput {
  /** Beginnings of words of the e-mail or the name */
  search?: string | undefined;
  /** Only those whose last day was yesterday */
  atRisk?: boolean | undefined;
  /** Only streaks not broken */
  minStreak?: number | undefined;
  /** The order, most first */
  sort?: "streak" | "lastDay" | undefined;
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `streaks.list` returns. */
export interface StreaksListOutput {
  items: ({
    email: string;
    name: string | null;
    /** 0 if it is broken */
    currentStreak: number;
    maxStreak: number;
    lastDay: string;
    /** The last day was yesterday */
    atRisk: boolean;
  })[];
  nextCursor: string | null;
}

/** What `streaks.overview` takes. */
export interface StreaksOverviewInput {
  /** How many days back */
  days?: number | undefined;
}

/** What `streaks.overview` returns. */
export interface StreaksOverviewOutput {
  readers: number;
  readToday: number;
  atRisk: number;
  reminders: number;
  /** Today will be given to all, so that it breaks no streak */
  todayGiven: boolean;
  perDay: ({
    day: string;
    readers: number;
  })[];
  distribution: ({
    from: number;
    to: number | null;
    readers: number;
  })[];
}

/** What `streaks.reader` takes. */
export interface StreaksReaderInput {
  /** The e-mail of the reader */
  email: string;
}

/** What `streaks.reader` returns. */
export interface StreaksReaderOutput {
  currentStreak: number;
  maxStreak: number;
  name: string | null;
  rankingVisibility: "public" | "anonymous" | "hidden";
  status: "none" | "active" | "at-risk" | "broken";
  lastDay: string | null;
  lastInteractionAt: string | null;
  today: string;
  /** Today will be given to all, so that it breaks no streak */
  todayGiven: boolean;
  days: ({
    day: string;
    origin: "reading" | "quiz" | "administrator" | "removed";
    reason: string | null;
  })[];
  /** Their place in the global ranking */
  position: number | null;
  of: number;
  groups: ({
    groupId: string;
    name: string;
    isPublic: boolean;
    memberCount: number;
    position: number;
  })[];
}

/** What `streaks.recordReading` takes. */
export interface StreaksRecordReadingInput {
  /** The e-mail of the reader */
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
    /** Masked */
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
  /** The e-mail of the reader */
  email: string;
  /** A day in São Paulo */
  day: string;
  /** Why, for the trail */
  reason: string;
  /** Only shows what would be destroyed */
  dryRun?: boolean | undefined;
}

/** What `streaks.removeDay` returns. */
export interface StreaksRemoveDayOutput {
  currentStreak: number;
  maxStreak: number;
  changed: boolean;
}

/** What `streaks.retention` takes. */
export interface StreaksRetentionInput {
  /** How many weeks back */
  weeks?: number | undefined;
}

/** What `streaks.retention` returns. */
export interface StreaksRetentionOutput {
  /** Its Monday; it has not ended */
  currentWeek: string;
  weeks: ({
    /** Its Monday */
    week: string;
    /** Who first read in it */
    readers: number;
    /** How many of them read in each week after it */
    returned: number[];
  })[];
}

/** What `tags.create` takes. */
export interface TagsCreateInput {
  /** Differs from other tags, whatever capitals */
  name: string;
  /** As #1D4ED8 */
  color: string;
  /** Whether it is the default, which one tag is at most */
  isDefault?: boolean | undefined;
}

/** What `tags.create` returns. */
export interface TagsCreateOutput {
  id: number;
  name: string;
  color: string;
  isDefault: boolean;
  createdAt: string;
  updatedAt: string;
}

/** What `tags.delete` takes. */
export interface TagsDeleteInput {
  /** The id of a tag */
  id: number;
  /** Only shows what would be destroyed */
  dryRun?: boolean | undefined;
}

/** What `tags.delete` returns. */
export interface TagsDeleteOutput {
  dryRun: boolean;
  /** Of a dry run: what the trail would say */
  acts?: ({
    action: string;
    target: string;
    changes: ({
      field: string;
      before?: unknown | undefined;
      after?: unknown | undefined;
    })[];
  })[] | undefined;
}

/** What `tags.list` takes. */
export interface TagsListInput {
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page; by default all */
  limit?: number | undefined;
}

/** What `tags.list` returns. */
export interface TagsListOutput {
  items: ({
    id: number;
    name: string;
    color: string;
    isDefault: boolean;
    createdAt: string;
    updatedAt: string;
  })[];
  nextCursor: string | null;
}

/** What `tags.update` takes. */
export interface TagsUpdateInput {
  /** The id of a tag */
  id: number;
  /** Differs from other tags, whatever capitals */
  name?: string | undefined;
  /** As #1D4ED8 */
  color?: string | undefined;
  /** Whether it is the default, which one tag is at most */
  isDefault?: boolean | undefined;
}

/** What `tags.update` returns. */
export interface TagsUpdateOutput {
  id: number;
  name: string;
  color: string;
  isDefault: boolean;
  createdAt: string;
  updatedAt: string;
}

/** What `team.list` takes. */
export interface TeamListInput {
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `team.list` returns. */
export interface TeamListOutput {
  items: ({
    email: string;
    name: string | null;
    role: "reader" | "agent" | "editor" | "admin";
    teamRole: "agent" | "editor" | "admin" | null;
    tokenRole: "reader" | "agent" | "editor" | "admin" | null;
  })[];
  nextCursor: string | null;
}

/** What `team.set` takes. */
export interface TeamSetInput {
  /** Whose role */
  email: string;
  /** null: none by the team */
  role: "agent" | "editor" | "admin" | null;
  /** Mails the role and the address of the console */
  invite?: boolean | undefined;
}

/** What `tickets.addMessage` takes. */
export interface TicketsAddMessageInput {
  /** The id of a ticket */
  id: number;
  /** The name of who wrote it */
  author: string;
  /** Which side wrote it */
  origin: "requester" | "agent" | "ai";
  /** The text */
  body: string;
}

/** What `tickets.addMessage` returns. */
export interface TicketsAddMessageOutput {
  id: number;
}

/** What `tickets.addNote` takes. */
export interface TicketsAddNoteInput {
  /** The id of a ticket */
  id: number;
  /** The text */
  body: string;
  /** Whether the model may read it */
  inPrompt?: boolean | undefined;
  /** The e-mails of people who are told of it */
  mentions?: string[] | undefined;
}

/** What `tickets.addNote` returns. */
export interface TicketsAddNoteOutput {
  id: number;
}

/** What `tickets.addTag` takes. */
export interface TicketsAddTagInput {
  /** The id of a ticket */
  id: number;
  /** The id of a tag */
  tagId: number;
}

/** What `tickets.assign` takes. */
export interface TicketsAssignInput {
  /** The ids of tickets */
  ids: number[];
  /** The agent; null: nobody */
  agentEmail: string | null;
  /** Only counts the tickets */
  dryRun?: boolean | undefined;
}

/** What `tickets.assign` returns. */
export interface TicketsAssignOutput {
  dryRun: boolean;
  total: number;
  /** tickets.undoChange takes it back within ten minutes */
  changeId?: string | undefined;
  outcomes: ({
    id: number;
    ok: true;
  } | {
    id: number;
    ok: false;
    reason: string;
  })[];
}

/** What `tickets.bulk` takes. */
export interface TicketsBulkInput {
  /** The ids of tickets */
  ids?: number[] | undefined;
  /** Which tickets, instead of their ids */
  filter?: {
    /** With this status */
    status?: "open" | "in_progress" | "resolved" | "closed" | undefined;
    /** Of this main category */
    main?: string | undefined;
    /** The id of a tag that they have */
    tagId?: number | undefined;
    /** An agent; me: the caller; null: tickets without one */
    assignee?: "me" | string | null | undefined;
    /** Created at this moment or later */
    from?: string | undefined;
    /** Created before this moment */
    to?: string | undefined;
    /** Open, the last message is the customer’s, and not snoozed */
    waiting?: true | undefined;
    /** Out of the queue until a moment */
    snoozed?: true | undefined;
    /** With a note that mentions this person; me: the caller */
    mentions?: "me" | string | undefined;
    /** Last changed before this moment */
    updatedBefore?: string | undefined;
    /** Words of the subject, of messages, of the requester’s name and of files’ names, whatever their accents, a number, the beginning of the requester’s e-mail, or its domain */
    search?: string | undefined;
  } | undefined;
  /** Only counts the tickets */
  dryRun?: boolean | undefined;
  /** How many tickets a dry run counted */
  expected?: number | undefined;
  /** The new status */
  setStatus?: "open" | "in_progress" | "resolved" | "closed" | undefined;
  /** The id of a tag to add */
  addTagId?: number | undefined;
  /** The id of a tag to remove */
  removeTagId?: number | undefined;
  /** The agent; null: nobody */
  assignTo?: string | null | undefined;
  /** An internal note for each ticket that changes */
  note?: string | undefined;
}

/** What `tickets.bulk` returns. */
export interface TicketsBulkOutput {
  dryRun: boolean;
  total: number;
  /** tickets.undoChange takes it back within ten minutes */
  changeId?: string | undefined;
  outcomes: ({
    id: number;
    ok: true;
  } | {
    id: number;
    ok: false;
    reason: string;
  })[];
}

/** What `tickets.composing.discard` takes. */
export interface TicketsComposingDiscardInput {
  /** The id of a ticket */
  id: number;
  /** Only shows what would be destroyed */
  dryRun?: boolean | undefined;
}

/** What `tickets.composing.discard` returns. */
export interface TicketsComposingDiscardOutput {
  revision: number;
}

/** What `tickets.composing.get` takes. */
export interface TicketsComposingGetInput {
  /** The id of a ticket */
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
  /** The id of a ticket */
  id: number;
  /** The text as HTML */
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
  /** Filters of tickets */
  views: ({
    /** With this status */
    status?: "open" | "in_progress" | "resolved" | "closed" | undefined;
    /** Of this main category */
    main?: string | undefined;
    /** The id of a tag that they have */
    tagId?: number | undefined;
    /** An agent; me: the caller; null: tickets without one */
    assignee?: "me" | string | null | undefined;
    /** Created at this moment or later */
    from?: string | undefined;
    /** Created before this moment */
    to?: string | undefined;
    /** Open, the last message is the customer’s, and not snoozed */
    waiting?: true | undefined;
    /** Out of the queue until a moment */
    snoozed?: true | undefined;
    /** With a note that mentions this person; me: the caller */
    mentions?: "me" | string | undefined;
    /** Last changed before this moment */
    updatedBefore?: string | undefined;
    /** Words of the subject, of messages, of the requester’s name and of files’ names, whatever their accents, a number, the beginning of the requester’s e-mail, or its domain */
    search?: string | undefined;
  })[];
}

/** What `tickets.counts` returns. */
export interface TicketsCountsOutput {
  /** One a filter */
  counts: number[];
}

/** What `tickets.create` takes. */
export interface TicketsCreateInput {
  /** The e-mail of who asks */
  requesterEmail?: string | undefined;
  /** The name of who asks */
  requesterName?: string | undefined;
  /** The subject line */
  subject: string;
  /** The first message */
  body: string;
  /** Main category */
  main: string;
  /** Issue within the main category */
  issue?: string | undefined;
  /** Newsletter that it is about */
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
  /** The subject line */
  subject?: string | undefined;
  /** Main category */
  main?: string | undefined;
  /** Issue within the main category */
  issue?: string | null | undefined;
  /** Newsletter that it is about */
  newsletter?: string | null | undefined;
  /** The e-mail of who asks */
  requesterEmail?: string | null | undefined;
  /** The name of who asks */
  requesterName?: string | null | undefined;
  /** The id of a ticket */
  id: number;
}

/** What `tickets.edit` returns. */
export interface TicketsEditOutput {
  id: number;
  subject: string;
  status: "open" | "in_progress" | "resolved" | "closed";
  main: string;
  issue: string | null;
  newsletter: string | null;
  requesterEmail: string | null;
  requesterName: string | null;
  followsId: number | null;
  assigneeEmail: string | null;
  mergedInto: number | null;
  createdAt: string;
  updatedAt: string;
}

/** What `tickets.export` takes. */
export interface TicketsExportInput {
  /** The first day in São Paulo */
  from: string;
  /** The last day in São Paulo */
  to: string;
  /** With all messages, notes and names of files; by default only the first text */
  messages?: boolean | undefined;
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `tickets.export` returns. */
export interface TicketsExportOutput {
  items: ({
    externalId: string;
    subject: string;
    status: "open" | "in_progress" | "resolved" | "closed";
  })[];
  nextCursor: string | null;
}

/** What `tickets.forward` takes. */
export interface TicketsForwardInput {
  /** The id of a ticket */
  id: number;
  /** The id of a message of the ticket */
  messageId: number;
  /** Who gets it */
  to: string[];
  /** What stands above it */
  html?: string | undefined;
  /** Files of the ticket, together at most 20 MB; without it, those of the message that are not in quarantine */
  attachmentIds?: number[] | undefined;
  /** How long it can be taken back before it leaves */
  undoSeconds?: number | undefined;
  /** Makes it happen once, however often it is sent */
  requestKey?: string | undefined;
}

/** What `tickets.forward` returns. */
export interface TicketsForwardOutput {
  noteId: number;
  mailId: number;
  /** Until then it can be taken back */
  sendsAt: string;
  mail: "saved" | "waiting" | "mailed" | "failed" | "returned";
}

/** What `tickets.get` takes. */
export interface TicketsGetInput {
  /** The id of a ticket */
  id: number;
}

/** What `tickets.get` returns. */
export interface TicketsGetOutput {
  id: number;
  subject: string;
  status: "open" | "in_progress" | "resolved" | "closed";
  main: string;
  issue: string | null;
  newsletter: string | null;
  requesterEmail: string | null;
  requesterName: string | null;
  followsId: number | null;
  assigneeEmail: string | null;
  mergedInto: number | null;
  createdAt: string;
  updatedAt: string;
  messages: ({
    id: number;
    author: string;
    origin: "agent" | "requester" | "ai";
    body: string;
    /** What a reader quoted */
    folded: string | null;
    notice: string | null;
    mail: "saved" | "waiting" | "mailed" | "failed" | "returned" | null;
    cc: ({
      email: string;
      name: string | null;
    })[];
    attachments: ({
      id: number;
      nomeArquivo: string;
      tipoArquivo: string;
      tamanhoArquivo: number;
      /** Its mail shows it in its text */
      inline: boolean;
    })[];
    /** GET /console/messages/{id}/original shows its mail */
    hasOriginal: boolean;
    /** No person wrote it for this ticket */
    automatic: boolean;
    createdAt: string;
  })[];
  notes: ({
    id: number;
    author: string;
    body: string;
    inPrompt: boolean;
    /** The e-mails of those whom it mentions */
    mentions: string[];
    /** To whom it says that a message was forwarded; their answers are notes, too */
    forwardedTo: string[];
    /** Of a forward */
    mail: "saved" | "waiting" | "mailed" | "failed" | "returned" | null;
    /** What the writer of an answer by mail quoted */
    folded: string | null;
    notice: string | null;
    attachments: ({
      id: number;
      nomeArquivo: string;
      tipoArquivo: string;
      tamanhoArquivo: number;
      /** Its mail shows it in its text */
      inline: boolean;
    })[];
    createdAt: string;
  })[];
  /** Where tickets.messages goes on with what is older */
  messagesCursor: string | null;
  tags: ({
    id: number;
    name: string;
    color: string;
  })[];
  /** Replies that are saved and sent later */
  later: ({
    mailId: number;
    author: string;
    html: string;
    resolve: boolean;
    sendsAt: string;
    /** It does not leave: the reader wrote before */
    heldAt: string | null;
  })[];
  snoozedUntil: string | null;
  /** Who got or wrote the last mail of readers, but for the requester and the team */
  replyAll: string[];
}

/** What `tickets.history` takes. */
export interface TicketsHistoryInput {
  /** The id of a ticket */
  id: number;
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `tickets.history` returns. */
export interface TicketsHistoryOutput {
  items: ({
    id: string;
    at: string;
    /** An e-mail, or the name of a job or service account */
    author: string;
    action: string;
    changes: ({
      field: string;
      before?: unknown | undefined;
      after?: unknown | undefined;
    })[];
  })[];
  nextCursor: string | null;
}

/** What `tickets.import` takes. */
export interface TicketsImportInput {
  /** The tickets */
  tickets: ({
    /** The e-mail of who asks */
    requesterEmail?: string | undefined;
    /** The name of who asks */
    requesterName?: string | undefined;
    /** The subject line */
    subject: string;
    /** Main category */
    main: string;
    /** Issue within the main category */
    issue?: string | undefined;
    /** Newsletter that it is about */
    newsletter?: string | undefined;
    /** When it was opened */
    createdAt: string;
    /** Its id in the other system: a ticket is imported once */
    externalId: string;
    /** When it got its status; by default, when its last message was written */
    updatedAt?: string | undefined;
    /** The requester's first message, if not in `messages` */
    body?: string | undefined;
    /** Its status now */
    status: "open" | "in_progress" | "resolved" | "closed";
    /** Its agent */
    assigneeEmail?: string | undefined;
    /** Names of tags; a new one is created */
    tags?: string[] | undefined;
    /** The other messages */
    messages?: ({
      /** The name of who wrote it */
      author: string;
      /** The text */
      body: string;
      /** When it was written */
      createdAt: string;
      /** The quoted history and the signature */
      folded?: string | undefined;
      /** The author's e-mail, if not the requester's */
      personEmail?: string | undefined;
      /** Which side wrote it */
      origin: "requester" | "agent" | "ai";
      /** Quoted text that is not ours */
      unsent?: string | undefined;
      /** Who got a copy */
      cc?: ({
        /** Their e-mail */
        email: string;
        /** Their name */
        name?: string | undefined;
      })[] | undefined;
      /** No person wrote it for this ticket */
      automatic?: boolean | undefined;
      /** Names of files, which stay where they are */
      files?: string[] | undefined;
    })[] | undefined;
    /** Internal notes */
    notes?: ({
      /** The name of who wrote it */
      author: string;
      /** The text */
      body: string;
      /** When it was written */
      createdAt: string;
      /** The quoted history and the signature */
      folded?: string | undefined;
      /** The author's e-mail, if not the requester's */
      personEmail?: string | undefined;
      /** Whether the model may read it */
      inPrompt?: boolean | undefined;
      /** Somebody outside wrote it */
      outside?: boolean | undefined;
    })[] | undefined;
    /** Tickets that it took */
    merged?: ({
      /** The e-mail of who asks */
      requesterEmail?: string | undefined;
      /** The name of who asks */
      requesterName?: string | undefined;
      /** The subject line */
      subject: string;
      /** Main category */
      main: string;
      /** Issue within the main category */
      issue?: string | undefined;
      /** Newsletter that it is about */
      newsletter?: string | undefined;
      /** When it was opened */
      createdAt: string;
      /** Its id in the other system: a ticket is imported once */
      externalId: string;
      /** When it got its status; by default, when its last message was written */
      updatedAt?: string | undefined;
    })[] | undefined;
  })[];
  /** Only checks and counts */
  dryRun?: boolean | undefined;
}

/** What `tickets.import` returns. */
export interface TicketsImportOutput {
  imported: number;
  known: number;
  newTags: string[];
  refused: ({
    index: number;
    reason: string;
  })[];
}

/** What `tickets.list` takes. */
export interface TicketsListInput {
  /** With this status */
  status?: "open" | "in_progress" | "resolved" | "closed" | undefined;
  /** Of this main category */
  main?: string | undefined;
  /** The id of a tag that they have */
  tagId?: number | undefined;
  /** An agent; me: the caller; null: tickets without one */
  assignee?: "me" | string | null | undefined;
  /** Created at this moment or later */
  from?: string | undefined;
  /** Created before this moment */
  to?: string | undefined;
  /** Open, the last message is the customer’s, and not snoozed */
  waiting?: true | undefined;
  /** Out of the queue until a moment */
  snoozed?: true | undefined;
  /** With a note that mentions this person; me: the caller */
  mentions?: "me" | string | undefined;
  /** Last changed before this moment */
  updatedBefore?: string | undefined;
  /** Words of the subject, of messages, of the requester’s name and of files’ names, whatever their accents, a number, the beginning of the requester’s e-mail, or its domain */
  search?: string | undefined;
  /** waiting: only tickets that wait */
  sort?: "newest" | "waiting" | "updated" | undefined;
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `tickets.list` returns. */
export interface TicketsListOutput {
  items: ({
    id: number;
    subject: string;
    status: "open" | "in_progress" | "resolved" | "closed";
    main: string;
    issue: string | null;
    newsletter: string | null;
    requesterEmail: string | null;
    requesterName: string | null;
    followsId: number | null;
    assigneeEmail: string | null;
    mergedInto: number | null;
    createdAt: string;
    updatedAt: string;
    waitingSince: string | null;
    waitingSeconds: number | null;
    /** Of the last message */
    mail: "saved" | "waiting" | "mailed" | "failed" | "returned" | null;
    /** How the newest message of the requester begins */
    snippet: string;
    tags: ({
      id: number;
      name: string;
      color: string;
    })[];
    attachmentCount: number;
    /** A draft of the model waits for a decision */
    hasDraft: boolean;
    /** It came back from a snooze, and nobody has handled it since */
    returned: boolean;
    snoozedUntil: string | null;
    /** The passage of a message that the search found */
    matched: string | null;
  })[];
  nextCursor: string | null;
}

/** What `tickets.mailMessage` takes. */
export interface TicketsMailMessageInput {
  /** The id of a message */
  messageId: number;
}

/** What `tickets.mailMessage` returns. */
export interface TicketsMailMessageOutput {
  mailId: number;
  mail: "saved" | "waiting" | "mailed" | "failed" | "returned";
}

/** What `tickets.merge` takes. */
export interface TicketsMergeInput {
  /** The id of the ticket that is emptied and closed */
  fromId: number;
  /** The id of the ticket that receives everything */
  intoId: number;
  /** Merge tickets of two people; each sees only their own part */
  differentRequesters?: boolean | undefined;
  /** Only counts */
  dryRun?: boolean | undefined;
  /** The total that a call without it returned; without it nothing is changed */
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

/** What `tickets.mergeCandidates` takes. */
export interface TicketsMergeCandidatesInput {
  /** The id of a ticket */
  id: number;
}

/** What `tickets.mergeCandidates` returns. */
export interface TicketsMergeCandidatesOutput {
  items: ({
    id: number;
    subject: string;
    status: "open" | "in_progress" | "resolved" | "closed";
    requesterEmail: string | null;
    requesterName: string | null;
    createdAt: string;
    sameRequester: boolean;
  })[];
  nextCursor: string | null;
}

/** What `tickets.messages` takes. */
export interface TicketsMessagesInput {
  /** The id of a ticket */
  id: number;
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `tickets.messages` returns. */
export interface TicketsMessagesOutput {
  items: ({
    id: number;
    author: string;
    origin: "agent" | "requester" | "ai";
    body: string;
    /** What a reader quoted */
    folded: string | null;
    notice: string | null;
    mail: "saved" | "waiting" | "mailed" | "failed" | "returned" | null;
    cc: ({
      email: string;
      name: string | null;
    })[];
    attachments: ({
      id: number;
      nomeArquivo: string;
      tipoArquivo: string;
      tamanhoArquivo: number;
      /** Its mail shows it in its text */
      inline: boolean;
    })[];
    /** GET /console/messages/{id}/original shows its mail */
    hasOriginal: boolean;
    /** No person wrote it for this ticket */
    automatic: boolean;
    createdAt: string;
    kind: "message";
  } | {
    id: number;
    author: string;
    body: string;
    inPrompt: boolean;
    /** The e-mails of those whom it mentions */
    mentions: string[];
    /** To whom it says that a message was forwarded; their answers are notes, too */
    forwardedTo: string[];
    /** Of a forward */
    mail: "saved" | "waiting" | "mailed" | "failed" | "returned" | null;
    /** What the writer of an answer by mail quoted */
    folded: string | null;
    notice: string | null;
    attachments: ({
      id: number;
      nomeArquivo: string;
      tipoArquivo: string;
      tamanhoArquivo: number;
      /** Its mail shows it in its text */
      inline: boolean;
    })[];
    createdAt: string;
    kind: "note";
  })[];
  nextCursor: string | null;
}

/** What `tickets.presence` takes. */
export interface TicketsPresenceInput {
  /** The id of a ticket */
  id: number;
  /** What the caller does there */
  state: "viewing" | "typing" | "left";
}

/** What `tickets.presence` returns. */
export interface TicketsPresenceOutput {
  others: ({
    email: string;
    name: string | null;
    state: "viewing" | "typing";
  })[];
}

/** What `tickets.queue` takes. */
export interface TicketsQueueInput {
  /** An agent; null: tickets without one */
  assignee?: string | null | undefined;
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `tickets.queue` returns. */
export interface TicketsQueueOutput {
  items: ({
    id: number;
    subject: string;
    status: "open" | "in_progress" | "resolved" | "closed";
    main: string;
    requesterEmail: string | null;
    requesterName: string | null;
    assigneeEmail: string | null;
    waitingSince: string;
    waitingSeconds: number;
    /** How the newest message of the requester begins */
    snippet: string;
    tags: ({
      id: number;
      name: string;
      color: string;
    })[];
    attachmentCount: number;
    /** A draft of the model waits for a decision */
    hasDraft: boolean;
    /** It came back from a snooze, and nobody has handled it since */
    returned: boolean;
  })[];
  nextCursor: string | null;
}

/** What `tickets.removeTag` takes. */
export interface TicketsRemoveTagInput {
  /** The id of a ticket */
  id: number;
  /** The id of a tag */
  tagId: number;
  /** Only shows what would be destroyed */
  dryRun?: boolean | undefined;
}

/** What `tickets.removeTag` returns. */
export interface TicketsRemoveTagOutput {
  dryRun: boolean;
  /** Of a dry run: what the trail would say */
  acts?: ({
    action: string;
    target: string;
    changes: ({
      field: string;
      before?: unknown | undefined;
      after?: unknown | undefined;
    })[];
  })[] | undefined;
}

/** What `tickets.reply` takes. */
export interface TicketsReplyInput {
  /** The id of a ticket */
  id: number;
  /** The reply as HTML */
  html?: string | undefined;
  /** The id of a quick reply to send instead */
  quickReplyId?: number | undefined;
  /** Who gets a copy of the mail */
  cc?: string[] | undefined;
  /** Files that the team put on the ticket; together at most 20 MB */
  attachmentIds?: number[] | undefined;
  /** Also resolves the ticket */
  resolve?: boolean | undefined;
  /** When it is saved and sent, within 30 days; until then it can be taken back */
  sendAt?: string | undefined;
  /** How long it can be taken back before it leaves */
  undoSeconds?: number | undefined;
  /** Refuses the reply if the ticket has a newer message */
  lastSeenMessageId?: number | undefined;
  /** Makes the reply happen once, however often it is sent */
  requestKey?: string | undefined;
  /** Whether it is mailed to the reader, too */
  sendEmail?: boolean | undefined;
  /** Refuses the reply if the unsent text has another revision */
  composingRevision?: number | undefined;
}

/** What `tickets.reply` returns. */
export interface TicketsReplyOutput {
  /** 0 with `sendAt`: there is no message yet */
  messageId: number;
  mailId?: number | undefined;
  /** Until then it can be taken back */
  sendsAt?: string | undefined;
  mail: "saved" | "waiting" | "mailed" | "failed" | "returned";
}

/** What `tickets.setStatus` takes. */
export interface TicketsSetStatusInput {
  /** The id of a ticket */
  id: number;
  /** The new status */
  status: "open" | "in_progress" | "resolved" | "closed";
}

/** What `tickets.snooze` takes. */
export interface TicketsSnoozeInput {
  /** The ids of tickets */
  ids: number[];
  /** When they come back; null: now */
  until: string | null;
}

/** What `tickets.snooze` returns. */
export interface TicketsSnoozeOutput {
  dryRun: boolean;
  total: number;
  /** tickets.undoChange takes it back within ten minutes */
  changeId?: string | undefined;
  outcomes: ({
    id: number;
    ok: true;
  } | {
    id: number;
    ok: false;
    reason: string;
  })[];
}

/** What `tickets.undoChange` takes. */
export interface TicketsUndoChangeInput {
  /** What the change returned */
  changeId: string;
}

/** What `tickets.undoChange` returns. */
export interface TicketsUndoChangeOutput {
  outcomes: ({
    ticketId: number;
    ok: boolean;
    /** Why not, or what could not be taken back */
    reason?: string | undefined;
  })[];
}

/** What `tokens.create` takes. */
export interface TokensCreateInput {
  /** What uses it; the trail names it */
  name: string;
  /** What it may do */
  role: "reader" | "agent" | "editor" | "admin";
  /** Only procedures and operations of these; by default all */
  domains?: ("accounts" | "ai" | "attachments" | "audit" | "groups" | "inbound" | "jobs" | "macros" | "me" | "operations" | "outbox" | "people" | "quickReplies" | "quiz" | "replies" | "reports" | "rules" | "sessions" | "streaks" | "tags" | "team" | "tickets" | "tokens" | "views" | "webhooks" | "rankings" | "readerTickets")[] | undefined;
  /** When it ends; by default never */
  expiresAt?: string | undefined;
}

/** What `tokens.create` returns. */
export interface TokensCreateOutput {
  id: number;
  /** The key, which is shown only here */
  token: string;
}

/** What `tokens.list` takes. */
export interface TokensListInput {
  /** Only these; by default both */
  kind?: "key" | "revocation" | undefined;
  /** Only of this person */
  email?: string | undefined;
  /** Where the list goes on: nextCursor of the page before */
  cursor?: number | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `tokens.list` returns. */
export interface TokensListOutput {
  items: ({
    kind: "key";
    id: number;
    name: string;
    role: "reader" | "agent" | "editor" | "admin";
    /** null: all */
    domains: string[] | null;
    /** An e-mail, or the name of a key or service account */
    createdBy: string;
    createdAt: string;
    /** To the minute */
    lastUsedAt: string | null;
    expiresAt: string | null;
    revokedAt: string | null;
  } | {
    kind: "person";
    id: number;
    tokenId: string | null;
    /** Tokens issued before this moment are refused */
    revokedFrom: string;
    createdAt: string;
  } | {
    kind: "token";
    id: number;
    tokenId: string | null;
    /** Tokens issued before this moment are refused */
    revokedFrom: string;
    createdAt: string;
  })[];
  nextCursor: number | null;
}

/** What `tokens.revoke` takes. */
export interface TokensRevokeInput {
  /** A key, and those that were made with it */
  id?: number | undefined;
  /** Every token and key of this person */
  email?: string | undefined;
  /** One token: its jti claim */
  tokenId?: string | undefined;
  /** Only what was issued before; default now */
  issuedBefore?: string | undefined;
  /** Only checks and counts */
  dryRun?: boolean | undefined;
}

/** What `tokens.revoke` returns. */
export interface TokensRevokeOutput {
  dryRun: boolean;
  records: ({
    kind: string;
    count: number;
  })[];
  total: number;
  /** Tokens issued before this moment are refused */
  revokedFrom: string;
}

/** What `views.delete` takes. */
export interface ViewsDeleteInput {
  /** The id of a view */
  id: number;
  /** Only shows what would be destroyed */
  dryRun?: boolean | undefined;
}

/** What `views.delete` returns. */
export interface ViewsDeleteOutput {
  dryRun: boolean;
  /** Of a dry run: what the trail would say */
  acts?: ({
    action: string;
    target: string;
    changes: ({
      field: string;
      before?: unknown | undefined;
      after?: unknown | undefined;
    })[];
  })[] | undefined;
}

/** What `views.list` takes. */
export interface ViewsListInput {
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `views.list` returns. */
export interface ViewsListOutput {
  items: ({
    id: number;
    name: string;
    filter: {
      status?: "open" | "in_progress" | "resolved" | "closed" | undefined;
      main?: string | undefined;
      tagId?: number | undefined;
      assignee?: string | null | undefined;
      from?: string | undefined;
      to?: string | undefined;
      waiting?: true | undefined;
      snoozed?: true | undefined;
      mentions?: string | undefined;
      updatedBefore?: string | undefined;
      search?: string | undefined;
    };
    sort: "newest" | "waiting" | "updated";
    shared: boolean;
    ownerEmail: string;
    updatedAt: string;
  })[];
  nextCursor: string | null;
}

/** What `views.save` takes. */
export interface ViewsSaveInput {
  /** The view to replace; by default a new one */
  id?: number | undefined;
  /** What the list of views says */
  name: string;
  /** Which tickets */
  filter?: {
    /** With this status */
    status?: "open" | "in_progress" | "resolved" | "closed" | undefined;
    /** Of this main category */
    main?: string | undefined;
    /** The id of a tag that they have */
    tagId?: number | undefined;
    /** An agent; me: the caller; null: tickets without one */
    assignee?: "me" | string | null | undefined;
    /** Created at this moment or later */
    from?: string | undefined;
    /** Created before this moment */
    to?: string | undefined;
    /** Open, the last message is the customer’s, and not snoozed */
    waiting?: true | undefined;
    /** Out of the queue until a moment */
    snoozed?: true | undefined;
    /** With a note that mentions this person; me: the caller */
    mentions?: "me" | string | undefined;
    /** Last changed before this moment */
    updatedBefore?: string | undefined;
    /** Words of the subject, of messages, of the requester’s name and of files’ names, whatever their accents, a number, the beginning of the requester’s e-mail, or its domain */
    search?: string | undefined;
  } | undefined;
  /** The order */
  sort?: "newest" | "waiting" | "updated" | undefined;
  /** For all agents */
  shared?: boolean | undefined;
}

/** What `views.save` returns. */
export interface ViewsSaveOutput {
  id: number;
  name: string;
  filter: {
    status?: "open" | "in_progress" | "resolved" | "closed" | undefined;
    main?: string | undefined;
    tagId?: number | undefined;
    assignee?: string | null | undefined;
    from?: string | undefined;
    to?: string | undefined;
    waiting?: true | undefined;
    snoozed?: true | undefined;
    mentions?: string | undefined;
    updatedBefore?: string | undefined;
    search?: string | undefined;
  };
  sort: "newest" | "waiting" | "updated";
  shared: boolean;
  ownerEmail: string;
  updatedAt: string;
}

/** What `webhooks.create` takes. */
export interface WebhooksCreateInput {
  /** Where events are posted: an https address */
  url: string;
  /** What it is told of */
  events: ("quiz.published" | "quiz.submitted" | "quiz.draft-failed" | "quiz.missing" | "quiz.corrected" | "streak.recovered" | "ticket.created" | "ticket.replied" | "ticket.updated" | "ticket.merged" | "reply.drafted")[];
  /** false: an event that fails does not hold up the others */
  ordered?: boolean | undefined;
}

/** What `webhooks.create` returns. */
export interface WebhooksCreateOutput {
  id: number;
  secret: string;
}

/** What `webhooks.delete` takes. */
export interface WebhooksDeleteInput {
  /** The id of a webhook */
  id: number;
  /** Only shows what would be destroyed */
  dryRun?: boolean | undefined;
}

/** What `webhooks.delete` returns. */
export interface WebhooksDeleteOutput {
  dryRun: boolean;
  /** Of a dry run: what the trail would say */
  acts?: ({
    action: string;
    target: string;
    changes: ({
      field: string;
      before?: unknown | undefined;
      after?: unknown | undefined;
    })[];
  })[] | undefined;
}

/** What `webhooks.deliveries` takes. */
export interface WebhooksDeliveriesInput {
  /** The id of a webhook */
  id: number;
  /** Only deliveries with this status */
  status?: "pending" | "delivered" | "failed" | undefined;
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page */
  limit?: number | undefined;
}

/** What `webhooks.deliveries` returns. */
export interface WebhooksDeliveriesOutput {
  items: ({
    id: string;
    eventId: string;
    type: string;
    status: "pending" | "delivered" | "failed";
    attempts: number;
    occurredAt: string;
    lastAttemptAt: string | null;
    responseStatus: number | null;
    error: string | null;
    deliveredAt: string | null;
    payload: {
      type: string;
      timestamp: string;
      data: Record<string, unknown>;
    };
  })[];
  nextCursor: string | null;
}

/** What `webhooks.enable` takes. */
export interface WebhooksEnableInput {
  /** The id of a webhook */
  id: number;
}

/** What `webhooks.list` takes. */
export interface WebhooksListInput {
  /** Where the list goes on: nextCursor of the page before */
  cursor?: string | undefined;
  /** Rows of a page; by default all */
  limit?: number | undefined;
}

/** What `webhooks.list` returns. */
export interface WebhooksListOutput {
  items: ({
    id: number;
    url: string;
    events: string[];
    ordered: boolean;
    status: "active" | "failing" | "disabled";
    pending: number;
    failures: number;
    failingSince: string | null;
    disabledAt: string | null;
    createdAt: string;
  })[];
  nextCursor: string | null;
}

/** What `webhooks.replay` takes. */
export interface WebhooksReplayInput {
  /** The id of a webhook */
  id: number;
  /** The id of a delivery */
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
  /** The id of a webhook */
  id: number;
  /** Hours in which the former secret signs too */
  overlapHours?: number | undefined;
}

/** What `webhooks.rotate` returns. */
export interface WebhooksRotateOutput {
  secret: string;
}

/** What `webhooks.skip` takes. */
export interface WebhooksSkipInput {
  /** The id of a webhook */
  id: number;
  /** The id of a delivery */
  deliveryId: string;
}

/** What `webhooks.test` takes. */
export interface WebhooksTestInput {
  /** The id of a webhook */
  id: number;
}

/** What `webhooks.test` returns. */
export interface WebhooksTestOutput {
  deliveryId: string;
  outcome: "delivered" | "failed";
  responseStatus: number | null;
  error: string | null;
}

/** What `webhooks.update` takes. */
export interface WebhooksUpdateInput {
  /** Where events are posted: an https address */
  url?: string | undefined;
  /** What it is told of */
  events?: ("quiz.published" | "quiz.submitted" | "quiz.draft-failed" | "quiz.missing" | "quiz.corrected" | "streak.recovered" | "ticket.created" | "ticket.replied" | "ticket.updated" | "ticket.merged" | "reply.drafted")[] | undefined;
  /** false: an event that fails does not hold up the others */
  ordered?: boolean | undefined;
  /** The id of a webhook */
  id: number;
}

/** What a failed call carries. `data.errorCode` is the stable code. */
export interface InternalFailure {
  code: number;
  message: string;
  data: {
    code: "PARSE_ERROR" | "BAD_REQUEST" | "INTERNAL_SERVER_ERROR" | "NOT_IMPLEMENTED" | "BAD_GATEWAY" | "SERVICE_UNAVAILABLE" | "GATEWAY_TIMEOUT" | "UNAUTHORIZED" | "PAYMENT_REQUIRED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_SUPPORTED" | "TIMEOUT" | "CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "UNPROCESSABLE_CONTENT" | "PRECONDITION_REQUIRED" | "TOO_MANY_REQUESTS" | "CLIENT_CLOSED_REQUEST";
    httpStatus: number;
    path?: string | undefined;
    errorCode: "invalid-request" | "malformed-json" | "invalid-token" | "forbidden" | "not-found" | "method-not-allowed" | "request-timeout" | "idempotency-key-in-use" | "idempotency-key-reused" | "body-too-large" | "unsupported-media-type" | "range-not-satisfiable" | "rate-limited" | "headers-too-large" | "internal-error" | "unavailable" | "tag-fields-required" | "tag-name-taken" | "tag-in-use" | "tag-not-found" | "quick-reply-not-found" | "quick-reply-shortcut-taken" | "quick-reply-empty" | "ticket-not-found" | "ticket-merged" | "ticket-closed" | "attachment-not-found" | "attachment-too-large" | "too-many-attachments" | "attachment-quota-exceeded" | "ticket-quota-exceeded" | "message-quota-exceeded" | "attachment-type-not-allowed" | "attachment-infected" | "attachment-quarantined" | "batch-too-large" | "quiz-fields-required" | "quiz-already-attempted" | "quiz-not-found" | "quiz-already-generated" | "no-edition-available" | "newsletter-unavailable" | "quiz-generation-failed" | "edition-not-found" | "invalid-signature" | "integration-disabled" | "group-not-found" | "group-forbidden" | "group-member-not-found" | "group-full" | "too-many-groups" | "invite-not-found" | "too-many-invites" | "ranking-timed-out" | "cross-site" | "sign-in-failed" | "session-not-found" | "key-not-found" | "last-administrator" | "account-not-found" | "quiz-not-a-draft" | "quiz-not-published" | "quiz-unfinished" | "quiz-changed" | "correction-outdated" | "quiz-attempted" | "erasure-outdated" | "person-not-found" | "day-not-credited" | "day-out-of-range" | "day-for-all-not-found" | "job-not-found" | "caller-left" | "agent-not-found" | "model-failed" | "model-budget-exhausted" | "merge-outdated" | "bulk-outdated" | "change-not-found" | "change-not-undoable" | "macro-not-found" | "macro-in-use" | "macro-name-taken" | "macro-unfit-for-rules" | "too-many-macros" | "rule-not-found" | "rule-name-taken" | "too-many-rules" | "requesters-differ" | "requester-without-email" | "mail-not-configured" | "mail-not-sent" | "reply-empty" | "reply-variables-missing" | "message-not-found" | "mail-not-found" | "mail-not-undoable" | "draft-not-found" | "draft-not-pending" | "newer-message" | "composing-changed" | "mail-already-sent" | "view-not-found" | "too-many-views" | "webhook-not-found" | "webhook-delivery-not-found" | "webhook-url-refused" | "too-many-webhooks" | "job-running" | "mail-unreadable" | "attachments-too-large";
    field?: string | undefined;
    state?: string | undefined;
    requiredRole?: "reader" | "agent" | "editor" | "admin" | undefined;
    requestId?: string | undefined;
  };
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
    delete: TRPCMutationProcedure<{ input: AttachmentsDeleteInput; output: AttachmentsDeleteOutput; meta: object }>;
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
    /** Imports up to 5,000 members of groups that exist; `refused` lists the indexes of the others. */
    importMembers: TRPCMutationProcedure<{ input: GroupsImportMembersInput; output: GroupsImportMembersOutput; meta: object }>;
    /** Lists groups, newest first. */
    list: TRPCQueryProcedure<{ input: GroupsListInput | undefined; output: GroupsListOutput; meta: object }>;
    /** Lists the members of a group in the order of joining. */
    members: TRPCQueryProcedure<{ input: GroupsMembersInput; output: GroupsMembersOutput; meta: object }>;
    /** Lists the ranking of a group. */
    ranking: TRPCQueryProcedure<{ input: GroupsRankingInput; output: GroupsRankingOutput; meta: object }>;
    /** Removes a member from a group. */
    removeMember: TRPCMutationProcedure<{ input: GroupsRemoveMemberInput; output: GroupsRemoveMemberOutput; meta: object }>;
    /** Changes a group. */
    update: TRPCMutationProcedure<{ input: GroupsUpdateInput; output: GroupsUpdateOutput; meta: object }>;
  };
  inbound: {
    /** Notes that mails that were set aside need nothing. */
    dismiss: TRPCMutationProcedure<{ input: InboundDismissInput; output: InboundDismissOutput; meta: object }>;
    /** Shows a mail as text. */
    get: TRPCQueryProcedure<{ input: InboundGetInput; output: InboundGetOutput; meta: object }>;
    /** Takes in a raw mail. */
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
    list: TRPCQueryProcedure<{ input: JobsListInput | undefined; output: JobsListOutput; meta: object }>;
    /** Runs a job now, and returns how it ended. */
    run: TRPCMutationProcedure<{ input: JobsRunInput; output: JobsRunOutput; meta: object }>;
  };
  macros: {
    /** Deletes a macro that no rule uses. */
    delete: TRPCMutationProcedure<{ input: MacrosDeleteInput; output: MacrosDeleteOutput; meta: object }>;
    /** Lists the caller's macros and the shared ones, by name. */
    list: TRPCQueryProcedure<{ input: MacrosListInput | undefined; output: MacrosListOutput; meta: object }>;
    /** Runs a macro on tickets, with an outcome for each; one that replies only counts up to 100, unless `expected` is their number. */
    run: TRPCMutationProcedure<{ input: MacrosRunInput; output: MacrosRunOutput; meta: object }>;
    /** Saves a macro: a named list of changes of tickets. */
    save: TRPCMutationProcedure<{ input: MacrosSaveInput; output: MacrosSaveOutput; meta: object }>;
  };
  me: {
    /** Shows who the caller is, their role, and the team. */
    get: TRPCQueryProcedure<{ input: void; output: MeGetOutput; meta: object }>;
    preferences: {
      /** Shows what the caller's console remembers. */
      get: TRPCQueryProcedure<{ input: void; output: MePreferencesGetOutput; meta: object }>;
      /** Replaces what the caller's console remembers. */
      set: TRPCMutationProcedure<{ input: MePreferencesSetInput; output: undefined; meta: object }>;
    };
  };
  operations: {
    /** Shows what needs an operator, and what the service runs on. */
    status: TRPCQueryProcedure<{ input: void; output: OperationsStatusOutput; meta: object }>;
  };
  outbox: {
    /** Gives a mail up. */
    drop: TRPCMutationProcedure<{ input: OutboxDropInput; output: OutboxDropOutput; meta: object }>;
    /** Lists mails, newest first. */
    list: TRPCQueryProcedure<{ input: OutboxListInput | undefined; output: OutboxListOutput; meta: object }>;
    /** Sends a failed or unknown mail again. */
    retry: TRPCMutationProcedure<{ input: OutboxRetryInput; output: OutboxRetryOutput; meta: object }>;
    /** Takes a mail and its message back before it is sent. */
    undo: TRPCMutationProcedure<{ input: OutboxUndoInput; output: OutboxUndoOutput; meta: object }>;
  };
  people: {
    /** Erases a person, for good: only counts, unless `expected` is the total. */
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
    delete: TRPCMutationProcedure<{ input: QuickRepliesDeleteInput; output: QuickRepliesDeleteOutput; meta: object }>;
    /** Lists quick replies. */
    list: TRPCQueryProcedure<{ input: QuickRepliesListInput | undefined; output: QuickRepliesListOutput; meta: object }>;
    /** Changes a quick reply. */
    update: TRPCMutationProcedure<{ input: QuickRepliesUpdateInput; output: QuickRepliesUpdateOutput; meta: object }>;
  };
  quiz: {
    /** Corrects a published quiz and regrades attempts in favour of readers. */
    correct: TRPCMutationProcedure<{ input: QuizCorrectInput; output: QuizCorrectOutput; meta: object }>;
    /** Deletes a draft quiz. */
    discard: TRPCMutationProcedure<{ input: QuizDiscardInput; output: QuizDiscardOutput; meta: object }>;
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
    /** Has the model write one question of a draft anew. */
    regenerate: TRPCMutationProcedure<{ input: QuizRegenerateInput; output: QuizRegenerateOutput; meta: object }>;
    /** Shows how readers answered a quiz. */
    statistics: TRPCQueryProcedure<{ input: QuizStatisticsInput; output: QuizStatisticsOutput; meta: object }>;
    /** Shows whether readers have the quiz of today. */
    today: TRPCQueryProcedure<{ input: void; output: QuizTodayOutput; meta: object }>;
    /** Shows how readers did at the quizzes of some days. */
    trends: TRPCQueryProcedure<{ input: QuizTrendsInput; output: QuizTrendsOutput; meta: object }>;
    /** Unpublishes a quiz, with a reason: once readers answered it, only counts their attempts, unless `expected` is the total. */
    unpublish: TRPCMutationProcedure<{ input: QuizUnpublishInput; output: QuizUnpublishOutput; meta: object }>;
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
      discard: TRPCMutationProcedure<{ input: RepliesDraftsDiscardInput; output: RepliesDraftsDiscardOutput; meta: object }>;
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
    /** Shows how long first replies and resolutions took, by category, agent or all. */
    responseTimes: TRPCQueryProcedure<{ input: ReportsResponseTimesInput; output: ReportsResponseTimesOutput; meta: object }>;
    /** Sums a week up: tickets, first replies, quiz, readers. */
    summary: TRPCQueryProcedure<{ input: ReportsSummaryInput | undefined; output: ReportsSummaryOutput; meta: object }>;
    /** Draws tickets over time. */
    timeSeries: TRPCQueryProcedure<{ input: ReportsTimeSeriesInput | undefined; output: ReportsTimeSeriesOutput; meta: object }>;
  };
  rules: {
    /** Deletes a rule. */
    delete: TRPCMutationProcedure<{ input: RulesDeleteInput; output: RulesDeleteOutput; meta: object }>;
    /** Lists the rules in the order in which they are tried. */
    list: TRPCQueryProcedure<{ input: RulesListInput | undefined; output: RulesListOutput; meta: object }>;
    /** Shows what a rule would match among the newest 10 000 tickets of some days, as far as three seconds reach. */
    preview: TRPCQueryProcedure<{ input: RulesPreviewInput; output: RulesPreviewOutput; meta: object }>;
    /** Saves a rule: a macro that runs on the messages of readers that match. */
    save: TRPCMutationProcedure<{ input: RulesSaveInput; output: RulesSaveOutput; meta: object }>;
  };
  sessions: {
    /** Ends a session of the console. */
    end: TRPCMutationProcedure<{ input: SessionsEndInput; output: undefined; meta: object }>;
    /** Lists sessions of the console: the caller's own, for administrators all. */
    list: TRPCQueryProcedure<{ input: SessionsListInput | undefined; output: SessionsListOutput; meta: object }>;
  };
  streaks: {
    /** Credits a day to a reader, with a reason. */
    addDay: TRPCMutationProcedure<{ input: StreaksAddDayInput; output: StreaksAddDayOutput; meta: object }>;
    /** Credits a day to everybody whose streak broke on it, with a reason: only counts, unless `expected` is the total. */
    addDayForAll: TRPCMutationProcedure<{ input: StreaksAddDayForAllInput; output: StreaksAddDayForAllOutput; meta: object }>;
    dayForAll: {
      /** Lists the days that were given to all, newest first. */
      list: TRPCQueryProcedure<{ input: StreaksDayForAllListInput | undefined; output: StreaksDayForAllListOutput; meta: object }>;
      /** Takes a day that was given to all from those who did not get it otherwise: only counts, unless `expected` is the total. */
      undo: TRPCMutationProcedure<{ input: StreaksDayForAllUndoInput; output: StreaksDayForAllUndoOutput; meta: object }>;
    };
    /** Shows the streak of a reader. */
    get: TRPCQueryProcedure<{ input: StreaksGetInput; output: StreaksGetOutput; meta: object }>;
    /** Shows the global ranking. */
    globalRanking: TRPCQueryProcedure<{ input: void; output: StreaksGlobalRankingOutput; meta: object }>;
    /** Imports up to 5,000 readings at once; `refused` lists the indexes of those that count no day. */
    importReadings: TRPCMutationProcedure<{ input: StreaksImportReadingsInput; output: StreaksImportReadingsOutput; meta: object }>;
    /** Lists readers and their streaks, the longest first. */
    list: TRPCQueryProcedure<{ input: StreaksListInput | undefined; output: StreaksListOutput; meta: object }>;
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
    /** Counts, of those who first read in a week, who read in each week after it. */
    retention: TRPCQueryProcedure<{ input: StreaksRetentionInput | undefined; output: StreaksRetentionOutput; meta: object }>;
  };
  tags: {
    /** Creates a tag. */
    create: TRPCMutationProcedure<{ input: TagsCreateInput; output: TagsCreateOutput; meta: object }>;
    /** Deletes a tag that no ticket uses. */
    delete: TRPCMutationProcedure<{ input: TagsDeleteInput; output: TagsDeleteOutput; meta: object }>;
    /** Lists tags alphabetically. */
    list: TRPCQueryProcedure<{ input: TagsListInput | undefined; output: TagsListOutput; meta: object }>;
    /** Changes a tag. */
    update: TRPCMutationProcedure<{ input: TagsUpdateInput; output: TagsUpdateOutput; meta: object }>;
  };
  team: {
    /** Lists the team and who signed in during the last 30 days. */
    list: TRPCQueryProcedure<{ input: TeamListInput | undefined; output: TeamListOutput; meta: object }>;
    /** Gives an e-mail a role in the team, or takes it away. The role stays if the mail of `invite` is refused. */
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
    /** Changes many tickets, with an outcome for each: only counts those of a filter, unless `expected` is their number. */
    bulk: TRPCMutationProcedure<{ input: TicketsBulkInput; output: TicketsBulkOutput; meta: object }>;
    composing: {
      /** Discards what the caller is writing on a ticket. */
      discard: TRPCMutationProcedure<{ input: TicketsComposingDiscardInput; output: TicketsComposingDiscardOutput; meta: object }>;
      /** Shows what the caller is writing on a ticket. */
      get: TRPCQueryProcedure<{ input: TicketsComposingGetInput; output: TicketsComposingGetOutput; meta: object }>;
      /** Saves what the caller is writing on a ticket. */
      save: TRPCMutationProcedure<{ input: TicketsComposingSaveInput; output: TicketsComposingSaveOutput; meta: object }>;
    };
    /** Counts the tickets of up to 20 filters. */
    counts: TRPCQueryProcedure<{ input: TicketsCountsInput; output: TicketsCountsOutput; meta: object }>;
    /** Opens a ticket with its first message. */
    create: TRPCMutationProcedure<{ input: TicketsCreateInput; output: TicketsCreateOutput; meta: object }>;
    /** Edits a ticket. */
    edit: TRPCMutationProcedure<{ input: TicketsEditInput; output: TicketsEditOutput; meta: object }>;
    /** Exports tickets that were opened on civil days, oldest first, as `tickets.import` takes them; merged ones within the ticket that took them. */
    export: TRPCMutationProcedure<{ input: TicketsExportInput; output: TicketsExportOutput; meta: object }>;
    /** Mails a message to people outside; what they answer becomes a note, the reader gets neither. */
    forward: TRPCMutationProcedure<{ input: TicketsForwardInput; output: TicketsForwardOutput; meta: object }>;
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
    /** Merges a ticket into another, for good: only counts what would move, unless `expected` is the total. */
    merge: TRPCMutationProcedure<{ input: TicketsMergeInput; output: TicketsMergeOutput; meta: object }>;
    /** Lists what a ticket may be merged into: the open tickets of its requester, and tickets that look alike. */
    mergeCandidates: TRPCQueryProcedure<{ input: TicketsMergeCandidatesInput; output: TicketsMergeCandidatesOutput; meta: object }>;
    /** Lists the messages and notes of a ticket, newest first. */
    messages: TRPCQueryProcedure<{ input: TicketsMessagesInput; output: TicketsMessagesOutput; meta: object }>;
    /** Shows who else has a ticket open, and shows the caller to them. */
    presence: TRPCMutationProcedure<{ input: TicketsPresenceInput; output: TicketsPresenceOutput; meta: object }>;
    /** Lists open tickets that wait for a reply, longest waiting first. */
    queue: TRPCQueryProcedure<{ input: TicketsQueueInput | undefined; output: TicketsQueueOutput; meta: object }>;
    /** Removes a tag from a ticket. */
    removeTag: TRPCMutationProcedure<{ input: TicketsRemoveTagInput; output: TicketsRemoveTagOutput; meta: object }>;
    /** Replies to a ticket, by mail if asked. */
    reply: TRPCMutationProcedure<{ input: TicketsReplyInput; output: TicketsReplyOutput; meta: object }>;
    /** Changes the status of a ticket. */
    setStatus: TRPCMutationProcedure<{ input: TicketsSetStatusInput; output: undefined; meta: object }>;
    /** Takes tickets out of the queue until a moment, or until their reader writes; null brings them back. */
    snooze: TRPCMutationProcedure<{ input: TicketsSnoozeInput; output: TicketsSnoozeOutput; meta: object }>;
    /** Takes back the caller's change of many tickets within ten minutes, where nobody has changed them since; `outcomes` names the others. */
    undoChange: TRPCMutationProcedure<{ input: TicketsUndoChangeInput; output: TicketsUndoChangeOutput; meta: object }>;
  };
  tokens: {
    /** Makes a key for a program, with at most the caller’s rights; shows it once. */
    create: TRPCMutationProcedure<{ input: TokensCreateInput; output: TokensCreateOutput; meta: object }>;
    /** Lists keys and revocations of tokens, newest first. */
    list: TRPCQueryProcedure<{ input: TokensListInput; output: TokensListOutput; meta: object }>;
    /** Ends a key, the tokens, keys and sessions of a person, or one token. */
    revoke: TRPCMutationProcedure<{ input: TokensRevokeInput; output: TokensRevokeOutput; meta: object }>;
  };
  views: {
    /** Deletes a saved filter of tickets. */
    delete: TRPCMutationProcedure<{ input: ViewsDeleteInput; output: ViewsDeleteOutput; meta: object }>;
    /** Lists the caller's saved filters of tickets and the shared ones. */
    list: TRPCQueryProcedure<{ input: ViewsListInput | undefined; output: ViewsListOutput; meta: object }>;
    /** Saves a filter of tickets. */
    save: TRPCMutationProcedure<{ input: ViewsSaveInput; output: ViewsSaveOutput; meta: object }>;
  };
  webhooks: {
    /** Registers an outgoing webhook. */
    create: TRPCMutationProcedure<{ input: WebhooksCreateInput; output: WebhooksCreateOutput; meta: object }>;
    /** Deletes an outgoing webhook. */
    delete: TRPCMutationProcedure<{ input: WebhooksDeleteInput; output: WebhooksDeleteOutput; meta: object }>;
    /** Lists deliveries of a webhook. */
    deliveries: TRPCQueryProcedure<{ input: WebhooksDeliveriesInput; output: WebhooksDeliveriesOutput; meta: object }>;
    /** Sends to a disabled webhook again. */
    enable: TRPCMutationProcedure<{ input: WebhooksEnableInput; output: undefined; meta: object }>;
    /** Lists outgoing webhooks. */
    list: TRPCQueryProcedure<{ input: WebhooksListInput | undefined; output: WebhooksListOutput; meta: object }>;
    /** Delivers an event again, or all since a moment. */
    replay: TRPCMutationProcedure<{ input: WebhooksReplayInput; output: WebhooksReplayOutput; meta: object }>;
    /** Rotates the secret of a webhook. */
    rotate: TRPCMutationProcedure<{ input: WebhooksRotateInput; output: WebhooksRotateOutput; meta: object }>;
    /** Gives up an event that waits for a webhook. */
    skip: TRPCMutationProcedure<{ input: WebhooksSkipInput; output: undefined; meta: object }>;
    /** Sends a test event to a webhook now. */
    test: TRPCMutationProcedure<{ input: WebhooksTestInput; output: WebhooksTestOutput; meta: object }>;
    /** Changes an outgoing webhook. */
    update: TRPCMutationProcedure<{ input: WebhooksUpdateInput; output: undefined; meta: object }>;
  };
}

/** Fields that every procedure has. */
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
