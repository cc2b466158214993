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
  /** `<domain>.<verb>`, as the internal procedures name it: `tags.create`. */
  action: string;
  /** `<singular>:<id>`: `tag:5`. */
  target: string;
  changes?: readonly FieldChange[];
  /** The agent a service account acts for. */
  actingFor?: string | undefined;
}

/**
 * Stores an act in the transaction of its change. Every verb whose changes are acts
 * (docs/behaviour/access.md#audit) calls this once a thing it changes, unless the statement of the change
 * stores the act ({@link actBy}).
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
 * The fields that differ, with their values. Name personal fields in `references`: their values are left out.
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

/** An act by the caller, for a statement that stores it with its change (`insertActOn`). */
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
 * Stores that a caller attempted an act they may not do: once a minute an actor and action, so that
 * a script cannot fill the trail. Never throws.
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
 * A page of the trail, newest first, and the cursor of the next page or null after the last one.
 * Administrators only.
 */
export const listActs = async (ctx: Context, filter: ActFilter): Promise<Page<ActRow>> => {
  requireRole(ctx, 'admin');
  return getPage(
    filter.limit,
    (limit) => readFromReplica(ctx, (db) => audit.listActs(db, { ...filter, limit })),
    ({ id }) => id,
  );
};
