import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createInternalClient } from '../../packages/internal/src/index.ts';
import { type ReceivedMail, startSmtpSandbox } from '../../scripts/sandbox/smtp.ts';
import { findHaproxy, startHaproxy } from '../../scripts/servers/haproxy.ts';
import { freePort, type LocalServer } from '../../scripts/servers/local-server.ts';
import { durable, findPostgres, startPostgres } from '../../scripts/servers/postgres.ts';
import { findRedis, startRedis } from '../../scripts/servers/redis.ts';
import { openSmallDisk } from '../../scripts/servers/small-disk.ts';
import type { Role } from '../../server/config/roles.ts';
import { signedToken, testSecret } from '../harness.ts';
import { startProcess, startProgram, type TestProcess } from '../process.ts';
import { createClient } from '../public-client.ts';
import { openSandbox } from '../quiz/edition-fixtures.ts';
import { openProcessHandle, type ProcessHandle, type Spawn } from './process-handle.ts';
import { startFaultProxy } from './proxy.ts';
import { openResponseLog } from './response-log.ts';

/**
 * A mail server's reaction before it accepts a mail: it throws a refusal, never resolves, or drops the
 * connection.
 */
export type MailBehaviour = (mail: ReceivedMail, drop: () => void) => Promise<void> | void;

/** Options of a fault environment. */
export interface FaultEnvironmentOptions {
  processes?: number;
  /** Additional environment variables of a process. */
  env?: (handle: number) => Record<string, string>;
  /** The program that each process runs. */
  program?: string;
  /** True if public requests go through the proxy of `compose.yaml`. */
  proxy?: boolean;
  /** Starts a process. It cannot be combined with `disks.files`. */
  spawn?: Spawn;
  postgresSettings?: Record<string, string>;
  /** Sizes in bytes of separate disks for attachments and for PostgreSQL (Linux only). */
  disks?: { files?: number; postgres?: number };
}

/** The service and its dependencies, each in its own process that a test can break. */
export type FaultEnvironment = Awaited<ReturnType<typeof startFaultEnvironment>>;

/**
 * Starts an environment for the current test and waits until all processes are ready. It is disposed when
 * the test finishes.
 */
export const startFaultEnvironment = async (options: FaultEnvironmentOptions = {}) => {
  const {
    processes: count = 1,
    program = 'server/main.ts',
    spawn = startProcess,
    disks = {},
  } = options;
  const parts = new AsyncDisposableStack();
  onTestFinished(() => parts.disposeAsync());
  const directory = await mkdtemp(join(tmpdir(), 'leitor-faults-'));
  parts.defer(() => rm(directory, { recursive: true, force: true }));
  const disk = disks.files ? await openSmallDisk(directory, `size=${disks.files}`) : undefined;
  if (disk) parts.defer(disk.close);
  const settings = { ...durable, ...options.postgresSettings };
  const postgres = await startPostgres(findPostgres() ?? 'postgres', settings, disks.postgres);
  parts.defer(postgres.stop);
  const redisProgram = findRedis() ?? 'redis-server';
  const redisPort = await freePort();
  let redis: LocalServer = await startRedis(redisProgram, redisPort);
  parts.defer(() => redis.stop());
  const network = {
    postgres: await startFaultProxy(Number(new URL(postgres.url).port)),
    redis: await startFaultProxy(redisPort),
  };
  parts.defer(network.postgres.close);
  parts.defer(network.redis.close);
  const { model, newsletter, ...sandbox } = await openSandbox();
  parts.defer(async () => void (await sandbox.close()));
  const received = new Map<string, number>();
  let behaviour: MailBehaviour = () => undefined;
  const smtp = await startSmtpSandbox({
    onMail: async (mail, drop) => {
      await behaviour(mail, drop);
      for (const address of mail.to) received.set(address, (received.get(address) ?? 0) + 1);
    },
  });
  parts.defer(smtp.close);
  const databaseUrl = new URL(postgres.url);
  databaseUrl.port = String(network.postgres.port);
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATA_DIR: directory,
    DATABASE_URL: databaseUrl.href,
    REDIS_URL: `redis://127.0.0.1:${network.redis.port}`,
    AUTH_JWT_SECRET: testSecret,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Atendimento <atendimento@exemplo.com.br>',
    MAIL_PER_HOUR: '1000000',
    ATTACHMENTS_PER_TICKET: '1000000',
    ATTACHMENT_BYTES_PER_PERSON_PER_DAY: '1000000000000',
    ...sandbox.env,
  };
  const spawned: TestProcess[] = [];
  const spawnTracked: Spawn = (script, env) => {
    const running = disk
      ? startProgram(disk.within([process.execPath, script]), env)
      : spawn(script, env);
    spawned.push(running);
    return running;
  };
  parts.defer(async () => {
    await Promise.all(spawned.map((running) => running.end('SIGKILL')));
  });
  const processes = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      openProcessHandle(program, spawnTracked, { ...env, ...options.env?.(i) }),
    ),
  );
  const responses = openResponseLog();
  const anyProcess = (): ProcessHandle => {
    const handle = processes[Math.floor(Math.random() * processes.length)];
    if (!handle) throw new Error('no process');
    return handle;
  };
  const front = options.proxy
    ? await startHaproxy(findHaproxy() ?? 'haproxy', processes.map(portOf))
    : undefined;
  if (front) parts.defer(front.stop);
  const toPublic: typeof fetch = (input, init) =>
    responses.fetch(String(input).replace(somewhere, front?.url ?? anyProcess().url), init);
  const toInternal: typeof fetch = (input, init) =>
    responses.fetch(String(input).replace(somewhere, anyProcess().internalUrl), init);
  const adminToken = await signedToken({ role: 'admin' });
  return {
    processes,
    postgres,
    redis: {
      url: `redis://127.0.0.1:${redisPort}`,
      get pid() {
        return redis.pid;
      },
      kill: async () => {
        if (redis.pid !== undefined) process.kill(redis.pid, 'SIGKILL');
        await redis.stop();
      },
      restart: async () => {
        redis = await startRedis(redisProgram, redisPort);
      },
    },
    /** Fault proxies between the service and PostgreSQL and Redis. */
    network,
    model,
    newsletter,
    mail: {
      url: smtp.url,
      /** The accepted mails by recipient. */
      received,
      setBehaviour: (next: MailBehaviour) => {
        behaviour = next;
      },
    },
    responses,
    directory: disk?.outside ?? directory,
    /** A client of the public API, by default as a random person. Each request goes to a random process. */
    client: async ({
      role,
      email = `pessoa-${Math.floor(Math.random() * people)}@exemplo.com.br`,
    }: {
      role: Role;
      email?: string;
    }) =>
      createClient({
        baseUrl: somewhere,
        token: await signedToken({ role, email }),
        fetch: toPublic,
      }),
    /** An internal API client with the administrator role. */
    trpc: () => createInternalClient({ url: somewhere, token: adminToken, fetch: toInternal }),
    /** The last output of each process that ended without being stopped by the test. */
    died: () => processes.flatMap((handle) => handle.died()),
  };
};

const portOf = ({ url }: ProcessHandle): number => Number(new URL(url).port);

/** The number of people, so large that none reaches a rate limit. */
const people = 300;

/** Placeholder that the fetch wrappers replace with a process's address. */
const somewhere = 'http://process.invalid';
