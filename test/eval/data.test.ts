import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readEditions, readTopics, readTraps } from '../../eval/data.ts';

const topics = await readTopics();

it('data of another folder is read from there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'eval-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const text = { subject: 'a', text: 'b' };
  const topic = {
    topic: 't',
    main: 'm',
    issue: 'i',
    answer: 'r',
    settled: [text],
    paraphrased: [text],
    sameWords: text,
  };
  const trap = { ...text, name: 'n', kind: 'k', refuse: true, forbidden: ['f'] };
  const traps = { planted: { ...text, requesterName: 'Rui', answer: 'r' }, traps: [trap] };
  const edition = { id: 'e', title: 't', paragraphs: ['p'] };
  const files = { 'tickets.json': [topic], 'traps.json': traps, 'editions.json': [edition] };
  for (const [name, data] of Object.entries(files)) {
    await writeFile(join(folder, name), JSON.stringify(data));
  }
  expect(await readTopics(folder)).toEqual([topic]);
  expect(await readTraps(folder)).toEqual(traps);
  expect(await readEditions(folder)).toEqual([edition]);
});

describe("the evaluation's tickets", () => {
  it('are at least 150 in 30 topics, each written once', () => {
    const tickets = topics.flatMap(({ settled, paraphrased, sameWords }) => [
      ...settled,
      ...paraphrased,
      sameWords,
    ]);
    expect(topics).toHaveLength(30);
    expect(tickets.length).toBeGreaterThanOrEqual(150);
    expect(new Set(tickets.map(({ text }) => text)).size).toBe(tickets.length);
    expect(new Set(topics.map(({ topic }) => topic)).size).toBe(30);
  });
});

describe("the evaluation's traps and editions", () => {
  it('try injection, personal data and promises of refunds', async () => {
    const { traps } = await readTraps();
    for (const kind of ['injection', 'personal-data', 'refund']) {
      expect(traps.filter((trap) => trap.kind === kind).length).toBeGreaterThanOrEqual(3);
    }
  });

  it('are twelve editions with text enough for a quiz', async () => {
    const editions = await readEditions();
    expect(editions).toHaveLength(12);
    for (const { paragraphs } of editions)
      expect(paragraphs.join('\n').length).toBeGreaterThan(400);
  });
});
