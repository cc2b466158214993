import { buffer } from 'node:stream/consumers';
import { listSendableFiles } from '../../db/attachments/sending.ts';
import { downloadName } from '../attachments/checks/names.ts';
import type { OutgoingFile, SmtpResult } from '../clients/smtp.ts';
import type { CheckedContext } from '../core/context.ts';
import { picturesIn } from '../markup/sanitise.ts';

const contentId = (id: number | string, domain: string): string => `anexo-${id}@${domain}`;

export const withContentIds = (html: string, domain: string): string =>
  html.replaceAll(
    /(<img src="cid:)anexo-(\d{1,10})"/g,
    (_, start: string, id: string) => `${start}${contentId(id, domain)}"`,
  );

/** Returns a mail's files, or why it cannot be sent: a mail is never sent without one of its files. */
export const listMailFiles = async (
  ctx: CheckedContext,
  mail: { attachmentIds: readonly number[]; html: string; domain: string },
): Promise<OutgoingFile[] | SmtpResult> => {
  const rows = await listSendableFiles(ctx.db, mail.attachmentIds);
  if (rows.length < mail.attachmentIds.length) {
    return { outcome: 'rejected', reason: missingFile };
  }
  const shown = new Set(picturesIn(mail.html));
  const files: OutgoingFile[] = [];
  for (const { id, name, type, path, size } of rows) {
    const contents = await ctx.storage
      .read(path)
      .then(buffer)
      .catch(() => undefined);
    if (contents?.length !== size) return { outcome: 'postponed', reason: 'a file is unreadable' };
    const cid = shown.has(id) ? contentId(id, mail.domain) : undefined;
    files.push({ name: downloadName(name), type, contents, cid });
  }
  return files;
};

export const missingFile = 'a file of the mail was deleted';
