import type { DatabaseLocation } from '../../db/connection/database.ts';
import type { BootOptions } from '../../server/boot.ts';
import { startApp } from '../harness.ts';
import { startFakeModel } from '../replies/fake-model.ts';
import { newVectorDatabase } from '../support/embedded-databases.ts';
import { startFakeEmbeddings } from './fake-embeddings.ts';

/**
 * Starts the service with a fake embedding service, a fake model and a database, by default an embedded one
 * with pgvector.
 */
export const startMeaningFixture = async ({
  env = {},
  database,
  ...options
}: { env?: Record<string, string>; database?: DatabaseLocation } & Omit<
  BootOptions,
  'database'
> = {}) => {
  const embeddings = await startFakeEmbeddings();
  const model = await startFakeModel(() => ({ html: '<p>Olá!</p>', confidence: 0.9 }));
  const own = database ? undefined : { pglite: await newVectorDatabase() };
  const app = await startApp(
    { ...model.env, EMBEDDINGS_MODEL: 'um', EMBEDDINGS_BASE_URL: embeddings.url, ...env },
    { ...options, database: database ?? own },
  );
  const { tickets, replies } = await app.trpc();
  const open = async (subject: string, body: string, email?: string) => {
    const { id } = await tickets.create.mutate({
      subject,
      body,
      main: 'Assinatura',
      ...(email && { requesterEmail: email }),
    });
    return id;
  };
  return {
    app,
    embeddings,
    open,
    /** Opens a ticket, answers it as an agent and settles it. */
    settle: async (subject: string, body: string, email?: string) => {
      const id = await open(subject, body, email);
      const answer = { author: 'Ana', origin: 'agent' as const, body: `Resposta a: ${subject}` };
      await tickets.addMessage.mutate({ id, ...answer });
      await tickets.setStatus.mutate({ id, status: 'resolved' });
      return id;
    },
    /** Runs the job that embeds settled tickets; resolves to its error, or null if it succeeded. */
    embed: async () => {
      const run = await app.service.jobs.run('embed-tickets');
      return run.error;
    },
    /** The sources of a reply to a ticket. */
    sourcesOf: async (id: number) => {
      const { outcomes } = await replies.preview.mutate({ ticketIds: [id] });
      const [outcome] = outcomes;
      if (!outcome?.ok) throw new Error(`no reply: ${outcome?.reason}`);
      return outcome.sources;
    },
    /** The number of uses of each search mode, by the metrics. */
    metric: async (line: RegExp) => {
      const text = await (await fetch(`${app.internalUrl}/metrics`)).text();
      return text.split('\n').find((row) => line.test(row));
    },
    close: async () => {
      await app.close();
      await embeddings.close();
      await model.close();
      await own?.pglite.close();
    },
  };
};
