import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import { onTestFinished } from 'vitest';
import { type Client, createClient } from '../../contract/index.ts';
import { type SandboxModel, startSandboxModel } from '../../scripts/sandbox/model.ts';
import {
  type SandboxNewsletter,
  startSandboxNewsletter,
} from '../../scripts/sandbox/newsletter.ts';
import { type ReceivedMail, startSmtpSandbox } from '../../scripts/sandbox/smtp.ts';
import { findHaproxy, startHaproxy } from '../../scripts/servers/haproxy.ts';
import { freePort, type LocalServer } from '../../scripts/servers/local-server.ts';
import {
  durable,
  findPostgres,
  type LocalPostgres,
  startPostgres,
} from '../../scripts/servers/postgres.ts';
import { findRedis, startRedis } from '../../scripts/servers/redis.ts';
import { openSmallDisk } from '../../scripts/servers/small-disk.ts';
import { signToken } from '../../server/auth/tokens.ts';
import type { Role } from '../../server/context.ts';
import type { InternalRouter } from '../../server/trpc/router.ts';
import { testSecret } from '../harness.ts';
import { startProcess, startProgram, type TestProcess } from '../process.ts';
import { type Answers, watchAnswers } from './answers.ts';
import { type FaultProxy, startFaultProxy } from './proxy.ts';
import { openStation, type Spawn, type Station } from './station.ts';

/** What a mail server does with a mail before it accepts it: throws a refusal, never answers, or cuts the connection. */
export type MailBehaviour = (mail: ReceivedMail, drop: () => void) => Promise<void> | void;

/** The service with all it needs, everything in processes of its own that can be made to fail. */
export interface Site {
  stations: Station[];
  /** A PostgreSQL that keeps what it has committed. */
  postgres: LocalPostgres;
  redis: {
    url: string;
    pid: number | undefined;
    kill: () => Promise<void>;
    restart: () => Promise<void>;
  };
  /** Between the service and its PostgreSQL, and its Redis. */
  network: { postgres: FaultProxy; redis: FaultProxy };
  model: SandboxModel;
  newsletter: SandboxNewsletter;
  mail: {
    url: string;
    /** How often each address has been accepted a mail for. */
    received: Map<string, number>;
    /** What becomes of mails from now on. */
    meet: (behaviour: MailBehaviour) => void;
  };
  answers: Answers;
  /** Where the stations keep their files. */
  directory: string;
  /** The public API, as a person with this role: one of many, or the one with this e-mail. Each request goes to any of the stations. */
  client: (person: { role: Role; email?: string }) => Promise<Client>;
  /** The internal API, as an administrator. */
  trpc: () => TRPCClient<InternalRouter>;
  /** Processes that ended by themselves, by their last words. */
  died: () => string[];
}

/** How a site is set up. */
export interface SiteOptions {
  stations?: number;
  /** The environment of a station, beside the usual. */
  env?: (station: number) => Record<string, string>;
  /** The program of the stations. */
  program?: string;
  /** Whether the public API is asked through the proxy of `compose.yaml`. */
  proxy?: boolean;
  /** In place of the usual way of starting a station's process; not for stations with a disk of their own. */
  spawn?: Spawn;
  postgresSettings?: Record<string, string>;
  /** Bytes of a disk of their own, for the files of the stations and for PostgreSQL (Linux). */
  disks?: { files?: number; postgres?: number };
}

/** Builds a site for the test that runs, and waits until every station is ready. It goes when the test ends, however it does. */
export const openSite = async (options: SiteOptions = {}): Promise<Site> => {
  const {
    stations: count = 1,
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
  const model = await startSandboxModel();
  parts.defer(model.close);
  const newsletter = await startSandboxNewsletter();
  parts.defer(newsletter.close);
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
    OPENAI_API_KEY: 'test',
    OPENAI_BASE_URL: model.baseUrl,
    BEEHIIV_API_KEY: 'test',
    BEEHIIV_PUBLICATION_ID: newsletter.publicationId,
    BEEHIIV_BASE_URL: newsletter.baseUrl,
  };
  const spawned: TestProcess[] = [];
  const spawnTold: Spawn = (script, env) => {
    const running = disk
      ? startProgram(disk.within([process.execPath, script]), env)
      : spawn(script, env);
    spawned.push(running);
    return running;
  };
  parts.defer(async () => {
    await Promise.all(spawned.map((running) => running.end('SIGKILL')));
  });
  const stations = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      openStation(program, spawnTold, { ...env, ...options.env?.(i) }),
    ),
  );
  const answers = watchAnswers();
  const expiresAt = new Date(Date.now() + 30 * 86_400_000);
  const anyStation = (): Station => {
    const station = stations[Math.floor(Math.random() * stations.length)];
    if (!station) throw new Error('there is no station');
    return station;
  };
  const front = options.proxy
    ? await startHaproxy(findHaproxy() ?? 'haproxy', stations.map(portOf))
    : undefined;
  if (front) parts.defer(front.stop);
  const toPublic: typeof fetch = (input, init) =>
    answers.fetch(String(input).replace(somewhere, front?.url ?? anyStation().url), init);
  const toInternal: typeof fetch = (input, init) =>
    answers.fetch(String(input).replace(somewhere, anyStation().internalUrl), init);
  const adminToken = await signToken(testSecret, { role: 'admin' }, { expiresAt });
  return {
    stations,
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
    network,
    model,
    newsletter,
    mail: {
      url: smtp.url,
      received,
      meet: (next) => {
        behaviour = next;
      },
    },
    answers,
    directory: disk?.outside ?? directory,
    client: async ({
      role,
      email = `pessoa-${Math.floor(Math.random() * people)}@exemplo.com.br`,
    }) =>
      createClient({
        baseUrl: somewhere,
        token: await signToken(testSecret, { role, email }, { expiresAt }),
        fetch: toPublic,
      }),
    trpc: () =>
      createTRPCClient<InternalRouter>({
        links: [
          httpLink({
            url: `${somewhere}/trpc`,
            headers: { authorization: `Bearer ${adminToken}` },
            fetch: toInternal,
          }),
        ],
      }),
    died: () => stations.flatMap((station) => station.died()),
  };
};

const portOf = ({ url }: Station): number => Number(new URL(url).port);

/** So many that none of them sends more than one person may. */
const people = 300;

/** Stands for the address of any station. */
const somewhere = 'http://site.invalid';
