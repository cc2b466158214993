import type { Request } from 'express';
import type { Authenticate } from '../../auth/authenticate.ts';
import type { Config } from '../../config/config.ts';
import { type Actor, refuseWithoutRole } from '../../core/context.ts';

const forwardingHeaders = ['forwarded', 'via', 'x-real-ip'];
const loopbackAddress = /^(?:127\.|::1$|::ffff:127\.)/;
const loopbackHost = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Returns an administrator, or a caller whom QUIZ_GENERATE_AUTH admits. @throws AppError `invalid-token`,
 * `forbidden`
 */
export const generationActor = async (
  req: Request,
  policy: Config['quizGenerateAuth'],
  authenticate: Authenticate,
): Promise<Actor> => {
  if (policy === 'open' || (policy === 'local' && isLocal(req))) {
    return { kind: 'service', name: 'quiz-generation' };
  }
  const actor = await authenticate(req.headers.authorization);
  refuseWithoutRole(actor, 'admin');
  return actor;
};

const isLocal = (req: Request): boolean =>
  loopbackAddress.test(req.socket.remoteAddress ?? '') &&
  !Object.keys(req.headers).some(
    (name) => name.startsWith('x-forwarded-') || forwardingHeaders.includes(name),
  ) &&
  [req.headers.origin, hostUrl(req)].every((url) => url === undefined || isLoopbackUrl(url));

/** Detects DNS rebinding: a request is not local if another site's name resolves to this machine. */
const hostUrl = (req: Request): string | undefined =>
  req.headers.host && `http://${req.headers.host}`;

const isLoopbackUrl = (url: string): boolean => {
  const parsed = URL.parse(url);
  return parsed !== null && loopbackHost.test(parsed.hostname);
};
