import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import pg from 'pg';
import { z } from 'zod';
import { signToken } from '../../scripts/tokens/issue-token.ts';
import { emailOf } from '../fill-quizzes.ts';
import { type SharedState, sendRequest } from './check.ts';
import { type Fixture, firstUpload, readersPerServer, uploadTicket } from './requests.ts';

const tokensLast = 6 * 3_600_000;

/** Fixtures for each server: an agent, an attachment and separate readers. */
export const createFixtures = async (
  servers: number,
  secret: string,
  attachmentId: number,
): Promise<Fixture[]> => {
  const agent = await agentToken(secret);
  return Promise.all(
    Array.from({ length: servers }, async (_, server) => {
      const first = 1_001 + server * readersPerServer;
      const signed = Array.from({ length: readersPerServer }, (_, place) =>
        tokenOf(secret, 'reader', emailOf(first + place)),
      );
      return { agent, readers: await Promise.all(signed), attachmentId };
    }),
  );
};

const uploaded = z.object({ data: z.object({ id: z.int() }) });

/** Uploads the file for the download scenario to the first server; returns its id. */
export const uploadFirst = async (
  [server]: readonly { url: string }[],
  secret: string,
): Promise<number> => {
  if (!server) throw new Error('no servers');
  const agent = await agentToken(secret);
  return uploaded.parse((await sendRequest(server.url, firstUpload({ agent }))).body).data.id;
};

const agentToken = (secret: string): Promise<string> =>
  tokenOf(secret, 'agent', 'agente@exemplo.com.br');

const tokenOf = (secret: string, role: 'reader' | 'agent', email: string): Promise<string> =>
  signToken(secret, { role, email }, { expiresAt: new Date(Date.now() + tokensLast) });

/** Connects to the database, Redis and files that the servers share. */
export const openSharedState = async ({
  databaseUrl,
  redisUrl,
  files,
}: {
  databaseUrl: string;
  redisUrl: string;
  files: string;
}): Promise<SharedState & { close: () => Promise<void> }> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const redis = await createClient({ url: redisUrl }).connect();
  return {
    reset: async ({ reset = [], flush }) => {
      for (const statement of reset) await client.query(statement);
      if (flush) await redis.flushAll();
      await rm(join(files, 'support', String(uploadTicket)), { recursive: true, force: true });
    },
    effectOf: async ({ effect }) => (effect ? (await client.query(effect)).rows : undefined),
    close: async () => {
      redis.destroy();
      await client.end();
    },
  };
};
