import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import type { Benchmark } from './bench/benchmark.ts';

// `npm run bench [-- NAME…] [--short] [--only PART…]`: runs the benchmarks of scripts/bench and writes their sections of
// BENCHMARKS.md; not from a short run, nor from one of some parts.

const folder = new URL('./bench/', import.meta.url);
const file = new URL('../BENCHMARKS.md', import.meta.url);
const known = readdirSync(folder)
  .map((name) => name.match(/^([\w-]+)\.bench\.ts$/)?.[1])
  .filter((name) => name !== undefined);

const machine = (): string => {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim()}, ${memory} GiB, Node ${process.version}, ${process.platform}`;
};

/** Puts a section in its place in the document, or at its end. */
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
  },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`no such benchmark: ${unknown.join(', ')} (there are: ${known.join(', ')})`);
  process.exit(1);
}
for (const name of positionals.length > 0 ? positionals : known) {
  const { benchmark }: { benchmark: Benchmark } = await import(`./bench/${name}.bench.ts`);
  console.log(`\n# ${benchmark.title}\n`);
  const result = await benchmark.run({ ...values, log: (line) => console.log(line) });
  console.log(`\n${result}`);
  if (values.short || values.only.length > 0) continue;
  const date = new Date().toISOString().slice(0, 10);
  const section = `## ${benchmark.title}\n\n${result}\n\n${date}, ${machine()}. Run it: \`npm run bench -- ${name}\`.`;
  const document = await readFile(file, 'utf8').catch(
    () => '# Benchmarks\n\nMeasured by `npm run bench`; anyone can measure them again.\n',
  );
  await writeFile(file, withSection(document, name, section));
}
