import { readFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { jobsFor } from '../../server/all-jobs.ts';
import { parseConfig } from '../../server/config/config.ts';
import { startApp } from '../harness.ts';
import { readMetrics } from './exposition.ts';

const app = await startApp();
afterAll(() => app.close());
const { families } = await readMetrics(app);

const read = (file: string) => readFile(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');

/** The names in a PromQL expression that are neither labels nor keywords. */
const metricsIn = (expression: string): string[] => {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '');
  return [...bare.matchAll(/[a-zA-Z_]\w*/g)]
    .filter(({ index, 0: word }) => !/^\s*\(/.test(bare.slice(index + word.length)))
    .map(([word]) => word)
    .filter((word) => !['up', 'and', 'or', 'unless', 'by'].includes(word));
};

/** Whether the service or node_exporter has the metric; a histogram also has its suffixes. */
const isKnown = (name: string): boolean =>
  name.startsWith('node_') ||
  families.has(name) ||
  families.get(name.replace(/_(bucket|count|sum)$/, '')) === 'histogram';

const dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
});

it('the dashboard uses metrics that the service has', async () => {
  const { panels } = dashboard.parse(JSON.parse(await read('grafana/leitor.json')));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr)));
  expect(shown.length).toBeGreaterThan(25);
  expect(shown.filter((name) => !isKnown(name))).toEqual([]);
});

it('the dashboard shows every metric of the service', async () => {
  const text = await read('grafana/leitor.json');
  const own = [...families.keys()].filter((name) => !/^(process|nodejs)_/.test(name));
  expect(own.filter((name) => !text.includes(name))).toEqual([]);
});

it('the alerts use metrics that the service has', async () => {
  const text = await read('alerts.yml');
  const expressions = [...text.matchAll(/^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.+)$)/gm)].map(
    ([, block, line]) => block ?? line ?? '',
  );
  expect(expressions).toHaveLength(text.match(/- alert:/g)?.length ?? 0);
  const named = expressions.map(metricsIn);
  expect(named.flat().filter((name) => !isKnown(name))).toEqual([]);
  expect(named.filter((names) => names.length === 0)).toHaveLength(1);
});

const everyJob = {
  QUIZ_REVIEW_AT: '08:00',
  REMINDER_AT: '20:00',
  SUMMARY_MAIL_TO: 'dona@exemplo.com.br',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'ajuda@exemplo.com.br',
};

it('an alert notices every job that does not succeed any more', async () => {
  const alerts = await read('alerts.yml');
  const noticed = [...alerts.matchAll(/job_name=~"([^"]+)"/g)].flatMap(([, names = '']) =>
    names.split('|'),
  );
  const jobs = jobsFor(parseConfig(everyJob)).map(({ name }) => name);
  // Another alert notices a day without a quiz.
  expect([...noticed, 'daily-quiz'].sort()).toEqual(jobs.sort());
});

it('every alert has an entry in the runbooks, and every entry an alert', async () => {
  const alerts = await read('alerts.yml');
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const links = [...alerts.matchAll(/runbook_url: (\S+)/g)].map(([, link]) => link);
  expect(links).toEqual(names.map((name) => `docs/runbooks.md#${name.toLowerCase()}`));
  const runbooks = await read('../docs/runbooks.md');
  const entries = [...runbooks.matchAll(/^## (\w+)$/gm)].map(([, entry]) => entry);
  expect(entries.sort()).toEqual([...names].sort());
});
