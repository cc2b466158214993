import { isInternalError } from '../../packages/internal/src/index.ts';
import { clonePostgres } from '../database.ts';
import { startApp } from '../harness.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';

/** A reply or an approval under a key, and what is known of it. */
export interface KeyedReply {
  agent: string;
  ticket: number;
  lastSeen: number;
  undoSeconds: number;
  /** `unknown`: the connection was cut before the response. */
  state: 'sent' | 'refused' | 'unknown';
  messageId?: number;
  mailId?: number | undefined;
  undone: boolean;
  send: (by: Client, signal?: AbortSignal) => Promise<{ messageId: number; mailId?: number }>;
}

/** A change of a text that the service confirmed; null: discarded. */
export interface Written {
  agent: string;
  ticket: number;
  revision: number;
  html: string | null;
}

export type World = Awaited<ReturnType<typeof openTogetherWorld>>;
export type Client = World['desk'];

/** The code of a refusal; of a lost connection `lost`. */
export const codeOf = (error: unknown): string =>
  (isInternalError(error) ? error.data?.errorCode : undefined) ?? 'lost';

const agents = ['ana', 'bia', 'cid', 'dora', 'edu', 'fabi'];

/**
 * Two processes on one database of PostgreSQL, six agents with a page on each, and a record of what
 * they did.
 */
export const openTogetherWorld = async () => {
  const clone = await clonePostgres();
  const fixture = await startReplyFixture({ database: clone.location });
  const other = await startApp(
    { ...fixture.model.env, SMTP_URL: fixture.smtp.url, MAIL_FROM: 'a@exemplo.com.br' },
    { database: clone.location },
  );
  const processes = [fixture.app, other];
  const desk = await fixture.app.trpc({ role: 'admin', email: 'mesa@leitor.com.br' });
  let texts = 0;
  const aText = () => {
    texts += 1;
    return `Texto ${texts}`;
  };
  fixture.onModelCall(() => ({ html: `<p>${aText()}</p>`, confidence: 0.9 }));
  const people = await Promise.all(
    agents.map(async (name) => {
      const email = `${name}@leitor.com.br`;
      const clients = await Promise.all(
        processes.map((process) => process.trpc({ role: 'agent', email })),
      );
      return { email, clients };
    }),
  );
  return {
    fixture,
    desk,
    people,
    aText,
    db: fixture.app.service.contextFor('test').db,
    close: async () => {
      await other.close();
      await fixture.close();
      await clone.drop();
    },
  };
};

/** What happened in a run. */
export const newRecord = (tickets: readonly number[]) => ({
  tickets,
  replies: new Map<string, KeyedReply>(),
  written: [] as Written[],
  /** How often each operation was done, and each refusal given. */
  counts: {} as Record<string, number>,
});
export type RunRecord = ReturnType<typeof newRecord>;

export const count = ({ counts }: RunRecord, what: string): void => {
  counts[what] = (counts[what] ?? 0) + 1;
};
