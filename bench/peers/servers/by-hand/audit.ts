import type { Person } from '../person.ts';

/**
 * A statement that inserts a row and, in the same statement, its audit row; the values of {@link
 * actOf} follow its own.
 */
export const withAct = (
  insert: string,
  kind: string,
  action: string,
  ownValues: number,
): string => `
  with written as (${insert}), act as (
    insert into audit_log (at, actor, actor_email, role, channel, action, outcome, changes, target)
    select now(), $${ownValues + 1}, $${ownValues + 2}, $${ownValues + 3}, 'http', '${action}', 'done',
      $${ownValues + 4}::jsonb, '${kind}:' || written.id from written
  )
  select * from written`;

/** The values of an audit row. */
export const actOf = (person: Person, fields: Record<string, unknown>): unknown[] => [
  person.subject,
  person.email,
  person.role,
  JSON.stringify(Object.entries(fields).map(([field, after]) => ({ field, after }))),
];
