import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { uncheckedVerbs, verbsWithoutCheck } from '../scripts/authorization-rule.ts';

const verb = (body: string, param = 'ctx: Context') =>
  `export const readAll = async (${param}, id: number) => ${body};`;

describe('the rule that verbs say who may call them', () => {
  it('holds in this tree', () => {
    expect(uncheckedVerbs(join(import.meta.dirname, '..'))).toEqual([]);
  });

  it.each([
    verb('{ return ctx.db; }'),
    verb('ctx.db'),
    verb('{}'),
    verb("{ if (id > 0) requireRole(ctx.actor, 'admin'); return ctx.db; }"),
    verb("{ const now = ctx.now(); requireRole(ctx.actor, 'admin'); return now; }"),
    verb('{ return db; }', '{ db }: Context'),
    verb('{ return readOthers(ctx); }'),
  ])('refuses %s', (source) => {
    expect(verbsWithoutCheck(source)).toEqual(['readAll']);
  });

  it.each([
    verb("{ requireRole(ctx.actor, 'admin'); return ctx.db; }"),
    verb('{ const email = requireEmail(ctx.actor); return email; }'),
    verb('{ anybody(ctx.actor); return ctx.db; }'),
    verb('{ onlyService(ctx.actor); return ctx.db; }'),
    verb('{ return ctx.db; }', 'ctx: CheckedContext'),
    verb('{ return ctx.db; }', "ctx: Pick<Context, 'db'>"),
    verb('{ return tx.db; }', 'tx: TxContext'),
    verb('{ return ctx.db; }').replace('export ', ''),
  ])('accepts %s', (source) => {
    expect(verbsWithoutCheck(source)).toEqual([]);
  });
});
