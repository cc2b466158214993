import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { useMemoryFolder } from '../scripts/servers/memory-folder.ts';
import { runEach } from './run-each.ts';

// `npm run bench [-- NAME…] [--short] [--only PART…]`: runs benchmarks, all without names, each in
// processes of its own, and goes on if one fails. Each writes its section of BENCHMARKS.md; short
// and partial runs are only printed.

const known = readdirSync(new URL('./', import.meta.url))
  .map((name) => name.match(/^([\w-]+)\.bench\.ts$/)?.[1])
  .filter((name) => name !== undefined);

const { values, positionals } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')} (there are: ${known.join(', ')})`);
  process.exit(1);
}
const options = [
  ...(values.short ? ['--short'] : []),
  ...values.only.flatMap((part) => ['--only', part]),
];
// Short runs show that the benchmarks work, not how fast the service is: they may disturb each
// other, and their databases are in memory.
const removeMemoryFolder = values.short ? useMemoryFolder() : async () => undefined;
const failed = await runEach(positionals.length > 0 ? positionals : known, options, {
  atOnce: values.short ? 3 : 1,
  minutes: values.short ? 10 : 120,
});
await removeMemoryFolder();
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
