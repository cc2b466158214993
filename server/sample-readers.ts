import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import type { Db } from '../db/connection/database.ts';
import { insertAttempt } from '../db/quiz-attempts.ts';
import { findSamples } from '../db/warm-up.ts';
import { type AppParts, createPublicApp } from './app.ts';
import { authenticator } from './auth/authenticate.ts';
import { signToken, tokenVerifier } from './auth/tokens.ts';
import { civilDayOf } from './civil-time.ts';
import { openCaches } from './clients/cache.ts';
import { listen } from './http/listener.ts';
import { createUnreadMetrics } from './telemetry/metrics-registry.ts';
import type { WarmUp } from './warm-up.ts';

// A process that has just started compiles its code while the first readers wait. So it first serves made-up readers of its own.

/** Measured: more visits save less than they cost. */
const rounds = 20;
/** They arrive together, so that the pool opens its connections. */
const readersInRound = 10;
const noQuiz = '00000000-0000-4000-8000-000000000000';

/**
 * Serves made-up readers with an application of its own, on a port of the loopback interface that closes afterwards: the same code and
 * database connections, but other metrics, logs, caches and rate limits. Nothing is stored.
 *
 * @throws Error if a request failed
 */
export const serveSampleReaders: WarmUp = async ({ parts, unreported, signal }) => {
  const secret = `${crypto.randomUUID()}${crypto.randomUUID()}`;
  const listener = await listen({ host: '127.0.0.1', port: 0, exclusive: true });
  const port = Number(new URL(listener.url).port);
  try {
    listener.serve(createPublicApp(unobserved(parts, unreported, secret)));
    const { quizId, email } = await findSamples(unreported);
    const placed = await tokenFor(parts, secret, email ?? madeUpEmail());
    const visit = async () => {
      const reader = await tokenFor(parts, secret, madeUpEmail());
      await sendAll(port, requestsOf({ reader, placed, quizId: quizId ?? noQuiz }), signal);
      await submitNothing(parts, unreported);
    };
    for (let round = 0; round < rounds && !signal.aborted; round += 1) {
      await Promise.all(Array.from({ length: readersInRound }, visit));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await listener.close(0);
  }
};

/** What an application needs to serve requests of which nothing is stored, counted or logged. */
const unobserved = (parts: AppParts, db: Db, secret: string): AppParts => {
  const { config, base } = parts;
  const metricsRegistry = createUnreadMetrics();
  const log = pino({ level: 'silent' });
  const auth = { ...config.auth, keys: { secret }, previousSecrets: [] };
  const verify = tokenVerifier(auth, base.now, () => false);
  return {
    ...parts,
    base: {
      ...base,
      db,
      reads: undefined,
      metrics: metricsRegistry.metrics,
      span: (_name, _attributes, work) => work(),
      cache: openCaches(undefined, base.now),
    },
    authenticate: authenticator({
      db,
      log,
      // Accounts of fresh tokens would be stored.
      verifyToken: async (token) => ({ ...(await verify(token)), fresh: false }),
    }),
    redis: undefined,
    metricsRegistry,
    traceRequest: undefined,
    loadShedder: undefined,
    log,
  };
};

const madeUpEmail = () => `${crypto.randomUUID()}@leitor.invalid`;

const tokenFor = ({ config, base }: AppParts, secret: string, email: string): Promise<string> => {
  const { issuer, audience } = config.auth;
  return signToken(
    secret,
    { email, role: 'reader' },
    {
      expiresAt: new Date(base.now().getTime() + 3_600_000),
      ...(issuer && { issuer }),
      ...(audience && { audience }),
    },
  );
};

/** What a reader sends at noon. The submission is for no quiz. */
const requestsOf = (tokens: { reader: string; placed: string; quizId: string }): string => {
  const { reader, placed, quizId } = tokens;
  const answers = Array.from({ length: 10 }, (_, index) => ({
    fieldId: noQuiz.replace(/0$/, String(index)),
    answer: 'Nenhuma',
  }));
  const body = JSON.stringify({ quizId: noQuiz, answers });
  const jsonHeaders = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return [
    formatRequest('GET /quiz/today', reader),
    formatRequest(`GET /quiz/${quizId}`, reader),
    formatRequest('GET /streaks/me/ranking', placed),
    formatRequest('POST /quiz/submit', reader, jsonHeaders, body),
    formatRequest('GET /streaks/ranking/global', reader, 'Connection: close\r\n'),
  ].join('');
};

/** A request as bytes of HTTP/1.1. */
const formatRequest = (line: string, token: string, headers = '', body = ''): string =>
  `${line} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${headers}\r\n${body}`;

/** Sends requests over one connection; rejects if one of them fails in the service. */
const sendAll = async (port: number, requests: string, signal: AbortSignal): Promise<void> => {
  const socket = connect({ port, host: '127.0.0.1', signal });
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  socket.write(requests);
  await once(socket, 'close');
  // A body ends without a line break.
  const failed = /HTTP\/1\.1 5\d\d .*/.exec(text);
  if (failed) throw new Error(`a request of the warm-up: ${failed[0]}`);
};

/** Prepares the statement of a submission on a connection; it stores nothing, because there is no such quiz. */
const submitNothing = async ({ base }: AppParts, db: Db): Promise<void> => {
  await insertAttempt(db, {
    quizId: noQuiz,
    revision: '0',
    email: madeUpEmail(),
    answers: {},
    correctAnswers: 0,
    passed: false,
    attemptedAt: base.now(),
    today: civilDayOf(base.now()),
  });
};
