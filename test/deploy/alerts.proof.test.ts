import { expect, it } from 'vitest';
import { promtool } from './checkers.ts';

it.each(['alerts', 'alerts-in-days'])(
  'the rules of %s fire and recover as tested',
  async (name) => {
    const output = await promtool('test', 'rules', `test/deploy/${name}.rules-test.yml`);
    expect(output).toContain('SUCCESS');
  },
);
