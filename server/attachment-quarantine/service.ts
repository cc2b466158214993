import type { QuarantinedRow } from '../../db/attachment-quarantine/quarantine.ts';
import * as quarantine from '../../db/attachment-quarantine/quarantine.ts';
import { deletionLeaseMs, finishDeletion } from '../attachments/deletion.ts';
import { scanRetryMs } from '../attachments/scan.ts';
import { recordAct } from '../audit/service.ts';
import type { Scanner, ScanResult } from '../clients/scanner.ts';
import { minuteMs } from '../core/civil-time.ts';
import { type CheckedContext, type Context, inTransaction, requireRole } from '../core/context.ts';
import { addNote } from '../tickets/conversation/notes.ts';

const scanMs = minuteMs;
const rowsAtOnce = 100;
/** A run stops after this many failures in a row: the scanner or the storage is down. */
const maxFailures = 3;

/** The numbers of attachments that a run released, deleted and could not scan. */
interface QuarantineResult {
  released: number;
  infected: number;
  failed: number;
}

/**
 * Scans the quarantined attachments that are due. A clean one becomes downloadable; an infected one is
 * deleted and noted on its ticket. One that cannot be scanned goes to the end of the queue. Does nothing
 * without a scanner.
 */
export const scanQuarantined = async (
  ctx: Context,
  signal: AbortSignal,
): Promise<QuarantineResult> => {
  requireRole(ctx, 'admin');
  const result: QuarantineResult = { released: 0, infected: 0, failed: 0 };
  const { scanner } = ctx;
  if (!scanner) return result;
  let failures = 0;
  for (;;) {
    const due = await quarantine.listDueScans(ctx.db, rowsAtOnce);
    for (const row of due) {
      if (signal.aborted || failures === maxFailures) return result;
      const outcome = await scanAgain(ctx, scanner, row);
      failures = outcome === 'failed' ? failures + 1 : 0;
      result[outcome] += 1;
    }
    if (due.length < rowsAtOnce) return result;
  }
};

const scanAgain = async (
  ctx: CheckedContext,
  scanner: Scanner,
  row: QuarantinedRow,
): Promise<keyof QuarantineResult> => {
  let verdict: ScanResult;
  try {
    verdict = await scanObject(ctx, scanner, row.path);
  } catch (error) {
    ctx.log.warn({ err: error, attachment: row.id }, 'a quarantined file could not be scanned');
    await quarantine.postponeScan(ctx.db, row.id, scanRetryMs);
    return 'failed';
  }
  if (verdict.infected) {
    await rejectInfected(ctx, row, verdict.signature);
    return 'infected';
  }
  await inTransaction(ctx, async (tx) => {
    if (!(await quarantine.releaseQuarantined(tx.db, row.id))) return;
    await recordAct(tx, { action: 'attachments.release', target: `attachment:${row.id}` });
  });
  return 'released';
};

const scanObject = async (ctx: Context, scanner: Scanner, path: string): Promise<ScanResult> => {
  const contents = await ctx.storage.read(path);
  // A file that fails before it is read fails again when the scanner reads it.
  contents.on('error', () => undefined);
  try {
    return await scanner.scan(contents, scanMs);
  } finally {
    // An unreachable scanner reads nothing, and an unread file would stay open.
    contents.destroy();
  }
};

/**
 * Deletes an infected attachment and adds a note to its ticket. If the object cannot be deleted now, the
 * janitor deletes it later.
 */
const rejectInfected = async (
  ctx: CheckedContext,
  row: QuarantinedRow,
  signature: string,
): Promise<void> => {
  const claimed = await inTransaction(ctx, async (tx) => {
    const deleting = await quarantine.claimInfected(tx.db, row.id, deletionLeaseMs);
    if (!deleting) return undefined;
    await recordAct(tx, {
      action: 'attachments.reject',
      target: `attachment:${row.id}`,
      changes: [{ field: 'signature', after: signature }],
    });
    await addNote(tx, {
      ticketId: deleting.ticketId,
      body: `Anexo excluído: o antivírus encontrou ${signature} em ${row.name}`.slice(0, 2_000),
      inPrompt: false,
    });
    return deleting;
  });
  if (!claimed) return;
  ctx.log.warn({ attachment: row.id, signature }, 'a quarantined file is infected: deleted');
  await finishDeletion(ctx, claimed).catch((error) =>
    ctx.log.warn({ err: error, attachment: row.id }, 'could not remove an infected file'),
  );
};
