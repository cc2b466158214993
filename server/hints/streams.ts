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
/** How long a browser waits before it connects again. */
const retryMs = 2_000;
/** More hints at once become `reset`. */
const maxHints = 200;
/** A caller who lets more than this wait reads too slowly. */
const maxWaitingBytes = 65_536;
const maxStreamsPerPerson = 20;
const maxStreams = 4_000;

/** Who opens a stream. */
export interface Subscriber {
  actor: Actor;
  /**
   * Returns the actor as of now, every two seconds. @throws AppError if the caller would be refused
   * now
   */
  authenticate: () => Promise<Actor>;
}

interface Stream extends Subscriber {
  res: Pick<Response, 'write' | 'end' | 'destroy' | 'writableLength' | 'writableEnded'>;
  /** Undefined: unknown, so the page must fetch everything. */
  position: HintPosition | undefined;
}

/** The open event streams of a process. */
export interface HintStreams {
  /**
   * Sends hints as server-sent events until the caller leaves or loses access: those since the
   * event `lastEventId`, or the event `reset` if not all of them are known any more.
   *
   * @throws AppError `rate-limited` if the person has 20 streams open, `unavailable` if the process
   * has 4 000
   */
  open: (res: Response, subscriber: Subscriber, lastEventId: string | undefined) => Promise<void>;
  /** Ends all streams, and each new one at once, so that browsers connect to another process. */
  end: () => void;
}

/** Reads hints from the database twice a second while streams are open. */
export const createHintStreams = (
  { db, reads, now }: Pick<BaseContext, 'db' | 'reads' | 'now'>,
  log: Logger,
): HintStreams => {
  const streams = new Set<Stream>();
  // Where the last poll ended; undefined while nothing polls.
  let latest: HintPosition | undefined;
  let isEnding = false;

  /** A response whose caller does not read closes late, and must not be written to meanwhile. */
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
    // What these pages fetch now may not have reached the replicas.
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
    // Not by authenticating: an open stream is no use of its session, which would never become
    // idle.
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
      // The caller left meanwhile: no close would remove the stream.
      if (res.closed) return;
      const person = nameOf(subscriber.actor);
      const own = [...streams].filter(({ actor }) => nameOf(actor) === person);
      if (own.length >= maxStreamsPerPerson) throw new AppError('rate-limited');
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

/**
 * The caller as of now; undefined if the token is refused. While that cannot be found out, the
 * caller stays.
 */
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

/**
 * The hints that the actor may see, or `reset`; empty if there are none. Each event but the last
 * leaves the id as it was.
 */
const eventsFor = (actor: Actor, targets: readonly string[] | undefined): string => {
  if (targets === undefined || targets.length > maxHints) return 'event: reset\ndata: reset\n';
  const seen = targets.filter((target) =>
    hasRole(actor, target.startsWith('quiz:') ? 'editor' : 'agent'),
  );
  return seen.map((target) => `data: ${target}\n`).join('\n');
};

/** Where a page continues after a disconnection. */
const idLine = (position: HintPosition | undefined): string =>
  position ? `id: ${idOf(position)}\n` : '';

const send = ({ res }: Pick<Stream, 'res'>, text: string): void => {
  if (res.writableEnded) return;
  res.write(text);
  if (res.writableLength > maxWaitingBytes) res.destroy();
};

const nameOf = (actor: Actor): string => (actor.kind === 'person' ? actor.subject : actor.kind);

/** Repeats work, never twice at a time. Reports the first of consecutive failures. */
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
