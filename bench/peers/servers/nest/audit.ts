import type { EntityManager } from 'typeorm';
import type { Person } from '../person.ts';
import { Act } from './entities.ts';

/** Stores an audit row in the transaction of the change. */
export const recordAct = async (
  manager: EntityManager,
  person: Person,
  { action, target, fields }: { action: string; target: string; fields: Record<string, unknown> },
): Promise<void> => {
  await manager.insert(Act, {
    at: new Date(),
    actor: person.subject,
    actorEmail: person.email ?? null,
    role: person.role,
    channel: 'http',
    action,
    outcome: 'done',
    changes: Object.entries(fields).map(([field, after]) => ({ field, after })),
    target,
  });
};
