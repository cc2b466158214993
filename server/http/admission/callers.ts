import type { Request } from 'express';
import type { Authenticate } from '../../auth/authenticate.ts';
import type { Config } from '../../config/config.ts';
import type { Role } from '../../config/roles.ts';
import { type Actor, refuseWithoutRole } from '../../core/context.ts';
import { rulesOf } from '../router.ts';
import { generationActor } from './generation-access.ts';

/** Identifies the caller. @throws AppError to refuse the caller */
export type ActorOf = (req: Request) => Promise<Actor>;

export const anonymous: ActorOf = async () => ({ kind: 'anonymous' });

export const atLeast =
  (role: Role, authenticate: ActorOf): ActorOf =>
  async (req) => {
    const actor = await authenticate(req);
    refuseWithoutRole(actor, role);
    return actor;
  };

export const contractCaller =
  (authenticate: Authenticate, quizGenerateAuth: Config['quizGenerateAuth']): ActorOf =>
  async (req) => {
    const access = rulesOf(req)?.access;
    if (access === 'quiz-generation') return generationActor(req, quizGenerateAuth, authenticate);
    // A public route ignores the header, so that an expired token does not exclude a reader.
    const isOpen =
      access === 'public' || access === 'webhook' || (access === 'signed-url' && req.query.token);
    if (isOpen) return { kind: 'anonymous' };
    const actor = await authenticate(req.headers.authorization);
    refuseWithoutRole(actor, access === 'reader' || access === 'signed-url' ? 'reader' : 'agent');
    return actor;
  };
