import { insertErasure } from '../../db/people/erasures.ts';
import * as mailRecords from '../../db/people/mail-records.ts';
import * as people from '../../db/people/people.ts';
import { deleteLexemesOf, lockTicketsOf } from '../../db/people/ticket-erasure.ts';
import {
  countAttachmentsOf,
  eraseAttachmentsOf,
  listAttachmentsOf,
} from '../attachments/of-person.ts';
import { recordAct } from '../audit/service.ts';
import { type ConfirmOptions, type Counted, counted, onlyCounts } from '../core/confirm.ts';
import { type CheckedContext, type Context, inTransaction, requireRole } from '../core/context.ts';
import { ledgerHash, recordErasures } from '../erasure-ledger/erasure-ledger.ts';
import { readSource, removeUnwanted } from '../inbound/receive/originals.ts';
import { refreshGlobalRanking } from '../rankings/global-ranking.ts';
import { clearReportCache } from '../reports/service.ts';
import { lockTeamFor } from '../team/service.ts';

export interface RecordCount {
  kind: string;
  count: number;
}

/** Counts the records about a person, by e-mail in lower case. */
export const findPerson = async (
  ctx: Context,
  email: string,
): Promise<{ email: string; records: RecordCount[] }> => {
  requireRole(ctx, 'admin');
  return { email, records: await countRecords(ctx, email) };
};

/**
 * Returns all data about a person as one document; attachments have download addresses that are valid for
 * ten minutes. The export itself is recorded in the trail.
 */
export const exportPerson = async (ctx: Context, email: string) => {
  requireRole(ctx, 'admin');
  const exported = await inTransaction(ctx, async (tx) => {
    const records: Record<string, Record<string, unknown>[]> = {};
    for (const { kind, list } of people.personalRecords) {
      if (list) records[kind] = await list(tx.db, email);
    }
    records.attachments = await listAttachmentsOf(tx, email);
    await recordAct(tx, { action: 'people.export', target: `account:${email}` });
    return { email, exportedAt: ctx.now(), records };
  });
  await addSources(ctx, exported.records['inbound-mails'] ?? []);
  return exported;
};

/** Adds the sources of the newest mails, up to the size limit of an export. */
const addSources = async (ctx: CheckedContext, mails: Record<string, unknown>[]): Promise<void> => {
  let bytes = 0;
  for (const mail of mails.toReversed()) {
    const { originalPath, bytes: size } = mail;
    delete mail.originalPath;
    if (typeof originalPath !== 'string' || typeof size !== 'number') continue;
    bytes += size;
    if (bytes <= mailRecords.exportedBytes) mail.source = await readSource(ctx, originalPath);
  }
};

const outdated = { code: 'erasure-outdated', what: 'records would be erased' } as const;

/**
 * Erases a person: rows, stored responses, unsent mails and the objects of attachments. Rows that others
 * need, such as tickets, stay without personal data. It is one transaction, so a crash leaves nothing half
 * done, and the janitor deletes remaining objects. Only counts unless `expected` is the total.
 * @throws AppError `forbidden`; `erasure-outdated` if the total differs from `expected`;
 * `last-administrator` like `setTeamRole`
 */
export const erasePerson = async (
  ctx: Context,
  email: string,
  told: ConfirmOptions,
): Promise<Counted> => {
  requireRole(ctx, 'admin');
  const found = counted(true, await countRecords(ctx, email));
  if (onlyCounts(found.total, told, outdated)) return found;
  const id = crypto.randomUUID();
  const { erasure, removeFiles } = await inTransaction(ctx, async (tx) => {
    await lockTeamFor(tx, email, null);
    await lockTicketsOf(tx.db, email);
    const locked = counted(false, await countRecords(tx, email));
    onlyCounts(locked.total, told, outdated);
    await deleteLexemesOf(tx.db, email);
    const remove = await eraseAttachmentsOf(tx, { email });
    for (const { erase } of people.personalRecords) {
      await erase(tx.db, { email, pseudonym: `erased-${id}` });
    }
    await insertErasure(tx.db, {
      id,
      requestedAt: tx.now(),
      records: locked.records,
      unrecorded: ledgerHash(tx, email),
    });
    await recordAct(tx, { action: 'people.erase', target: `erasure:${id}` });
    return { erasure: locked, removeFiles: remove };
  });
  await recordErasures(ctx);
  await removeFiles(ctx);
  await removeUnwanted(ctx);
  await refreshGlobalRanking(ctx);
  await clearReportCache(ctx);
  return erasure;
};

const countRecords = async (ctx: CheckedContext, email: string): Promise<RecordCount[]> => {
  const counts: RecordCount[] = [];
  for (const { kind, count } of people.personalRecords) {
    counts.push({ kind, count: await count(ctx.db, email) });
  }
  return [...counts, { kind: 'attachments', count: await countAttachmentsOf(ctx, email) }];
};
