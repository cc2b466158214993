import type { Response } from 'express';
import type { Logger } from 'pino';
import { type HintPosition, readHints } from '../../db/hints/hints.ts';
import { liveSessions } from '../auth/sessions.ts';
import type { Role } from '../config/roles.ts';
import { type Actor, type BaseContext, hasRole, noteWrite } from '../core/context.ts';
import { AppError, isFault, toAppError } from '../core/errors.ts';
import { idOf, parseId, reaches } from './position.ts';

const pollMs = 500;
const accessMs = 2_000;
const heartbeatMs = 15_000;
/** How long a browser waits before it reconnects. */
const retryMs = 2_000;
const maxHints = 200;
/** A stream ends when it has more unread bytes. */
const maxWaitingBytes = 65_536;
const maxStreams = 4_000;

interface Subscriber {
  actor: Actor;
  /** Checks the caller again every two seconds. @throws AppError if the caller has lost access */
  authenticate: () => Promise<Actor>;
}

interface Stream extends Subscriber {
  res: Pick<Response, 'write' | 'end' | 'destroy' | 'writableLength' | 'writableEnded'>;
  /** Undefined if the position is unknown: the page must then fetch everything again. */
  position: HintPosition | undefined;
}

export interface HintStreams {
  /**
   * Sends hints since the event `lastEventId`, or `reset` if some have expired, until the caller leaves or
   * loses access.
   * @throws AppError `unavailable` if the process already has 4 000 streams
   */
  open: (res: Response, subscriber: Subscriber, lastEventId: string | undefined) => Promise<void>;
  /** Ends all streams, including new ones, so that browsers connect to another process. */
  end: () => void;
}

export const createHintStreams = (
  { db, reads, now }: Pick<BaseContext, 'db' | 'reads' | 'now'>,
  log: Logger,
): HintStreams => {
  const streams = new Set<Stream>();
  // Undefined while nothing polls.
  let latest: HintPosition | undefined;
  let isEnding = false;

  /** Ends a stream. The response of a slow caller closes late and must not be written to meanwhile. */
  const endStream = (stream: Stream): void => {
    streams.delete(stream);
    stream.res.end();
  };

  const poll = async (): Promise<void> => {
    latest = undefined;
    if (streams.size === 0) return;
    const polled = [...streams];
    const snapshots = new Set(polled.flatMap(({ position }) => position?.snapshot ?? []));
    const { position, targets } = await readHints(db, [...snapshots], maxHints + 1);
    const results = polled.map((stream) => {
      const since = stream.position;
      const known = since && reaches(since, position) ? targets.get(since.snapshot) : undefined;
      return { stream, events: eventsFor(stream.actor, known) };
    });
    // The data that these pages fetch may not have reached the replicas yet.
    const hinted = results.filter(({ events }) => events !== '');
    await Promise.all(hinted.map(({ stream: { actor } }) => noteWrite({ reads, actor })));
    for (const { stream, events } of results) {
      stream.position = position;
      if (events) send(stream, `${events}${idLine(position)}\n`);
    }
    latest = position;
  };

  const checkAccess = async (): Promise<void> => {
    const checked = [...streams];
    const ids = checked.flatMap(({ actor }) => sessionIdOf(actor) ?? []);
    // Authenticating would count as activity, and the session would never become idle.
    const roles = ids.length > 0 ? await liveSessions(db, ids, now()) : undefined;
    for (const stream of checked) {
      const id = sessionIdOf(stream.actor);
      const actor =
        id === undefined ? await authenticateAgain(stream) : withRole(stream.actor, roles?.get(id));
      if (actor && hasRole(actor, 'agent')) stream.actor = actor;
      else endStream(stream);
    }
  };

  const sendHeartbeats = async (): Promise<void> => {
    for (const stream of streams) send(stream, `:\n${idLine(stream.position)}\n`);
  };

  const report = (error: unknown) => log.warn({ err: error }, 'could not read hints');
  const timers = [
    repeat(pollMs, poll, report),
    repeat(accessMs, checkAccess, report),
    repeat(heartbeatMs, sendHeartbeats, report),
  ];
  return {
    open: async (res, subscriber, lastEventId) => {
      const position = lastEventId
        ? parseId(lastEventId)
        : (latest ?? (await readHints(db, [], 0)).position);
      // If the caller has left meanwhile, no `close` event removes the stream.
      if (res.closed) return;
      if (streams.size >= maxStreams) throw new AppError('unavailable');
      const stream = { ...subscriber, res, position };
      streams.add(stream);
      res.once('close', () => streams.delete(stream));
      res.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      });
      send(stream, `retry: ${retryMs}\n${lastEventId ? '' : idLine(position)}\n`);
      if (isEnding) endStream(stream);
    },
    end: () => {
      isEnding = true;
      for (const stop of timers) stop();
      for (const stream of streams) endStream(stream);
    },
  };
};

/** Returns undefined if the token is refused. If the service itself fails, the caller stays. */
const authenticateAgain = async ({ actor, authenticate }: Stream): Promise<Actor | undefined> => {
  try {
    return await authenticate();
  } catch (error) {
    return isFault(toAppError(error)) ? actor : undefined;
  }
};

const sessionIdOf = (actor: Actor): number | undefined =>
  actor.kind === 'person' ? actor.sessionId : undefined;

const withRole = (actor: Actor, role: Role | undefined): Actor | undefined =>
  actor.kind === 'person' && role ? { ...actor, role } : undefined;

/** Returns the hints that the actor may see, or `reset`; only the last event has an id. */
const eventsFor = (actor: Actor, targets: readonly string[] | undefined): string => {
  if (targets === undefined || targets.length > maxHints) return 'event: reset\ndata: reset\n';
  const seen = targets.filter((target) =>
    hasRole(actor, target.startsWith('quiz:') ? 'editor' : 'agent'),
  );
  return seen.map((target) => `data: ${target}\n`).join('\n');
};

const idLine = (position: HintPosition | undefined): string =>
  position ? `id: ${idOf(position)}\n` : '';

const send = ({ res }: Pick<Stream, 'res'>, text: string): void => {
  if (res.writableEnded) return;
  res.write(text);
  if (res.writableLength > maxWaitingBytes) res.destroy();
};

/** Repeats work without overlap; reports the first of consecutive failures. */
const repeat = (
  ms: number,
  work: () => Promise<void>,
  report: (error: unknown) => void,
): (() => void) => {
  let isRunning = false;
  let isFailing = false;
  const timer = setInterval(async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await work();
      isFailing = false;
    } catch (error) {
      if (!isFailing) report(error);
      isFailing = true;
    }
    isRunning = false;
  }, ms);
  timer.unref();
  return () => clearInterval(timer);
};
