import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { environment, secretNames } from '../../server/config.ts';

const page = readFileSync('docs/operations.md', 'utf8');
const table = page.slice(page.indexOf('## Every variable'));

/** The variables of the table, in its first column. */
const listed = [...table.matchAll(/^\| (`[A-Z].*?) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
);

describe('docs/operations.md', () => {
  it('lists every variable of the configuration, and no other', () => {
    const read = [...Object.keys(environment.shape), ...secretNames.map((name) => `${name}_FILE`)];
    expect([...listed].sort()).toEqual([...read].sort());
  });

  it('tells the defaults that the configuration has', () => {
    for (const [name, field] of Object.entries(environment.shape)) {
      const value = field.safeParse(undefined).data;
      // An empty list is shown as none.
      if (value === undefined || typeof value === 'object') continue;
      const [, cells = ''] = new RegExp(`^\\| .*\`${name}\`.*? \\| (.*)$`, 'm').exec(table) ?? [];
      expect(cells, name).toMatch(new RegExp(`^\`${value}\``));
    }
  });

  it('points at files that are there', () => {
    const files = [...page.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) expect(() => readFileSync(file, 'utf8'), file).not.toThrow(/ENOENT/);
  });
});
