import type { Request, RequestHandler } from 'express';
import { type Actor, refuseWithoutRole } from '../core/context.ts';
import type { HintStreams } from './streams.ts';

/** `GET /console/events` of the internal listener, as server-sent events (docs/behaviour/access.md#hints). */
export const hintsHandler =
  (streams: HintStreams, authenticate: (req: Request) => Promise<Actor>): RequestHandler =>
  async (req, res) => {
    const actor = await authenticate(req);
    refuseWithoutRole(actor, 'agent');
    if (req.method === 'HEAD') {
      res.end();
      return;
    }
    req.isStream = true;
    const subscriber = { actor, authenticate: () => authenticate(req) };
    await streams.open(res, subscriber, req.get('Last-Event-ID'));
  };
