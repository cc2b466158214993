import { kebabCase } from 'trpc-cli';
import { z } from 'zod';
import type { Commands } from './commands.ts';
import { UsageError } from './failure.ts';
import { Property } from './option-help.ts';

/** A command line, split into what this program handles itself and the rest. */
export interface CommandLine {
  /** The arguments for the parser. */
  args: string[];
  /** The ids of a command that was given several; the command runs once for each. */
  ids: string[];
  /** True if all pages of a list are requested. */
  all: boolean;
}

const schema = z.object({ properties: z.record(z.string(), Property).catch({}) });

/**
 * Reads `--all` and repeated options. A list accepts an option several times; a repeated `--id` runs the
 * command once for each id.
 * @throws UsageError if any other option is repeated, or the command does not accept `--all`
 */
export const readCommandLine = (args: readonly string[], commands: Commands): CommandLine => {
  const properties = propertiesOf(args, commands);
  const all = args.includes('--all') && !properties.has('all');
  if (all && properties.size > 0 && !properties.has('cursor')) {
    throw new UsageError("option '--all' is for lists with pages");
  }
  const given = optionsOf(args);
  const ids = given.filter(({ name }) => name === 'id').map(({ value }) => value);
  for (const [name, { length }] of Map.groupBy(given, (option) => option.name)) {
    const repeatable = name === 'id' || properties.get(name)?.type === 'array';
    if (length > 1 && properties.has(name) && !repeatable) {
      throw new UsageError(`option '--${name}' is given ${length} times`);
    }
  }
  return {
    args: all ? args.filter((arg) => arg !== '--all') : [...args],
    ids: ids.length > 1 ? ids : [],
    all: all && properties.has('cursor'),
  };
};

/** The schemas of a command's options, by their names on the command line. */
export const propertiesOf = (
  args: readonly string[],
  commands: Commands,
): Map<string, z.infer<typeof Property>> => {
  const command = commands.find(([path]) =>
    path.split('.').every((word, at) => args[at] === kebabCase(word)),
  );
  const inputs = command?.[1].inputSchemas;
  const schemas = inputs?.success ? inputs.value.map((input) => schema.parse(input)) : [];
  return new Map(
    schemas.flatMap(({ properties }) =>
      Object.entries(properties).map(([name, property]) => [kebabCase(name), property]),
    ),
  );
};

const optionsOf = (args: readonly string[]): { name: string; value: string }[] =>
  args.flatMap((arg, at) => {
    const [, name, value] = /^--([\w-]+)(?:=(.*))?$/s.exec(arg) ?? [];
    return name === undefined ? [] : [{ name, value: value ?? args[at + 1] ?? '' }];
  });
