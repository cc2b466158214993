import { createHash, createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import * as erasures from '../../db/people/erasures.ts';
import type { Storage } from '../clients/storage.ts';
import type { CheckedContext } from '../core/context.ts';

// A restored backup contains erased people, so each erasure is also stored as an object: the keyed hash of
// the address and the time (docs/operations.md).

const folder = 'erasures';

const entrySchema = z.object({
  /** The HMAC-SHA-256 of the address in lower case, hexadecimal. */
  hash: z.string().regex(/^[\da-f]{64}$/),
  /** Identifies the key without revealing it. */
  key: z.string(),
  erasedAt: z.iso.datetime(),
});

export type LedgerEntry = z.infer<typeof entrySchema>;

export const keyBytes = (key: string): Buffer => createHash('sha256').update(key).digest();
export const nameOf = (key: string): string =>
  createHash('sha256').update(keyBytes(key)).digest('hex').slice(0, 8);

/** Returns the ledger's hash of an address; null if no ledger is configured. */
export const ledgerHash = (
  { config }: Pick<CheckedContext, 'config'>,
  email: string,
): string | null => {
  const { erasureLedgerKey: key } = config;
  return key === undefined ? null : createHmac('sha256', keyBytes(key)).update(email).digest('hex');
};

/** Writes missing erasures to the ledger. It logs failures, and the attachments' janitor retries. */
export const recordErasures = async (ctx: CheckedContext): Promise<void> => {
  const { erasureLedgerKey: key } = ctx.config;
  if (key === undefined) return;
  try {
    for (const { id, hash, requestedAt } of await erasures.listUnrecorded(ctx.db)) {
      const entry: LedgerEntry = { hash, key: nameOf(key), erasedAt: requestedAt.toISOString() };
      const object = await ctx.storage.stage(`${folder}/${id}.json`);
      try {
        await object.write(Buffer.from(JSON.stringify(entry)));
        await object.end();
        await object.store({ contentType: 'application/json', contentDisposition: 'attachment' });
      } finally {
        await object.discard();
      }
      await erasures.updateRecorded(ctx.db, id);
    }
  } catch (error) {
    ctx.log.warn({ err: error }, 'the ledger lacks erasures');
  }
};

export const readLedger = async (
  storage: Pick<Storage, 'list' | 'read'>,
  since: Date,
): Promise<LedgerEntry[]> => {
  const entries: LedgerEntry[] = [];
  for (const name of await storage.list(folder)) {
    const contents = await text(await storage.read(`${folder}/${name}`));
    const entry = entrySchema.parse(JSON.parse(contents));
    if (new Date(entry.erasedAt) >= since) entries.push(entry);
  }
  return entries.sort((a, b) => a.erasedAt.localeCompare(b.erasedAt));
};
