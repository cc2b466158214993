import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TRPCClientError } from '@trpc/client';
import { dayMs } from '../../server/core/civil-time.ts';
import type { FaultEnvironment } from './fault-environment.ts';
import type { Entry, Journal } from './journal.ts';

/** State shared by the operations of a load. */
export interface LoadState {
  environment: FaultEnvironment;
  journal: Journal;
  /** The quiz that readers submit, with passing and failing answers. */
  quiz: { id: string; right: Answered[]; wrong: Answered[] };
  /** The ids of the latest acknowledged tickets. */
  tickets: number[];
  /** Attachments to download again, with the SHA-256 of their bytes. */
  attachments: { id: number; sha256: string }[];
  /** The number of acknowledged attachments. */
  uploaded: number;
  /** Returns the next sequence number. */
  next: () => number;
  /** The downloads that differ from their uploads. */
  misread: string[];
}

interface Answered {
  fieldId: string;
  answer: string;
}

const maxRemembered = 100;
const remember = <T>(list: T[], item: T): void => {
  list.push(item);
  if (list.length > maxRemembered) list.shift();
};

/** A random item; undefined for an empty list. */
export const pickRandom = <T>(list: readonly T[]): T | undefined =>
  list[Math.floor(Math.random() * list.length)];

export const sha256Of = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Settles a write by its response status; without a response it stays in doubt. */
const settle = (entry: Entry, status: number | undefined): void => {
  if (status === undefined) return;
  if (status < 400) entry.acknowledge();
  else if (status < 500 && status !== 409) entry.refuse();
};

/** Makes a write through the internal API; returns its result, or undefined if it failed. */
const callFor = async <T>(entry: Entry, call: () => Promise<T>): Promise<T | undefined> => {
  try {
    const response = await call();
    entry.acknowledge();
    return response;
  } catch (error) {
    if (error instanceof TRPCClientError) settle(entry, error.data?.httpStatus);
    return undefined;
  }
};

const tries = 4;
const pauseMs = 300;

/**
 * Retries a request with one idempotency key until a response settles it; returns the successful
 * response, if any.
 */
const sendUntilSettled = async <T extends { status: number }>(
  send: (headers: { 'idempotency-key': string }) => Promise<T>,
  onRefusal: () => void,
): Promise<T | undefined> => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const response = await send(headers).catch(() => undefined);
    if (response && response.status < 400) return response;
    // A refused first attempt was not applied; a refused later attempt may follow one that was applied.
    if (response && response.status < 500 && attempt === 1) onRefusal();
    if (response && response.status < 500) return undefined;
    await pause(pauseMs);
  }
  return undefined;
};

const openTicket = async (state: LoadState): Promise<{ id: number; key: string } | undefined> => {
  const key = `ticket-${state.next()}`;
  const entry = state.journal.write('ticket', key, key);
  const ticket = await callFor(entry, () =>
    state.environment.trpc().tickets.create.mutate({
      subject: key,
      body: key,
      main: pickRandom(['Entrega', 'Financeiro', 'Conta']) ?? '',
      requesterEmail: `${key}@exemplo.com.br`,
    }),
  );
  return ticket && { id: ticket.id, key };
};

const ticket = async (state: LoadState): Promise<void> => {
  const opened = await openTicket(state);
  if (opened) remember(state.tickets, opened.id);
};

const message = async (state: LoadState): Promise<void> => {
  const id = pickRandom(state.tickets);
  if (id === undefined) return;
  const key = `message-${state.next()}`;
  const entry = state.journal.write('message', key, String(id));
  await callFor(entry, () =>
    state.environment
      .trpc()
      .tickets.addMessage.mutate({ id, author: 'Ana', origin: 'agent', body: key }),
  );
};

const readers = 200;

/** Credits a reader with a day that no other operation credits. */
const reading = async (state: LoadState): Promise<void> => {
  const count = state.next();
  const email = `leitor-${count % readers}@exemplo.com.br`;
  const day = new Date(Date.UTC(2000, 0, 1, 12) + Math.floor(count / readers) * dayMs);
  const key = `${email} ${day.toISOString().slice(0, 10)}`;
  const entry = state.journal.write('reading', key, '');
  await callFor(entry, () =>
    state.environment.trpc().streaks.recordReading.mutate({ email, at: day.toISOString() }),
  );
};

const attempt = async (state: LoadState): Promise<void> => {
  const email = `quiz-${state.next()}@exemplo.com.br`;
  const passes = Math.random() < 0.7;
  const entry = state.journal.write('attempt', email, passes ? 'passed' : 'failed');
  const client = await state.environment.client({ role: 'reader', email });
  const body = { quizId: state.quiz.id, answers: passes ? state.quiz.right : state.quiz.wrong };
  const response = await sendUntilSettled(
    (headers) => client.submitQuiz({ headers, body }),
    entry.refuse,
  );
  if (response) entry.acknowledge();
};

const maxBytes = 200_000;

const attachment = async (state: LoadState): Promise<void> => {
  const id = pickRandom(state.tickets);
  if (id === undefined) return;
  const name = `anexo-${state.next()}.txt`;
  const contents = randomBytes(Math.ceil((Math.random() * maxBytes) / 2)).toString('hex');
  const sha256 = sha256Of(contents);
  const entry = state.journal.write('attachment', name, sha256);
  const client = await state.environment.client({ role: 'agent' });
  const response = await sendUntilSettled(
    (headers) =>
      client.uploadAttachments({
        params: { id },
        headers,
        body: { arquivo: new File([contents], name, { type: 'text/plain' }) },
      }),
    entry.refuse,
  );
  if (response?.status !== 201 || Array.isArray(response.body.data)) return;
  entry.acknowledge();
  state.uploaded += 1;
  remember(state.attachments, { id: response.body.data.id, sha256 });
};

const tag = async (state: LoadState): Promise<void> => {
  const name = `tag-${state.next()}`;
  const entry = state.journal.write('tag', name, '#336699');
  const client = await state.environment.client({ role: 'agent' });
  const body = { name, color: '#336699', isDefault: Math.random() < 0.2 };
  settle(entry, (await client.createTag({ body }).catch(() => undefined))?.status);
};

/** Opens two tickets and replies to both in a batch with mails. */
const batch = async (state: LoadState): Promise<void> => {
  const opened = await Promise.all([openTicket(state), openTicket(state)]);
  const lines = opened
    .filter((one) => one !== undefined)
    .map(({ id, key }) => ({
      id,
      reply: state.journal.write('reply', key, 'ai'),
      mail: state.journal.write('mail', `${key}@exemplo.com.br`, ''),
    }));
  if (lines.length === 0) return;
  const client = await state.environment.client({ role: 'agent' });
  const body = { support_ids: lines.map(({ id }) => id), salvar: true, enviar_email: true };
  const response = await sendUntilSettled(
    (headers) => client.createBatchReplies({ headers, body }),
    () => {
      for (const { reply, mail } of lines) {
        reply.refuse();
        mail.refuse();
      }
    },
  );
  if (response?.status !== 200 || response.body.data.modo !== 'lote_com_salvamento') return;
  for (const result of response.body.data.resultados) {
    const line = lines.find(({ id }) => id === result.ticket_id);
    if (result.resposta_salva) line?.reply.acknowledge();
    if (result.email_enviado) line?.mail.acknowledge();
  }
};

const download = async (state: LoadState): Promise<void> => {
  const known = pickRandom(state.attachments);
  if (!known) return;
  const client = await state.environment.client({ role: 'agent' });
  const response = await client
    .downloadAttachment({ params: { attachmentId: known.id } })
    .catch(() => undefined);
  if (response?.status === 404) state.misread.push(`${known.id} is gone`);
  if (response?.status !== 200) return;
  const bytes = await response.body.bytes().catch(() => undefined);
  if (bytes && sha256Of(bytes) !== known.sha256) state.misread.push(`${known.id} is altered`);
};

const look = async (state: LoadState): Promise<void> => {
  const client = await state.environment.client({ role: 'agent' });
  const id = pickRandom(state.tickets);
  if (id === undefined) return;
  const looks = [
    () => client.listTags(),
    () => client.getGlobalRanking(),
    () => client.listTicketAttachments({ params: { id } }),
    () => client.getTicketTimeSeries({ query: {} }),
    () => client.getReportFilters(),
    () => client.getQuiz({ params: { id: state.quiz.id } }),
  ];
  await pickRandom(looks)?.().catch(() => undefined);
};

/** All operations by name. */
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
} satisfies Record<string, (state: LoadState) => Promise<void>>;
export type Operation = keyof typeof operations;

/** The default mix. An operation's share is the number of times it is listed. */
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
