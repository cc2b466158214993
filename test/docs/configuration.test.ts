import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { environment } from '../../server/config/environment.ts';
import { secretNames } from '../../server/config/secrets.ts';

const table = readFileSync('docs/configuration.md', 'utf8');

/** Variables named in the first column. */
const listed = [...table.matchAll(/^\| (`[A-Z].*?) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
);

describe('docs/configuration.md', () => {
  it('lists every variable that the service reads, with the _FILE form of secrets, and no other', () => {
    const read = [...Object.keys(environment.shape), ...secretNames.map((name) => `${name}_FILE`)];
    expect([...listed].sort()).toEqual([...read].sort());
  });

  it('states the defaults of the code', () => {
    for (const [name, field] of Object.entries(environment.shape)) {
      const value = field.safeParse(undefined).data;
      // An empty list is shown as none.
      if (value === undefined || typeof value === 'object') continue;
      const [, cells = ''] = new RegExp(`^\\| .*\`${name}\`.*? \\| (.*)$`, 'm').exec(table) ?? [];
      expect(cells, name).toMatch(new RegExp(`^\`${value}\``));
    }
  });
});
