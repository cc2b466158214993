import type { RequestHandler } from 'express';
import type { ActorOf } from '../http/admission/callers.ts';
import { ctxOf } from '../http/router.ts';
import type { HintStreams } from './streams.ts';

/**
 * Serves `GET /console/events` of the internal listener as server-sent events
 * (docs/behaviour/access.md#hints).
 */
export const hintsHandler =
  (streams: HintStreams, authenticate: ActorOf): RequestHandler =>
  async (req, res) => {
    if (req.method === 'HEAD') {
      res.end();
      return;
    }
    req.isStream = true;
    const subscriber = { actor: ctxOf(req).actor, authenticate: () => authenticate(req) };
    await streams.open(res, subscriber, req.get('Last-Event-ID'));
  };
