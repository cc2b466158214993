import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { judge } from '../server/inbound/file/judge.ts';
import { foldQuotes } from '../server/inbound/read/fold.ts';
import { readMail } from '../server/inbound/read/mail.ts';

// Shows what the service makes of the mails in a folder: `node scripts/read-mails.ts FOLDER
// [OUR-ADDRESS…]`. A line of JSON for each file, and how often each outcome happened. Stores
// nothing.

const [folder, ...own] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: node scripts/read-mails.ts FOLDER [OUR-ADDRESS…]\n');
  process.exit(1);
}

const shown = 300;

const outcomeOf = async (raw: Buffer) => {
  const mail = await readMail(raw, { own, forms: [] }).catch(() => 'unreadable' as const);
  const verdict = judge(mail, { released: false });
  const outcome = 'reason' in verdict ? `${verdict.as}: ${verdict.reason}` : verdict.as;
  if (typeof mail === 'string') return { outcome };
  const { visible, folded } = foldQuotes(mail.text, { sent: [], isForward: mail.isForward });
  const { address = null } = typeof mail.sender === 'string' ? {} : mail.sender;
  return {
    outcome,
    sender: address,
    subject: mail.subject,
    text: visible.slice(0, shown),
    length: visible.length,
    folded: folded?.slice(0, shown) ?? null,
    files: mail.attachments.map(({ name, type }) => `${name} (${type})`),
    broken: `${mail.subject}${mail.text}`.includes('\ufffd'),
  };
};

const counts: Record<string, number> = {};
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const file = join(entry.parentPath, entry.name);
  const read = await outcomeOf(await readFile(file));
  counts[read.outcome] = (counts[read.outcome] ?? 0) + 1;
  process.stdout.write(`${JSON.stringify({ file, ...read })}\n`);
}
process.stderr.write(`${JSON.stringify(counts)}\n`);
