import { readFile, writeFile } from 'node:fs/promises';
import { needsGenerator, version } from './generator.ts';
import { type Language, languages } from './languages.ts';
import { root } from './run.ts';

/** How far a client gets. */
export type Outcome =
  | 'is not generated'
  | 'does not compile'
  | 'compiles, fails'
  | 'compiles, runs';

const page = `${root}docs/clients.md`;
const table = /(?<=<!-- clients -->\n)[\s\S]*(?=<!-- \/clients -->)/;

/**
 * Writes the table of clients in docs/clients.md: what was tried with its outcome, the rest as it
 * stands there.
 *
 * @throws Error if the page has no place for it
 */
export const renewTable = async (outcomes: ReadonlyMap<string, Outcome>): Promise<void> => {
  const text = await readFile(page, 'utf8');
  const [former] = table.exec(text) ?? [];
  if (former === undefined) throw new Error(`${page} has no marks of the table`);
  const rows = languages.map((language) => {
    const { name } = language;
    const outcome = outcomes.get(name) ?? formerOutcome(former, name);
    return [`\`${name}\``, ...generatorOf(language), needsOf(language), outcome];
  });
  const lines = [
    ['name', 'generator', 'document', 'needs', 'outcome'],
    ['---', '---', '---', '---', '---'],
    ...rows,
  ].map((cells) => `| ${cells.join(' | ')} |\n`);
  await writeFile(
    page,
    text.replace(table, () => lines.join('')),
  );
};

const formerOutcome = (former: string, name: string): string => {
  const row = former.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
  return row?.split(' | ').at(-1)?.replace(/ \|$/, '') ?? 'not tried';
};

const generatorOf = (language: Language): [string, string] =>
  needsGenerator(language)
    ? [`OpenAPI Generator ${version}`, '3.1']
    : [language.generator, language.document];

const needsOf = (language: Language): string =>
  [...new Set([...(needsGenerator(language) ? ['java'] : []), ...language.needs])].join(', ');
