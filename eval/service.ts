import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { DatabaseLocation } from '../db/connection/database.ts';
import { startService } from '../server/boot.ts';
import { parseConfig } from '../server/config/config.ts';
import type { ModelEndpoint } from '../server/config/models.ts';
import type { CheckedContext } from '../server/core/context.ts';
import { createQuickReply } from '../server/quick-replies/service.ts';
import { addMessage, createTicket, setTicketStatus } from '../server/tickets/service.ts';
import type { Topic } from './data.ts';

/** The variables that name the models. */
export type EvalEnv = Record<string, string | undefined>;

/** A service on an empty embedded database. */
export interface EvalService {
  ctx: CheckedContext;
  /** The language model; undefined: none is configured. */
  model: ModelEndpoint | undefined;
  /** Opens a ticket; its id. */
  open: (ticket: {
    subject: string;
    text: string;
    main?: string;
    issue?: string;
    requesterName?: string;
  }) => Promise<number>;
  /** Answers a ticket and settles it. */
  settle: (id: number, answer: string) => Promise<void>;
  /** Creates a quick reply; its id. */
  addQuickReply: (reply: { title: string; content: string }) => Promise<number>;
  /** Makes all settled tickets and quick replies searchable. */
  prepareSearch: () => Promise<void>;
  /** Tokens of the models so far, as their servers counted them. */
  tokens: () => Promise<number>;
  close: () => Promise<void>;
}

/**
 * Starts one with the models that the variables name, in a temporary folder or on an empty
 * database; no variable of another part of the service is read.
 */
export const startEvalService = async (
  env: EvalEnv,
  database?: DatabaseLocation,
): Promise<EvalService> => {
  const directory = await mkdtemp(join(tmpdir(), 'leitor-eval-'));
  const models = Object.fromEntries(
    Object.entries(env).filter(([name]) =>
      /^(OPENAI|EMBEDDINGS|MODEL|AUTO_REPLY|REPLY)_/.test(name),
    ),
  );
  const config = parseConfig({
    ...models,
    NODE_ENV: 'test',
    PORT: '0',
    INTERNAL_PORT: '0',
    DATA_DIR: directory,
    AUTH_JWT_SECRET: crypto.randomUUID() + crypto.randomUUID(),
  });
  const service = await startService(config, pino({ level: 'warn' }, pino.destination(2)), {
    jobs: { scheduled: false, catchUp: false },
    ...(database && { database }),
  });
  const ctx = service.contextFor('eval');
  return {
    ctx,
    model: config.llm,
    open: async ({ subject, text, main = 'Atendimento', issue, requesterName }) => {
      const given = { subject, body: text, main, ...(issue && { issue }) };
      const { id } = await createTicket(ctx, { ...given, ...(requesterName && { requesterName }) });
      return id;
    },
    settle: async (ticketId, answer) => {
      await addMessage(ctx, { ticketId, author: 'Ana', origin: 'agent', body: answer });
      await setTicketStatus(ctx, ticketId, 'resolved');
    },
    addQuickReply: async (reply) => {
      const shortcut = `/${crypto.randomUUID()}`;
      const { id } = await createQuickReply(ctx, { ...reply, category: 'Geral', shortcut });
      return id;
    },
    prepareSearch: async () => {
      for (const name of ['refresh-lexeme-counts', 'embed-tickets']) {
        const { error } = await service.jobs.run(name);
        if (error) throw new Error(`${name}: ${error}`);
      }
    },
    tokens: async () => {
      const text = await (await fetch(`${service.internalUrl}/metrics`)).text();
      return text
        .split('\n')
        .filter((line) => line.startsWith('model_tokens_total'))
        .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    },
    close: async () => {
      await service.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

/** Settles the topics' tickets; their ids by topic. */
export const settleTopics = async (
  service: EvalService,
  topics: readonly Topic[],
): Promise<Map<string, Set<number>>> => {
  const ids = new Map<string, Set<number>>();
  for (const { topic, main, issue, answer, settled } of topics) {
    const of = new Set<number>();
    for (const ticket of settled) {
      const id = await service.open({ ...ticket, main, issue });
      await service.settle(id, answer);
      of.add(id);
    }
    ids.set(topic, of);
  }
  return ids;
};
