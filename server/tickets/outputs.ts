import { z } from 'zod';
import { TicketStatus } from '../../contract/index.ts';
import { FieldChange } from '../audit/outputs.ts';
import { MailState } from '../outbox/outputs.ts';
import { listOf, moment } from '../trpc/fields.ts';

export const Ticket = z.object({
  id: z.number(),
  subject: z.string(),
  status: TicketStatus,
  main: z.string(),
  issue: z.string().nullable(),
  newsletter: z.string().nullable(),
  requesterEmail: z.string().nullable(),
  requesterName: z.string().nullable(),
  followsId: z.number().nullable(),
  assigneeEmail: z.string().nullable(),
  mergedInto: z.number().nullable(),
  createdAt: moment,
  updatedAt: moment,
});

const attachments = z.array(
  z.object({
    id: z.number(),
    nomeArquivo: z.string(),
    tipoArquivo: z.string(),
    tamanhoArquivo: z.number(),
    inline: z.boolean().describe('Its mail shows it in its text'),
  }),
);

const Message = z.object({
  id: z.number(),
  author: z.string(),
  origin: z.enum(['agent', 'requester', 'ai']),
  body: z.string(),
  folded: z.string().nullable().describe('What a reader quoted'),
  notice: z.string().nullable(),
  mail: MailState.nullable(),
  cc: z.array(z.object({ email: z.string(), name: z.string().nullable() })),
  attachments,
  hasOriginal: z.boolean().describe('GET /console/messages/{id}/original shows its mail'),
  automatic: z.boolean().describe('No person wrote it for this ticket'),
  createdAt: moment,
});

const Note = z.object({
  id: z.number(),
  author: z.string(),
  body: z.string(),
  inPrompt: z.boolean(),
  mentions: z.array(z.string()).describe('The e-mails of those whom it mentions'),
  forwardedTo: z
    .array(z.string())
    .describe('To whom it says that a message was forwarded; their answers are notes, too'),
  mail: MailState.nullable().describe('Of a forward'),
  folded: z.string().nullable().describe('What the writer of an answer by mail quoted'),
  notice: z.string().nullable(),
  attachments,
  createdAt: moment,
});

const Tag = z.object({ id: z.number(), name: z.string(), color: z.string() });

/** A ticket with its newest messages and notes. */
export const TicketThread = Ticket.extend({
  messages: z.array(Message),
  notes: z.array(Note),
  messagesCursor: z
    .string()
    .nullable()
    .describe('Where tickets.messages goes on with what is older'),
  tags: z.array(Tag),
  later: z
    .array(
      z.object({
        mailId: z.number(),
        author: z.string(),
        html: z.string(),
        resolve: z.boolean(),
        sendsAt: moment,
        heldAt: moment.nullable().describe('It does not leave: the reader wrote before'),
      }),
    )
    .describe('Replies that are saved and sent later'),
  snoozedUntil: moment.nullable(),
  replyAll: z
    .array(z.string())
    .describe('Who got or wrote the last mail of readers, but for the requester and the team'),
});
export type TicketThread = z.output<typeof TicketThread>;

export const ThreadItems = listOf(
  z.discriminatedUnion('kind', [
    Message.extend({ kind: z.literal('message') }),
    Note.extend({ kind: z.literal('note') }),
  ]),
);
export type ThreadItems = z.output<typeof ThreadItems>;
export type ThreadItem = ThreadItems['items'][number];

export const TicketEvents = listOf(
  z.object({
    id: z.string(),
    at: moment,
    author: z.string().describe('An e-mail, or the name of a job or service account'),
    action: z.string(),
    changes: z.array(FieldChange),
  }),
);
export type TicketEvents = z.output<typeof TicketEvents>;

const rowDetails = {
  snippet: z.string().describe('How the newest message of the requester begins'),
  tags: z.array(Tag),
  attachmentCount: z.number(),
  hasDraft: z.boolean().describe('A draft of the model waits for a decision'),
  returned: z.boolean().describe('It came back from a snooze, and nobody has handled it since'),
};

export const ListedTickets = listOf(
  Ticket.extend({
    waitingSince: moment.nullable(),
    waitingSeconds: z.number().nullable(),
    mail: MailState.nullable().describe('Of the last message'),
    ...rowDetails,
    snoozedUntil: moment.nullable(),
    matched: z.string().nullable().describe('The passage of a message that the search found'),
  }),
);
export type ListedTickets = z.output<typeof ListedTickets>;

export const QueuedTickets = listOf(
  Ticket.pick({
    id: true,
    subject: true,
    status: true,
    main: true,
    requesterEmail: true,
    requesterName: true,
    assigneeEmail: true,
  }).extend({ waitingSince: moment, waitingSeconds: z.number(), ...rowDetails }),
);
export type QueuedTickets = z.output<typeof QueuedTickets>;

export const MergeCandidates = listOf(
  Ticket.pick({
    id: true,
    subject: true,
    status: true,
    requesterEmail: true,
    requesterName: true,
    createdAt: true,
  }).extend({ sameRequester: z.boolean() }),
);
export type MergeCandidates = z.output<typeof MergeCandidates>;

export const TicketCounts = z.object({ counts: z.array(z.number()).describe('One a filter') });

export const NewTicketIds = z.object({ id: z.number(), messageId: z.number() });

const changeId = z.string().describe('tickets.undoChange takes it back within ten minutes');

export const Bulk = z.object({
  dryRun: z.boolean(),
  total: z.number(),
  changeId: changeId.optional(),
  outcomes: z.array(
    z.discriminatedUnion('ok', [
      z.object({ id: z.number(), ok: z.literal(true) }),
      z.object({ id: z.number(), ok: z.literal(false), reason: z.string() }),
    ]),
  ),
});
export type Bulk = z.output<typeof Bulk>;

const NamedOutcome = z.object({
  ticketId: z.number(),
  ok: z.boolean(),
  reason: z.string().optional().describe('Why not, or what could not be taken back'),
});
export type NamedOutcome = z.output<typeof NamedOutcome>;
const changeOutcomes = z.array(NamedOutcome);

export const UndoneChange = z.object({ outcomes: changeOutcomes });

export const MacroRun = z
  .discriminatedUnion('dryRun', [
    z.object({
      dryRun: z.literal(true),
      total: z.number(),
      newestMessageId: z.number().nullable().describe('Of these tickets, for `lastSeenMessageId`'),
    }),
    z.object({ dryRun: z.literal(false), total: z.number(), changeId, outcomes: changeOutcomes }),
  ])
  // Tools of the Model Context Protocol return objects: zod names the type of its variants alone.
  .meta({ type: 'object' });

export const ExportedTickets = listOf(
  z
    .looseObject({ externalId: z.string(), subject: z.string(), status: TicketStatus })
    .describe('What tickets.import takes'),
);

export const ImportOutcome = z.object({
  imported: z.number(),
  known: z.number(),
  newTags: z.array(z.string()),
  refused: z.array(z.object({ index: z.number(), reason: z.string() })),
});
export type ImportOutcome = z.output<typeof ImportOutcome>;

export const MailedMessage = z.object({ mailId: z.number(), mail: MailState });

export const SentReply = z.object({
  messageId: z.number().describe('0 with `sendAt`: there is no message yet'),
  mailId: z.number().optional(),
  sendsAt: moment.optional().describe('Until then it can be taken back'),
  mail: MailState,
});
export type SentReply = z.output<typeof SentReply>;

export const SentForward = z.object({
  noteId: z.number(),
  mailId: z.number(),
  sendsAt: moment.describe('Until then it can be taken back'),
  mail: MailState,
});
export type SentForward = z.output<typeof SentForward>;

export const Composing = z.object({
  html: z.string().nullable(),
  revision: z.number(),
  savedAt: moment.nullable(),
});

export const ComposingRevision = Composing.pick({ revision: true });

export const Presence = z.object({
  others: z.array(
    z.object({
      email: z.string(),
      name: z.string().nullable(),
      state: z.enum(['viewing', 'typing']),
    }),
  ),
});
