import { readFileSync } from 'node:fs';
import { kebabCase } from 'trpc-cli';
import { z } from 'zod';
import type { Commands } from './commands.ts';

/** The words that may follow a command. */
interface Choices {
  words: string[];
  /** The values of options that accept only certain values. */
  values: [option: string, values: string[]][];
  /** True if a file name may follow. */
  file: boolean;
  /** True if the words are a complete command and not only a group. */
  ends: boolean;
}

const property = z.object({
  enum: z.array(z.string()).optional(),
  positional: z.boolean().optional(),
});
const schema = z.object({ properties: z.record(z.string(), property.catch({})).default({}) });
const everywhere = ['--json', '--csv', '--help'];

/**
 * A shell script that defines the function `leitor`, which runs this program from any folder, and completes
 * its commands, options and values.
 * @param program the words that start this program
 */
export const completionScript = (
  shell: 'bash' | 'zsh',
  commands: Commands,
  program: readonly string[],
): string => {
  const cases = [...choicesByPath(commands)].flatMap(([path, choices]) => [
    `    ${quoted(path)})`,
    ...casesOf(choices).map((line) => `      ${line}`),
    '      ;;',
  ]);
  return [
    ...(shell === 'zsh' ? zshPrelude : []),
    `leitor() { ${program.map(quoted).join(' ')} "$@"; }`,
    '_leitor_choices() {',
    '  case "$1" in',
    ...cases,
    '  esac',
    '}',
    readFileSync(new URL('completion.sh', import.meta.url), 'utf8').trimEnd(),
  ].join('\n');
};

/** Enables bash completions in zsh. */
const zshPrelude = [
  'autoload -Uz compinit bashcompinit',
  '(( $+functions[compdef] )) || compinit',
  'bashcompinit',
];

const casesOf = ({ words, values, file, ends }: Choices): string[] => [
  `words=${quoted(words.join(' '))}`,
  ...(file ? ['files=yes'] : []),
  ...(ends ? ['ends=yes'] : []),
  ...(values.length > 0 ? ['case "$2" in'] : []),
  ...values.map(([option, names]) => `  ${quoted(option)}) words=${quoted(names.join(' '))} ;;`),
  ...(values.length > 0 ? ['esac'] : []),
];

const nothing = (): Choices => ({ words: [], values: [], file: false, ends: false });

const choicesByPath = (commands: Commands): Map<string, Choices> => {
  const byPath = new Map<string, Choices>([['', nothing()]]);
  for (const [path, { inputSchemas }] of commands) {
    const names = path.split('.').map(kebabCase);
    for (const [depth, name] of names.entries()) {
      const parent = names.slice(0, depth).join(' ');
      const choices = byPath.get(parent) ?? nothing();
      if (!choices.words.includes(name)) choices.words.push(name);
      byPath.set(parent, choices);
    }
    const schemas = inputSchemas.success ? inputSchemas.value : [];
    byPath.set(
      names.join(' '),
      choicesOf(schemas.map((given) => schema.catch({ properties: {} }).parse(given))),
    );
  }
  return byPath;
};

const choicesOf = (schemas: z.output<typeof schema>[]): Choices => {
  const options = schemas.flatMap(({ properties }) => Object.entries(properties));
  const named = options.filter(([, { positional }]) => !positional);
  const positionals = options.filter(([, { positional }]) => positional).map(([, given]) => given);
  return {
    words: [
      ...positionals.flatMap((given) => given.enum ?? []),
      ...named.map(([name]) => `--${kebabCase(name)}`),
      ...everywhere,
    ],
    values: named.flatMap(([name, given]) =>
      given.enum ? [[`--${kebabCase(name)}`, given.enum] as [string, string[]]] : [],
    ),
    ends: true,
    file: positionals.some((given) => given.enum === undefined),
  };
};

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
