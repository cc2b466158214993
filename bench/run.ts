import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { useMemoryFolder } from '../scripts/servers/memory-folder.ts';
import { runEach } from './run-each.ts';

// `npm run bench [-- NAME…] [--short] [--only PART…] [--compare]`: runs benchmarks, each in processes of its own, and goes on if one fails. Each
// writes its section of BENCHMARKS.md, with the ratio to the one it replaces, and its samples; short and partial runs are only printed. With
// --compare nothing is written: the samples are compared with the landed ones, and a figure that is 10 % worse with 95 % confidence makes
// the exit code 1. Without names: those that fit in an hour on two quiet cores.

const hour = [
  'peers',
  'floor',
  'noon',
  'soak',
  'work-lists',
  'quiz-submit',
  'my-ranking',
  'hints',
  'console',
  'console-day',
  'cached-ranking',
  'processes',
];
const known = readdirSync(new URL('./', import.meta.url))
  .map((name) => name.match(/^([\w-]+)\.bench\.ts$/)?.[1])
  .filter((name) => name !== undefined);

const { values, positionals } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    compare: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')} (there are: ${known.join(', ')})`);
  process.exit(1);
}
const chosen = positionals.length > 0 ? positionals : values.short ? known : hour;
const options = [
  ...(values.short ? ['--short'] : []),
  ...(values.compare ? ['--compare'] : []),
  ...values.only.flatMap((part) => ['--only', part]),
];
// Short runs show that the benchmarks work, not how fast the service is: they may disturb each other, and their databases are in memory.
const removeMemoryFolder = values.short ? useMemoryFolder() : async () => undefined;
const failed = await runEach(chosen, options, {
  atOnce: values.short ? 3 : 1,
  // Those that are only run by name build large databases.
  minutes: values.short ? 10 : positionals.length > 0 ? 120 : 20,
});
await removeMemoryFolder();
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
