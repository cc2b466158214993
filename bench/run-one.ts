import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import type { Benchmark } from './benchmark.ts';

// One benchmark, which run.ts starts with its options.

const machine = (): string => {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim()}, ${memory} GiB, Node ${process.version}, ${process.platform}`;
};

/** Replaces a section of the document, or appends it. */
const withSection = (document: string, name: string, title: string, result: string): string => {
  const present = new RegExp(`<!-- ${name} -->[\\s\\S]*?<!-- /${name} -->`);
  const date = new Date().toISOString().slice(0, 10);
  const section = [
    `<!-- ${name} -->\n## ${title}`,
    result,
    `${date}, ${machine()}. Run it: \`npm run bench -- ${name}\`.\n<!-- /${name} -->`,
  ].join('\n\n');
  return present.test(document)
    ? document.replace(present, () => section)
    : `${document.trimEnd()}\n\n${section}\n`;
};

const { values, positionals } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
});
const [name = ''] = positionals;
const { benchmark }: { benchmark: Benchmark } = await import(`./${name}.bench.ts`);
console.log(`\n# ${benchmark.title}\n`);
const result = await benchmark.run({ ...values, log: (line) => console.log(line) });
console.log(`\n${result}`);
if (!values.short && values.only.length === 0) {
  const file = new URL(`../${benchmark.document ?? 'BENCHMARKS.md'}`, import.meta.url);
  const document = await readFile(file, 'utf8').catch(() => '# Benchmarks\n');
  await writeFile(file, withSection(document, name, benchmark.title, result));
}
