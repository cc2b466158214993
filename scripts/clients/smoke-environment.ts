import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInternalClient } from '../../packages/internal/src/index.ts';
import { startService } from '../../server/boot.ts';
import { parseConfig } from '../../server/config/config.ts';
import type { Role } from '../../server/config/roles.ts';
import { dayMs } from '../../server/core/civil-time.ts';
import { createLogger } from '../../server/telemetry/logging.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';
import { findPostgres, startPostgres } from '../servers/postgres.ts';
import { issueToken } from '../tokens/issue-token.ts';

/** A running service with the data that smoke programs need. */
interface SmokeEnvironment {
  /** The environment variables of a smoke program. Each language has its own reader, ticket and tag. */
  environmentFor: (language: string) => Promise<Record<string, string>>;
  stop: () => Promise<void>;
}

const secret = 'a-secret-of-the-smoke-programs-long-enough';

/**
 * Starts PostgreSQL and the service with stubs of external services, a group and today's quiz.
 * @throws Error if PostgreSQL is not installed
 */
export const startSmokeEnvironment = async (): Promise<SmokeEnvironment> => {
  const bin = findPostgres();
  if (!bin) throw new Error('install PostgreSQL: the smoke programs need it');
  const directory = await mkdtemp(join(tmpdir(), 'leitor-clients-'));
  const opened: (() => Promise<unknown>)[] = [
    () => rm(directory, { recursive: true, force: true }),
  ];
  const stop = async () => {
    for (const close of opened.toReversed()) await close();
  };
  try {
    const postgres = await startPostgres(bin);
    opened.push(postgres.stop);
    const standIns = await startSandbox(configurationOf(postgres.url, directory));
    opened.push(standIns.close);
    const { config } = standIns;
    const log = createLogger('error', false);
    const service = await startService(config, log, { jobs: { scheduled: false } });
    opened.push(service.close);

    const token = (role: Role, email: string, name: string) =>
      issueToken(config, secret, { role, email, name }, 1);
    const admin = await token('admin', 'admin@exemplo.com.br', 'Administração');
    const api = createInternalClient({ url: service.internalUrl, token: admin });

    const { quizId } = await api.quiz.generate.mutate();
    const group = await api.groups.create.mutate({
      name: 'Clube da manhã',
      isPublic: true,
      ownerEmail: 'maria@exemplo.com.br',
    });
    const readers = [
      { email: 'maria@exemplo.com.br', name: 'Maria Souza', days: 3 },
      { email: 'joao@exemplo.com.br', name: 'João Pereira', days: 1 },
    ];
    for (const { email, name, days } of readers) {
      await api.accounts.upsert.mutate({ email, name });
      for (let ago = days - 1; ago >= 0; ago -= 1) {
        const at = new Date(Date.now() - ago * dayMs).toISOString();
        await api.streaks.recordReading.mutate({ email, at });
      }
    }
    for (const email of ['sem-conta@exemplo.com.br', 'joao@exemplo.com.br']) {
      await api.groups.addMember.mutate({ groupId: group.groupId, email });
    }
    return {
      stop,
      environmentFor: async (language) => {
        const reader = `leitor-${language}@exemplo.com.br`;
        const ticket = await api.tickets.create.mutate({
          subject: `Comprovante (${language})`,
          body: 'Segue o comprovante do pagamento.',
          main: `Financeiro ${language}`,
          requesterEmail: reader,
        });
        const tag = await api.tags.create.mutate({ name: `Em uso ${language}`, color: '#047857' });
        await api.tickets.addTag.mutate({ id: ticket.id, tagId: tag.id });
        return {
          LEITOR_URL: service.publicUrl,
          LEITOR_STREAKS_URL: service.publicUrl,
          LEITOR_AGENT_TOKEN: await token('agent', 'atendimento@exemplo.com.br', 'Atendimento'),
          LEITOR_READER_TOKEN: await token('reader', reader, 'Leitora'),
          LEITOR_TICKET_ID: String(ticket.id),
          LEITOR_TICKET_CATEGORY: `Financeiro ${language}`,
          LEITOR_USED_TAG_ID: String(tag.id),
          LEITOR_QUIZ_ID: quizId,
          LEITOR_GROUP_ID: group.groupId,
          LEITOR_FILE: 'test/fixtures/foto.png',
        };
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

const configurationOf = (databaseUrl: string, directory: string) =>
  parseConfig({
    NODE_ENV: 'development',
    PORT: '0',
    INTERNAL_PORT: '0',
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory,
    AUTH_JWT_SECRET: secret,
    SANDBOX: 'auto',
  });
