import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { promtool } from './checkers.ts';

const folder = mkdtempSync(join(tmpdir(), 'leitor-alerts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rules = readFileSync('deploy/alerts.yml', 'utf8');

describe('the alert rules', () => {
  it('fire and recover as their unit tests say', async () => {
    for (const name of ['alerts', 'alerts-in-days']) {
      const output = await promtool('test', 'rules', `test/deploy/${name}.rules-test.yml`);
      expect(output).toContain('SUCCESS');
    }
  });

  it('fail their tests if they change', async () => {
    writeFileSync(join(folder, 'alerts.yml'), rules.replace(/(?<=\}\) > )600$/m, '6000'));
    const tests = readFileSync('test/deploy/alerts.rules-test.yml', 'utf8');
    const test = join(folder, 'test.yml');
    writeFileSync(test, tests.replace('../../deploy/alerts.yml', join(folder, 'alerts.yml')));
    await expect(promtool('test', 'rules', test)).rejects.toThrow('FAILED');
  });
});
