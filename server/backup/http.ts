import { Readable } from 'node:stream';
import type { RequestHandler } from 'express';
import { recordAct } from '../audit/service.ts';
import { inTransaction, requireRole } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { ctxOf } from '../http/router.ts';
import { writeBackup } from './archive.ts';

/**
 * Serves `POST /backup` of the internal listener to administrators: a backup of the embedded database and
 * the attachments while the service runs. A truncated response has no manifest, so it cannot be restored.
 * @param dump the embedded database; undefined on a server, which `pg_dump` backs up
 */
export const backupHandler =
  (dump: (() => Promise<Blob>) | undefined): RequestHandler =>
  async (req, res) => {
    const ctx = ctxOf(req);
    requireRole(ctx, 'admin');
    if (!dump) throw new AppError('not-found');
    await inTransaction(ctx, (tx) =>
      recordAct(tx, { action: 'backup.create', target: 'database:embedded' }),
    );
    const blob = await dump();
    res.type('application/x-tar');
    await writeBackup(
      ctx,
      async () => ({
        kind: 'embedded',
        size: blob.size,
        contents: Readable.from(blob.stream()),
      }),
      res,
    );
  };
