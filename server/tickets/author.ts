import type { Actor } from '../core/context.ts';

/**
 * The e-mail or else the name under which an agent's messages and notes are stored; a service's own
 * name.
 */
export const authorOf = (actor: Actor): string => {
  if (actor.kind === 'service') return actor.name;
  if (actor.kind === 'anonymous') return 'Atendimento';
  return actor.email ?? actor.name ?? 'Atendimento';
};

/** The name of an agent that a customer reads. */
export const agentNameOf = (actor: Actor): string | undefined =>
  actor.kind === 'person' ? actor.name : undefined;
