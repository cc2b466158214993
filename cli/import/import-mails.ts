import { stat } from 'node:fs/promises';
import { email } from '../../contract/index.ts';
import type { InternalClient } from '../../packages/internal/src/index.ts';
import { importBatch } from '../../server/tickets/inputs.ts';
import type { ImportResult } from './import-file.ts';
import { type MailTicket, readMails } from './mails.ts';

const batchCharacters = 1_048_576;

/** Returns true if `tickets import` reads mails from this path, not rows. */
export const isMailPath = async (path: string): Promise<boolean> =>
  /\.(mbox|eml)$/i.test(path) || (await stat(path)).isDirectory();

/**
 * Imports mails as tickets with their dates, and sends no mail. It prints the refused mails with the reasons
 * to standard error. A repetition imports nothing twice.
 */
export const importMails = async (
  api: InternalClient,
  {
    file,
    own = [],
    dryRun = false,
  }: { file: string; own?: readonly string[] | undefined; dryRun?: boolean | undefined },
): Promise<ImportResult> => {
  // Senders are compared in the same form.
  const { tickets, refused } = await readMails(
    file,
    own.map((address) => email.safeParse(address).data ?? address),
  );
  const done = { imported: 0, known: 0, bad: refused.length };
  for (const { mail, reason } of refused) console.error(`${mail}: ${reason}`);
  for (const batch of batchesOf(tickets)) {
    const sent = await api.tickets.import.mutate({ tickets: batch, dryRun });
    for (const { index, reason } of sent.refused) {
      console.error(`${batch[index]?.subject}: ${reason}`);
    }
    done.imported += sent.imported;
    done.known += sent.known;
    done.bad += sent.refused.length;
  }
  return { dryRun, ...done, badLines: undefined };
};

/** Splits tickets into batches that fit into a request. */
const batchesOf = (tickets: readonly MailTicket[]): MailTicket[][] => {
  const batches: MailTicket[][] = [];
  let length = batchCharacters;
  for (const ticket of tickets) {
    length += JSON.stringify(ticket).length;
    const last = batches.at(-1);
    if (last && last.length < importBatch && length < batchCharacters) last.push(ticket);
    else {
      batches.push([ticket]);
      length = JSON.stringify(ticket).length;
    }
  }
  return batches;
};
