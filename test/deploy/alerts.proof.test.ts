import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { promtool } from './checkers.ts';

const folder = mkdtempSync(join(tmpdir(), 'leitor-alerts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rules = readFileSync('deploy/alerts.yml', 'utf8');

describe('the alert rules', () => {
  it('are valid', async () => {
    expect(await promtool('check', 'rules', 'deploy/alerts.yml')).toContain('SUCCESS');
  });

  it('fire and recover as their unit tests say', async () => {
    for (const name of ['alerts', 'alerts-in-days']) {
      const output = await promtool('test', 'rules', `test/deploy/${name}.rules-test.yml`);
      expect(output).toContain('SUCCESS');
    }
  });

  it.each([
    [
      'quizzes made by hand',
      'alerts-in-days',
      /\n +unless time\(\) - max\(quiz_last_created.*/,
      '',
    ],
    ['the age of jobs', 'alerts', /(?<=\}\) > )600$/m, '6000'],
    ['the limit of mails', 'alerts', />= max\(mails_per_hour_limit/, '> max(mails_per_hour_limit'],
  ])('fail their tests if %s changes', async (_what, name, right, wrong) => {
    expect(rules).toMatch(right);
    writeFileSync(join(folder, 'alerts.yml'), rules.replace(right, wrong));
    const tests = readFileSync(`test/deploy/${name}.rules-test.yml`, 'utf8');
    const test = join(folder, 'test.yml');
    writeFileSync(test, tests.replace('../../deploy/alerts.yml', join(folder, 'alerts.yml')));
    await expect(promtool('test', 'rules', test)).rejects.toThrow('FAILED');
  });
});
