import { Readable } from 'node:stream';
import type { RequestHandler } from 'express';
import { recordAct } from '../audit/service.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import { type BaseContext, inTransaction, refuseWithoutRole } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { writeBackup } from './archive.ts';

/**
 * `POST /backup` of the internal listener: a backup of the embedded database and the attachments,
 * while the service runs. For administrators. A response that is cut off has no manifest, so it
 * cannot be restored.
 *
 * @param dump the embedded database; undefined on a server, which `pg_dump` backs up
 */
export const backupHandler =
  (
    base: BaseContext,
    authenticate: Authenticate,
    dump: (() => Promise<Blob>) | undefined,
  ): RequestHandler =>
  async (req, res) => {
    const actor = await authenticate(req.headers.authorization);
    refuseWithoutRole(actor, 'admin');
    if (!dump) throw new AppError('not-found');
    const request = { channel: 'http' as const, id: req.id, readsOnly: false };
    const ctx = { ...base, actor, request, log: req.log };
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
