import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TRPCClientError } from '@trpc/client';
import type { Entry, Journal } from './journal.ts';
import type { Site } from './site.ts';

/** What the load knows while it runs. */
export interface Desk {
  site: Site;
  journal: Journal;
  /** The quiz that readers answer, with what is right and what is wrong. */
  quiz: { id: string; right: Answered[]; wrong: Answered[] };
  /** Tickets to write on: the latest that were acknowledged. */
  tickets: number[];
  /** Attachments to read back, with the SHA-256 of their bytes. */
  attachments: { id: number; sha256: string }[];
  /** How many attachments have been acknowledged. */
  uploaded: number;
  /** Counts what has been begun. */
  next: () => number;
  /** What was read back and was not what had been written. */
  misread: string[];
}

interface Answered {
  fieldId: string;
  answer: string;
}

const kept = 100;
const keep = <T>(list: T[], item: T): void => {
  list.push(item);
  if (list.length > kept) list.shift();
};

/** One of them, at random; undefined where there is none. */
export const oneOf = <T>(list: readonly T[]): T | undefined =>
  list[Math.floor(Math.random() * list.length)];

export const sha256Of = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** The outcome of a write, by its status: a success, a refusal, or neither; undefined where no answer came. */
const settle = (entry: Entry, status: number | undefined): void => {
  if (status === undefined) return;
  if (status < 400) entry.acknowledge();
  else if (status < 500 && status !== 409) entry.refuse();
};

/** Calls the internal API for a write. Answers what it answered, or undefined. */
const callFor = async <T>(entry: Entry, call: () => Promise<T>): Promise<T | undefined> => {
  try {
    const answer = await call();
    entry.acknowledge();
    return answer;
  } catch (error) {
    if (error instanceof TRPCClientError) settle(entry, error.data?.httpStatus);
    return undefined;
  }
};

const tries = 4;
const pauseMs = 300;

/** Sends a request under one key until it has an answer that settles it, or patience ends; answers the success, if one came. */
const insist = async <T extends { status: number }>(
  send: (headers: { 'idempotency-key': string }) => Promise<T>,
  onRefusal: () => void,
): Promise<T | undefined> => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const answer = await send(headers).catch(() => undefined);
    if (answer && answer.status < 400) return answer;
    // Refused at the first try, it cannot be there; later, an earlier try may have done it.
    if (answer && answer.status < 500 && attempt === 1) onRefusal();
    if (answer && answer.status < 500) return undefined;
    await pause(pauseMs);
  }
  return undefined;
};

const openTicket = async (desk: Desk): Promise<{ id: number; key: string } | undefined> => {
  const key = `ticket-${desk.next()}`;
  const entry = desk.journal.write('ticket', key, key);
  const ticket = await callFor(entry, () =>
    desk.site.trpc().tickets.create.mutate({
      subject: key,
      body: key,
      main: oneOf(['Entrega', 'Financeiro', 'Conta']) ?? '',
      requesterEmail: `${key}@exemplo.com.br`,
    }),
  );
  return ticket && { id: ticket.id, key };
};

const ticket = async (desk: Desk): Promise<void> => {
  const opened = await openTicket(desk);
  if (opened) keep(desk.tickets, opened.id);
};

const message = async (desk: Desk): Promise<void> => {
  const id = oneOf(desk.tickets);
  if (id === undefined) return;
  const key = `message-${desk.next()}`;
  const entry = desk.journal.write('message', key, String(id));
  await callFor(entry, () =>
    desk.site.trpc().tickets.addMessage.mutate({ id, author: 'Ana', origin: 'agent', body: key }),
  );
};

const readers = 200;
const dayMs = 86_400_000;

/** A day of one of the readers, each day once. */
const reading = async (desk: Desk): Promise<void> => {
  const count = desk.next();
  const email = `leitor-${count % readers}@exemplo.com.br`;
  const day = new Date(Date.UTC(2000, 0, 1, 12) + Math.floor(count / readers) * dayMs);
  const key = `${email} ${day.toISOString().slice(0, 10)}`;
  const entry = desk.journal.write('reading', key, '');
  await callFor(entry, () =>
    desk.site.trpc().streaks.recordReading.mutate({ email, at: day.toISOString() }),
  );
};

const attempt = async (desk: Desk): Promise<void> => {
  const email = `quiz-${desk.next()}@exemplo.com.br`;
  const passes = Math.random() < 0.7;
  const entry = desk.journal.write('attempt', email, passes ? 'passed' : 'failed');
  const client = await desk.site.client({ role: 'reader', email });
  const body = { quizId: desk.quiz.id, answers: passes ? desk.quiz.right : desk.quiz.wrong };
  const answer = await insist((headers) => client.submitQuiz({ headers, body }), entry.refuse);
  if (answer) entry.acknowledge();
};

const maxBytes = 200_000;

const attachment = async (desk: Desk): Promise<void> => {
  const id = oneOf(desk.tickets);
  if (id === undefined) return;
  const name = `anexo-${desk.next()}.txt`;
  const contents = randomBytes(Math.ceil((Math.random() * maxBytes) / 2)).toString('hex');
  const sha256 = sha256Of(contents);
  const entry = desk.journal.write('attachment', name, sha256);
  const client = await desk.site.client({ role: 'agent' });
  const answer = await insist(
    (headers) =>
      client.uploadAttachments({
        params: { id },
        headers,
        body: { arquivo: new File([contents], name, { type: 'text/plain' }) },
      }),
    entry.refuse,
  );
  if (answer?.status !== 201 || Array.isArray(answer.body.data)) return;
  entry.acknowledge();
  desk.uploaded += 1;
  keep(desk.attachments, { id: answer.body.data.id, sha256 });
};

const tag = async (desk: Desk): Promise<void> => {
  const name = `tag-${desk.next()}`;
  const entry = desk.journal.write('tag', name, '#336699');
  const client = await desk.site.client({ role: 'agent' });
  const body = { name, color: '#336699', isDefault: Math.random() < 0.2 };
  settle(entry, (await client.createTag({ body }).catch(() => undefined))?.status);
};

/** Two tickets and a batch that answers them, with a mail each. */
const batch = async (desk: Desk): Promise<void> => {
  const opened = await Promise.all([openTicket(desk), openTicket(desk)]);
  const lines = opened
    .filter((one) => one !== undefined)
    .map(({ id, key }) => ({
      id,
      reply: desk.journal.write('reply', key, 'ai'),
      mail: desk.journal.write('mail', `${key}@exemplo.com.br`, ''),
    }));
  if (lines.length === 0) return;
  const client = await desk.site.client({ role: 'agent' });
  const body = { support_ids: lines.map(({ id }) => id), salvar: true, enviar_email: true };
  const answer = await insist(
    (headers) => client.createBatchReplies({ headers, body }),
    () => {
      for (const { reply, mail } of lines) {
        reply.refuse();
        mail.refuse();
      }
    },
  );
  if (answer?.status !== 200 || answer.body.data.modo !== 'lote_com_salvamento') return;
  for (const result of answer.body.data.resultados) {
    const line = lines.find(({ id }) => id === result.ticket_id);
    if (result.resposta_salva) line?.reply.acknowledge();
    if (result.email_enviado) line?.mail.acknowledge();
  }
};

const download = async (desk: Desk): Promise<void> => {
  const known = oneOf(desk.attachments);
  if (!known) return;
  const client = await desk.site.client({ role: 'agent' });
  const answer = await client
    .downloadAttachment({ params: { attachmentId: known.id } })
    .catch(() => undefined);
  if (answer?.status === 404) desk.misread.push(`${known.id} is gone`);
  if (answer?.status !== 200) return;
  const bytes = await answer.body.bytes().catch(() => undefined);
  if (bytes && sha256Of(bytes) !== known.sha256) desk.misread.push(`${known.id} is altered`);
};

const look = async (desk: Desk): Promise<void> => {
  const client = await desk.site.client({ role: 'agent' });
  const id = oneOf(desk.tickets);
  if (id === undefined) return;
  const looks = [
    () => client.listTags(),
    () => client.getGlobalRanking(),
    () => client.listTicketAttachments({ params: { id } }),
    () => client.getTicketTimeSeries({ query: {} }),
    () => client.getReportFilters(),
    () => client.getQuiz({ params: { id: desk.quiz.id } }),
  ];
  await oneOf(looks)?.().catch(() => undefined);
};

/** Everything the load does, each as often as it is named. */
export const operations = {
  ticket,
  message,
  reading,
  attempt,
  attachment,
  tag,
  batch,
  download,
  look,
} satisfies Record<string, (desk: Desk) => Promise<void>>;
export type Operation = keyof typeof operations;

/** The usual mix. */
export const usualMix: readonly Operation[] = [
  ...Array<Operation>(2).fill('ticket'),
  ...Array<Operation>(3).fill('message'),
  ...Array<Operation>(4).fill('reading'),
  ...Array<Operation>(4).fill('attempt'),
  ...Array<Operation>(2).fill('attachment'),
  'tag',
  'batch',
  'download',
  ...Array<Operation>(2).fill('look'),
];
