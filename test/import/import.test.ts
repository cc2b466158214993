import { access, readFile, writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { readCommands } from '../../cli/commands.ts';
import { importRows } from '../../cli/import/import-rows.ts';
import { membersPlan, readingsPlan, ticketsPlan } from '../../cli/import/plans.ts';
import { createInternalClient } from '../../packages/internal/src/index.ts';
import { startApp } from '../harness.ts';
import { openFolder } from './files.ts';

const now = new Date('2026-03-10T15:00:00Z');
const app = await startApp({}, { now: () => now });
afterAll(() => app.close());
const { write } = await openFolder();
const internal = createInternalClient({
  url: app.internalUrl,
  token: await app.token({ role: 'admin' }),
});

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
const streakOf = (email: string) => internal.streaks.get.query({ email });

describe('importing readings', () => {
  it('reports each bad line with its number and imports all others', async () => {
    const file = await write(
      [
        'email,at',
        'i2@x.com,2026-03-01',
        'nobody,2026-03-01',
        'i2@x.com,2026-02-30',
        'i2@x.com',
        '"i2@x.com,2026-03-02',
        'i2@x.com,2026-03-02',
        'i2@x.com,2026-03-11',
        'i2@x.com,2026-03-03',
      ].join('\n'),
    );
    const bad: number[] = [];
    const done = await importRows(file, readingsPlan(internal), {
      onBadLine: (line) => bad.push(line),
    });
    expect(done).toMatchObject({ imported: 3, bad: 5 });
    expect(bad).toEqual([3, 4, 5, 6, 8]);
    const report = (await readFile(`${file}.bad-lines`, 'utf8')).trim().split('\n');
    expect(report[0]).toBe('3: email: Invalid email address');
    expect(report.at(-1)).toBe('8: at: must not be in the future');
    expect(await streakOf('i2@x.com')).toMatchObject({ currentStreak: 3, maxStreak: 3 });
  });

  it('resumes where it was interrupted', async () => {
    const lines = Array.from({ length: 10 }, (_, n) => `i3@x.com,2026-02-${n + 10}`);
    const file = await write(['email,at', ...lines].join('\n'));
    const plan = { ...readingsPlan(internal), batchSize: 4 };
    const sent: unknown[] = [];
    const send = async (rows: Parameters<typeof plan.send>[0]) => {
      if (sent.length === 4) throw new Error('broken off');
      sent.push(...rows.map((row) => row.at));
      return plan.send(rows);
    };
    await expect(importRows(file, { ...plan, send })).rejects.toThrow('broken off');
    expect(await streakOf('i3@x.com')).toMatchObject({ currentStreak: 4 });
    const progress = await readFile(`${file}.progress`, 'utf8');
    expect(JSON.parse(progress)).toMatchObject({ command: 'streaks.importReadings', line: 5 });
    const resumed: number[] = [];
    const onResume = (line: number) => resumed.push(line);
    expect(await importRows(file, plan, { onResume })).toMatchObject({ imported: 6 });
    expect(resumed).toEqual([6]);
    expect(await streakOf('i3@x.com')).toMatchObject({ currentStreak: 10 });
    expect(await importRows(file, plan, { from: 10 })).toMatchObject({ imported: 2 });
  });

  it('keeps the bad rows of before when it resumes, and not those of another import', async () => {
    const file = await write('email,at\nnobody,2026-02-10\ni7@x.com,2026-02-11\ni7@x.com,never\n');
    const badLines = async () =>
      (await readFile(`${file}.bad-lines`, 'utf8')).split('\n').map((line) => parseInt(line, 10));
    const plan = { ...readingsPlan(internal), batchSize: 1 };
    let sent = 0;
    const send = async (rows: Parameters<typeof plan.send>[0]) => {
      sent += 1;
      if (sent === 1) throw new Error('broken off');
      return plan.send(rows);
    };
    await expect(importRows(file, { ...plan, send })).rejects.toThrow('broken off');
    expect(await badLines()).toEqual([2, NaN]);
    expect(await importRows(file, { ...plan, send })).toMatchObject({ imported: 1 });
    expect(await badLines()).toEqual([2, 4, NaN]);
    await importRows(file, plan);
    expect(await badLines()).toEqual([2, 4, NaN]);
  });

  it('refuses to resume with other lines, another command or a progress of no import', async () => {
    const lines = Array.from({ length: 6 }, (_, n) => `i6@x.com,2026-02-${n + 10}`);
    const file = await write(['email,at', ...lines].join('\n'));
    const plan = { ...readingsPlan(internal), batchSize: 4 };
    const send = async (rows: Parameters<typeof plan.send>[0]) => {
      if (rows.length < 4) throw new Error('broken off');
      return plan.send(rows);
    };
    await expect(importRows(file, { ...plan, send })).rejects.toThrow('broken off');
    const progress = await readFile(`${file}.progress`, 'utf8');
    const another = `${file}.progress is of another import`;
    const renamed = { ...plan, command: 'tickets.import' };
    await expect(importRows(file, renamed)).rejects.toThrow(another);
    await writeFile(file, ['email,at', 'i6@x.com,2026-01-10', ...lines.slice(1)].join('\n'));
    await expect(importRows(file, plan)).rejects.toThrow(another);
    await writeFile(`${file}.progress`, '{"line":5}');
    await expect(importRows(file, plan)).rejects.toThrow(another);
    await writeFile(`${file}.progress`, progress);
    expect(await importRows(file, plan, { from: 1 })).toMatchObject({ imported: 6 });
    expect(await exists(`${file}.progress`)).toBe(false);
    expect(await streakOf('i6@x.com')).toMatchObject({ maxStreak: 6 });
  });

  it('has a dry run that checks and counts, and credits nothing', async () => {
    const file = await write('email,at\ni5@x.com,2026-03-01\ni5@x.com,2026-03-11\n');
    const done = await importRows(file, readingsPlan(internal), { dryRun: true });
    expect(done).toMatchObject({ imported: 1, bad: 1 });
    expect(await exists(`${file}.progress`)).toBe(false);
    await expect(streakOf('i5@x.com')).rejects.toThrow('person-not-found');
  });

  it('refuses a file without its columns', async () => {
    const file = await write('sep=,\nmail,at\n');
    await expect(importRows(file, readingsPlan(internal))).rejects.toThrow(
      'line 2 must name the columns email, at: no email',
    );
  });
});

it.each([
  ['streaks.importReadings', readingsPlan(internal), 'readings'],
  ['groups.importMembers', membersPlan(internal), 'members'],
  ['tickets.import', ticketsPlan(internal), 'tickets'],
])('%s sends as many rows at once as its procedure takes', (command, plan, rows) => {
  const [, procedure] = readCommands().find(([path]) => path === command) ?? [];
  const [input] = procedure?.inputSchemas.success ? procedure.inputSchemas.value : [];
  expect(plan.command).toBe(command);
  expect(input?.properties?.[rows]).toMatchObject({ maxItems: plan.batchSize });
});

describe('importing members', () => {
  it('adds them in the order of the file', async () => {
    const { groupId } = await internal.groups.create.mutate({
      name: 'Clube',
      isPublic: true,
      ownerEmail: 'dona@x.com',
    });
    const nobody = '00000000-0000-4000-8000-000000000000';
    const file = await write(
      `email,groupId\nz9@x.com,${groupId}\na1@x.com,${nobody}\na1@x.com,${groupId}\n`,
    );
    const problems: string[] = [];
    const onBadLine = (line: number, problem: string) => problems.push(`${line}: ${problem}`);
    const dry = { dryRun: true, onBadLine };
    const counted = { imported: 2, bad: 1 };
    expect(await importRows(file, membersPlan(internal), dry)).toMatchObject(counted);
    expect(problems).toEqual(['3: groupId: is of no group']);
    expect(await internal.groups.members.query({ groupId })).toMatchObject({ items: [] });
    expect(await importRows(file, membersPlan(internal))).toMatchObject(counted);
    const { items } = await internal.groups.ranking.query({ groupId });
    expect(items.map((entry) => entry.email)).toEqual(['z9***@x.com', 'a1***@x.com']);
  });
});
