import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Benchmark, Samples } from './benchmark.ts';
import { compare, describeChange, isRegression } from './compare.ts';
import { ratiosTo } from './ratios.ts';

// One benchmark, which run.ts starts with its options.

const file = new URL('../BENCHMARKS.md', import.meta.url);
const samplesFolder = new URL('./samples/', import.meta.url);
const samplesOf = (name: string): URL => new URL(`${name}.json`, samplesFolder);

const machine = (): string => {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim()}, ${memory} GiB, Node ${process.version}, ${process.platform}`;
};

/** The samples of the run that BENCHMARKS.md shows. */
const landedSamples = async (name: string): Promise<Samples> =>
  z
    .record(z.string(), z.array(z.number()))
    .parse(JSON.parse(await readFile(samplesOf(name), 'utf8').catch(() => '{}')));

/** Replaces a section of the document, or appends it; below its tables are their ratios to those it replaces. */
const withSection = (document: string, name: string, title: string, result: string): string => {
  const present = new RegExp(`<!-- ${name} -->[\\s\\S]*?<!-- /${name} -->`);
  const [replaced = ''] = present.exec(document) ?? [];
  const ratios = ratiosTo(replaced, result);
  const since = /^(\d{4}-\d\d-\d\d), \d+ × /m.exec(replaced)?.[1];
  const date = new Date().toISOString().slice(0, 10);
  const section = [
    `<!-- ${name} -->\n## ${title}`,
    result,
    ...(ratios ? [`Over the figures of ${since}:`, ratios] : []),
    `${date}, ${machine()}. Run it: \`npm run bench -- ${name}\`.\n<!-- /${name} -->`,
  ].join('\n\n');
  return replaced
    ? document.replace(present, () => section)
    : `${document.trimEnd()}\n\n${section}\n`;
};

const { values, positionals } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    compare: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [name = ''] = positionals;
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
} else if (!values.short && values.only.length === 0) {
  const document = await readFile(file, 'utf8').catch(() => '# Benchmarks\n');
  await writeFile(file, withSection(document, name, benchmark.title, result));
  if (Object.keys(samples).length > 0) {
    await mkdir(samplesFolder, { recursive: true });
    await writeFile(samplesOf(name), `${JSON.stringify(samples, null, 1)}\n`);
  }
}
