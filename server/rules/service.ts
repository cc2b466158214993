import { lockMacros } from '../../db/macros/macros.ts';
import * as rules from '../../db/rules/rules.ts';
import type { RuleConditions } from '../../db/schema.ts';
import { fieldChanges, recordAct } from '../audit/service.ts';
import { dayMs } from '../core/civil-time.ts';
import { type Context, inTransaction, readFromReplica, requireRole } from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { getMacro, isFitForRules } from '../macros/service.ts';

const maxRules = 100;

/** Lists rules in the order in which they are tried. */
export const listRules = (ctx: Context): Promise<rules.RuleRow[]> => {
  requireRole(ctx, 'agent');
  return rules.listRules(ctx.db);
};

/**
 * Stores a rule, or replaces the one with this id.
 * @throws AppError `rule-not-found`, `rule-name-taken`, `macro-not-found`, `too-many-rules`;
 * `macro-unfit-for-rules` if its macro is private or assigns `me`
 */
export const saveRule = (
  ctx: Context,
  { id, ...rule }: rules.RuleFields & { id?: number | undefined },
): Promise<{ id: number }> => {
  requireRole(ctx, 'admin');
  return inTransaction(ctx, async (tx) => {
    await lockMacros(tx.db);
    const before =
      id === undefined ? undefined : orThrow(await rules.findRule(tx.db, id), 'rule-not-found');
    if (!isFitForRules(await getMacro(tx, rule.macroId))) {
      throw new AppError('macro-unfit-for-rules');
    }
    if (await rules.isRuleNameTaken(tx.db, id ?? 0, rule.name)) {
      throw new AppError('rule-name-taken');
    }
    if (id !== undefined) await rules.updateRule(tx.db, id, rule, tx.now());
    const savedId = id ?? (await rules.insertRule(tx.db, rule, tx.now()));
    if ((await rules.countRules(tx.db)) > maxRules) throw new AppError('too-many-rules');
    await recordAct(tx, {
      action: 'rules.save',
      target: `rule:${savedId}`,
      // Both fields may name a person.
      changes: fieldChanges(before, rule, { references: ['name', 'when'] }),
    });
    return { id: savedId };
  });
};

/** Deletes a rule. @throws AppError `rule-not-found` */
export const deleteRule = async (ctx: Context, id: number): Promise<void> => {
  requireRole(ctx, 'admin');
  await inTransaction(ctx, async (tx) => {
    const { name } = orThrow(await rules.deleteRule(tx.db, id), 'rule-not-found');
    const changes = [{ field: 'name', before: name }];
    await recordAct(tx, { action: 'rules.delete', target: `rule:${id}`, changes });
  });
};

const previewed = { tickets: 10_000, items: 50, page: 200 };
const previewMs = 3_000;

export interface RulePreview {
  checked: number;
  matched: number;
  items: Pick<rules.PreviewedTicket, 'ticketId' | 'subject' | 'requesterEmail' | 'createdAt'>[];
}

/**
 * Finds matches of conditions among the newest 10 000 tickets of some days, by their first messages. It
 * stops reading after three seconds; `checked` says how far it came.
 */
export const previewRule = async (
  ctx: Context,
  { when, days }: { when: RuleConditions; days: number },
  budgetMs = previewMs,
): Promise<RulePreview> => {
  requireRole(ctx, 'admin');
  const since = new Date(ctx.now().getTime() - days * dayMs);
  const end = performance.now() + budgetMs;
  const found: RulePreview = { checked: 0, matched: 0, items: [] };
  let after: rules.PreviewedTicket | undefined;
  do {
    const place = { since, after, limit: previewed.page };
    const page = await readFromReplica(ctx, (db) => rules.listPreviewedTickets(db, when, place));
    for (const { matches, createdAtText: _, ...ticket } of page) {
      found.checked += 1;
      if (!matches) continue;
      found.matched += 1;
      if (found.items.length < previewed.items) found.items.push(ticket);
    }
    after = page.length < previewed.page ? undefined : page.at(-1);
  } while (after && found.checked < previewed.tickets && performance.now() < end);
  return found;
};
