import { open, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { contentCheck } from '../server/attachments/content.ts';
import { chunksOf, type Source } from '../server/attachments/source.ts';

// node scripts/judge-files.ts <folder> [--list]: what an upload would make of each file in a
// folder, by extension. Stores nothing.

const [folder, option] = process.argv.slice(2);
if (!folder) throw new Error('usage: node scripts/judge-files.ts <folder> [--list]');

const judge = async (path: string): Promise<string> => {
  await using file = await open(path);
  const { size } = await file.stat();
  const source: Source = {
    size,
    readAt: async (buffer, position) =>
      (await file.read(buffer, 0, buffer.length, position)).bytesRead,
  };
  const check = contentCheck(path, 'application/octet-stream');
  if (!check || size === 0) return 'refused';
  for await (const chunk of chunksOf(source, 0, size)) if (!check.take(chunk)) return 'refused';
  return (await check.finish(source)) ?? 'refused';
};

const counts = new Map<string, number>();
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const path = join(entry.parentPath, entry.name);
  const outcome = `${extname(path).toLowerCase() || '(none)'}\t${await judge(path)}`;
  if (option === '--list') console.log(`${outcome}\t${path}`);
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
}
for (const [outcome, count] of [...counts].sort()) console.log(`${count}\t${outcome}`);
