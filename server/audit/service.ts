import { LRUCache } from 'lru-cache';
import type { ActFilter, ActRow, FieldChange, NewAct } from '../../db/audit/audit.ts';
import * as audit from '../../db/audit/audit.ts';
import { minuteMs } from '../core/civil-time.ts';
import {
  type Actor,
  anybody,
  type Context,
  perService,
  readFromReplica,
  requireRole,
  type TxContext,
} from '../core/context.ts';
import { getPage, type Page } from '../core/page.ts';

export type { ActRow, FieldChange };

/** An act of a caller (docs/behaviour/access.md#audit). */
export interface Act {
  /** The action as `<domain>.<verb>`, like the internal procedures: `tags.create`. */
  action: string;
  /** The target as `<singular>:<id>`, such as `tag:5`. */
  target: string;
  changes?: readonly FieldChange[];
  actingFor?: string | undefined;
}

/**
 * Stores an act in the transaction of its change. A verb that is audited (docs/behaviour/access.md#audit)
 * calls this once for each changed thing, unless the statement of the change stores the act ({@link actBy}).
 */
export const recordAct = ({ db, ...ctx }: TxContext, act: Act): Promise<void> =>
  audit.insertAct(db, { ...actBy(ctx, act), target: act.target });

/** Stores the same act on several targets, as {@link recordAct} does for one; returns their ids. */
export const recordActs = (
  { db, ...ctx }: TxContext,
  action: string,
  items: readonly { target: string; changes: FieldChange[] }[],
): Promise<{ id: string; target: string }[]> => audit.insertActs(db, actBy(ctx, { action }), items);

/**
 * Returns the changed fields with their values; fields named in `references` are personal and have no
 * values.
 */
export const fieldChanges = <Fields extends object>(
  before: Partial<Fields> | undefined,
  after: Partial<Fields>,
  { references = [] }: { references?: readonly (keyof Fields & string)[] } = {},
): FieldChange[] =>
  Object.entries(after).flatMap(([field, value]) => {
    const old: unknown = before && Reflect.get(before, field);
    if (value === undefined || Object.is(old, value)) return [];
    if (references.some((name) => name === field)) return [{ field }];
    return [{ field, ...(before && { before: old }), after: value }];
  });

type ActContext = Pick<Context, 'actor' | 'now' | 'request'>;

/** Builds an act by the caller for a statement that stores it with its change (`insertActOn`). */
export const actBy = (ctx: ActContext, act: Omit<Act, 'target'>): Omit<NewAct, 'target'> => ({
  at: ctx.now(),
  ...identify(ctx.actor),
  actingFor: act.actingFor ?? null,
  channel: ctx.request.channel,
  client: ctx.request.client ?? null,
  action: act.action,
  outcome: 'done',
  requestId: ctx.request.id ?? null,
  changes: [...(act.changes ?? [])],
});

const identify = (actor: Actor): Pick<NewAct, 'actor' | 'actorEmail' | 'role'> => {
  switch (actor.kind) {
    case 'person':
      return { actor: actor.subject, actorEmail: actor.email ?? null, role: actor.role };
    case 'service':
      return { actor: actor.name, actorEmail: null, role: 'service' };
    case 'anonymous':
      return { actor: 'anonymous', actorEmail: null, role: 'anonymous' };
  }
};

const refusalIntervalMs = minuteMs;
const recentRefusals = perService(
  () => new LRUCache<string, true>({ max: 10_000, ttl: refusalIntervalMs }),
);

/**
 * Stores that a caller attempted a forbidden act. It stores one row a minute for each actor and action, so
 * that a script cannot fill the trail. Never throws.
 */
export const recordRefusal = async (
  ctx: Context,
  act: Pick<Act, 'action' | 'target'>,
): Promise<void> => {
  anybody(ctx);
  const row = { ...actBy(ctx, act), target: act.target, outcome: 'refused' as const };
  const key = `${row.actor} ${row.action}`;
  const recent = recentRefusals(ctx);
  if (recent.has(key)) return;
  recent.set(key, true);
  await audit
    .insertRefusal(ctx.db, row)
    .catch((error) => ctx.log.warn({ err: error }, 'could not record a refused act'));
};

/**
 * Returns a page of the trail, newest first, and the next cursor (null on the last page); for administrators
 * only.
 */
export const listActs = async (ctx: Context, filter: ActFilter): Promise<Page<ActRow>> => {
  requireRole(ctx, 'admin');
  return getPage(
    filter.limit,
    (limit) => readFromReplica(ctx, (db) => audit.listActs(db, { ...filter, limit })),
    ({ id }) => id,
  );
};
