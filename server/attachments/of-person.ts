import * as erasure from '../../db/people/ticket-erasure.ts';
import type { CheckedContext, TxContext } from '../core/context.ts';
import { deletionLeaseMs, finishDeletion } from './deletion.ts';
import { linkMaker } from './links.ts';

/** Counts the attachments on a person's tickets or uploaded by them, by e-mail. */
export const countAttachmentsOf = async (ctx: CheckedContext, email: string): Promise<number> =>
  (await erasure.listPersonalAttachments(ctx.db, email)).length;

/** Lists a person's complete attachments, each with a download address that is valid for ten minutes. */
export const listAttachmentsOf = async (
  ctx: CheckedContext,
  email: string,
): Promise<Record<string, unknown>[]> => {
  const rows = await erasure.listPersonalAttachments(ctx.db, email);
  const linkTo = await linkMaker(ctx);
  return Promise.all(
    rows
      .filter(({ whole }) => whole)
      .map(async ({ id, ticketId, name, type, size, createdAt, path, quarantined }) => ({
        id,
        ticketId,
        name,
        type,
        size,
        createdAt,
        downloadUrl: await linkTo({ id, name, type, path, quarantined }),
      })),
  );
};

/** Hides attachments in an erasure; the returned function deletes their objects after the commit. */
export const eraseAttachmentsOf = async (
  tx: TxContext,
  owner: erasure.AttachmentOwner,
): Promise<(ctx: CheckedContext) => Promise<void>> => {
  const rows = await erasure.claimAttachmentsOf(tx.db, owner, deletionLeaseMs);
  return async (ctx) => {
    for (const row of rows) {
      await finishDeletion(ctx, row).catch((error) =>
        ctx.log.warn({ err: error, attachment: row.id }, 'could not remove an erased attachment'),
      );
    }
  };
};
