import type { Actor } from '../../core/context.ts';

export const authorOf = (actor: Actor): string => {
  if (actor.kind === 'service') return actor.name;
  if (actor.kind === 'anonymous') return 'Atendimento';
  return actor.email ?? actor.name ?? 'Atendimento';
};

/** Returns the writer's name in a reply; undefined for an agent without a name. */
export const agentNameOf = (actor: Actor): string | undefined =>
  actor.kind === 'person' ? actor.name : 'Atendimento';
