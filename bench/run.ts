import { readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { useMemoryFolder } from '../test/servers/memory-folder.ts';
import type { Benchmark, Samples } from './benchmark.ts';
import { compare, describeChange, isRegression } from './compare.ts';
import { runSideBySide } from './side-by-side.ts';

// `npm run bench [-- NAME…] [--short] [--only PART…] [--compare]`: runs the benchmarks of bench/ and writes their sections of
// BENCHMARKS.md and their samples (short and partial runs are only printed). With --compare nothing is written: the samples are
// compared with the landed ones, and a figure that is 10 % worse with 95 % confidence makes the exit code 1.

const folder = new URL('./', import.meta.url);
const file = new URL('../BENCHMARKS.md', import.meta.url);
const known = readdirSync(folder)
  .map((name) => name.match(/^([\w-]+)\.bench\.ts$/)?.[1])
  .filter((name) => name !== undefined);

const machine = (): string => {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim()}, ${memory} GiB, Node ${process.version}, ${process.platform}`;
};

const samplesFolder = new URL('./samples/', import.meta.url);
const samplesOf = (name: string): URL => new URL(`${name}.json`, samplesFolder);

/** The samples of the run that BENCHMARKS.md shows. */
const landedSamples = async (name: string): Promise<Samples> =>
  z
    .record(z.string(), z.array(z.number()))
    .parse(JSON.parse(await readFile(samplesOf(name), 'utf8').catch(() => '{}')));

/** Replaces a section of the document, or appends it. */
const withSection = (document: string, name: string, section: string): string => {
  const block = `<!-- ${name} -->\n${section}\n<!-- /${name} -->`;
  const present = new RegExp(`<!-- ${name} -->[\\s\\S]*?<!-- /${name} -->`);
  return present.test(document)
    ? document.replace(present, () => block)
    : `${document.trimEnd()}\n\n${block}\n`;
};

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
const chosen = positionals.length > 0 ? positionals : known;
// Short runs show that the benchmarks work, not how fast the service is: they may disturb each other, and their databases are in memory.
if (values.short && chosen.length > 1) {
  const removeMemoryFolder = useMemoryFolder();
  const code = await runSideBySide(chosen, [
    '--short',
    ...values.only.flatMap((part) => ['--only', part]),
  ]);
  await removeMemoryFolder();
  process.exit(code);
}
for (const name of chosen) {
  const { benchmark }: { benchmark: Benchmark } = await import(`./${name}.bench.ts`);
  console.log(`\n# ${benchmark.title}\n`);
  let samples: Samples = {};
  const result = await benchmark.run({
    ...values,
    log: (line) => console.log(line),
    keep: (kept) => {
      samples = kept;
    },
  });
  console.log(`\n${result}`);
  if (values.compare) {
    const changes = compare(await landedSamples(name), samples);
    if (changes.length === 0) console.log(`${name} has no landed samples to compare with`);
    for (const change of changes) console.log(describeChange(change));
    if (changes.some(isRegression)) process.exitCode = 1;
    continue;
  }
  if (values.short || values.only.length > 0) continue;
  const date = new Date().toISOString().slice(0, 10);
  const section = `## ${benchmark.title}\n\n${result}\n\n${date}, ${machine()}. Run it: \`npm run bench -- ${name}\`.`;
  const document = await readFile(file, 'utf8').catch(
    () => '# Benchmarks\n\nMeasured by `npm run bench`; anyone can measure them again.\n',
  );
  await writeFile(file, withSection(document, name, section));
  if (Object.keys(samples).length > 0) {
    await mkdir(samplesFolder, { recursive: true });
    await writeFile(samplesOf(name), `${JSON.stringify(samples, null, 1)}\n`);
  }
}
