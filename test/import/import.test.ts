import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { findFormat } from '../../cli/import/file-format.ts';
import { importRows } from '../../cli/import/import-rows.ts';
import { membersPlan, readingsPlan } from '../../cli/import/plans.ts';
import { readBatches } from '../../cli/import/records.ts';
import { createInternalClient } from '../../packages/internal/src/index.ts';
import { expectLinearGrowth } from '../event-loop.ts';
import { startApp, testSecret } from '../harness.ts';

const now = new Date('2026-03-10T15:00:00Z');
const app = await startApp({}, { now: () => now });
const directory = await mkdtemp(join(tmpdir(), 'leitor-import-'));
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});
const internal = createInternalClient({
  url: app.internalUrl,
  token: await app.token({ role: 'admin' }),
});

const write = async (text: string | Uint8Array): Promise<string> => {
  const file = join(directory, `${crypto.randomUUID()}.csv`);
  await writeFile(file, text);
  return file;
};
const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
const streakOf = (email: string) => internal.streaks.get.query({ email });

describe('importing readings', () => {
  it('accepts columns in any order, quotes, both line endings, a byte order mark and empty lines', async () => {
    const file = await write(
      '\ufeffat, source,"email"\r\n2026-03-08,web,i1@x.com\r\n\r\n"2026-03-09","a, b","I1@X.com"\n2026-03-10T00:30:00-03:00,,i1@x.com',
    );
    const done = await importRows(file, readingsPlan(internal));
    expect(done).toMatchObject({ imported: 3, bad: 0 });
    expect(await streakOf('i1@x.com')).toMatchObject({ currentStreak: 3 });
    expect(await exists(`${file}.progress`)).toBe(false);
    expect(await exists(`${file}.bad-lines`)).toBe(false);
  });

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
    const dry = { dryRun: true };
    expect(await importRows(file, readingsPlan(internal), dry)).toMatchObject({
      imported: 1,
      bad: 1,
    });
    expect(await exists(`${file}.progress`)).toBe(false);
    await expect(streakOf('i5@x.com')).rejects.toThrow('person-not-found');
  });

  it('refuses a file without its columns', async () => {
    await expect(importRows(await write('mail,at\n'), readingsPlan(internal))).rejects.toThrow(
      'no email',
    );
  });
});

describe('a CSV as spreadsheets write it', () => {
  const table = (delimiter: string, more = '') =>
    `${more}email${delimiter}at${delimiter}nota\r\na@x.com${delimiter}2026-03-08${delimiter}"Ação; ""x"", y"\r\n`;
  const latin = (text: string) => Buffer.from(text, 'latin1');
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  const marked = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(text)]);
  const semicolons = { delimiter: ';' };

  it.each<[string, string | Buffer, object]>([
    ['with semicolons and a byte order mark', `\ufeff${table(';')}`, semicolons],
    ['with tabs', table('\t'), { delimiter: '\t' }],
    ['with commas', table(','), { delimiter: ',', encoding: 'utf-8' }],
    ['with its delimiter said', table('|', 'sep=|\r\n'), { delimiter: '|', headerLine: 2 }],
    ['with semicolons said', `\ufeff${table(';', 'sep=;\r\n')}`, { ...semicolons, headerLine: 2 }],
    ['in Windows-1252', latin(table(';')), { ...semicolons, encoding: 'windows-1252' }],
    ['in UTF-16 with a mark', marked(table('\t')), { delimiter: '\t', encoding: 'utf-16le' }],
    ['in UTF-16 without one', utf16(table(';')), { ...semicolons, encoding: 'utf-16le' }],
    ['in the other UTF-16', marked(table(';')).swap16(), { ...semicolons, encoding: 'utf-16be' }],
  ])('is read %s', async (_, contents, format) => {
    const file = await write(contents);
    const found = await findFormat(file);
    expect(found).toMatchObject({ kind: 'csv', ...format });
    const from = found.headerLine + 1;
    const batches = [];
    for await (const batch of readBatches(file, found, { from, size: 9, characters: 999 })) {
      batches.push(batch.records);
    }
    const fields = { email: 'a@x.com', at: '2026-03-08', nota: 'Ação; "x", y' };
    expect(batches).toEqual([[{ number: from, fields }]]);
    expect(await importRows(file, readingsPlan(internal))).toMatchObject({ imported: 1, bad: 0 });
  });

  it('is parted by what stands outside of quotes', async () => {
    const file = await write('"cidade; estado, país";"e-mail, telefone"\r\n');
    expect(await findFormat(file)).toMatchObject({ delimiter: ';' });
  });

  it('is Windows-1252 even if its first letter with an accent comes late', async () => {
    const lines = Array.from({ length: 20_000 }, () => 'a@x.com;2026-03-08;x');
    const file = await write(
      latin(['email;at;nota', ...lines, 'a@x.com;2026-03-08;ção'].join('\n')),
    );
    expect(await findFormat(file)).toMatchObject({ encoding: 'windows-1252' });
  });

  it.each<[string, Buffer, string]>([
    ['a workbook', Buffer.from('PK\x03\x04\x14\0\x06\0'), 'is no text: save the table as CSV'],
    [
      'bytes of no encoding',
      latin('email;at\n\x81\xff'),
      'is neither UTF-8, UTF-16 nor Windows-1252',
    ],
    [
      'broken UTF-16',
      Buffer.concat([marked('email;at\n'), Buffer.from([0x00, 0xd8])]),
      'is not valid UTF-16',
    ],
  ])('is refused by name if it is %s', async (_, contents, reason) => {
    const file = await write(contents);
    await expect(importRows(file, readingsPlan(internal))).rejects.toThrow(`${file} ${reason}`);
  });
});

describe('reading a file', () => {
  it.each(['a,b\n', '"\n', '"a\n', '"a","b\n"\n', 'a"b\n', '\n'])(
    'of %j takes time in proportion to its length',
    async (line) => {
      const files = new Map<number, string>();
      for (const size of [1_250, 5_000]) files.set(size, await write(`a,b\n${line.repeat(size)}`));
      const format = await findFormat(files.get(1_250) ?? '');
      const read = async (size: number) => {
        const limits = { from: 2, size: 1_000, characters: 1_000_000 };
        for await (const { records } of readBatches(files.get(size) ?? '', format, limits)) {
          expect(records.length).toBeLessThanOrEqual(2_000);
        }
      };
      await expectLinearGrowth(read, 1_250);
    },
  );
});

it('a quoted value has a thousand lines at most; more are lines of their own', async () => {
  const recordsOf = async (lines: number) => {
    const file = await write(`a,b\n"${'x\n'.repeat(lines - 1)}x",1\n`);
    const limits = { from: 2, size: 9_999, characters: 1_000_000 };
    const found = [];
    for await (const { records } of readBatches(file, await findFormat(file), limits))
      found.push(...records);
    return found.length;
  };
  expect([await recordsOf(1_000), await recordsOf(1_001)]).toEqual([1, 1_001]);
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
    const dry = { dryRun: true };
    expect(await importRows(file, membersPlan(internal), dry)).toMatchObject({
      imported: 2,
      bad: 1,
    });
    expect(await internal.groups.members.query({ groupId })).toMatchObject({ items: [] });
    expect(await importRows(file, membersPlan(internal))).toMatchObject({ imported: 2, bad: 1 });
    const { ranking } = await internal.groups.ranking.query({ groupId });
    expect(ranking.map((entry) => entry.email)).toEqual(['z9***@x.com', 'a1***@x.com']);
  });
});

describe('npm run admin -- streaks import-readings', () => {
  it('imports into a running service and reports the result', async () => {
    const file = await write('email,at\ni4@x.com,2026-03-01\ni4@x.com,never\n');
    const token = await app.token({ role: 'admin' });
    const run = promisify(execFile)(
      process.execPath,
      ['cli/main.ts', 'streaks', 'import-readings', file, '--json'],
      {
        env: {
          ...process.env,
          AUTH_JWT_SECRET: testSecret,
          LEITOR_URL: app.internalUrl,
          LEITOR_TOKEN: token,
        },
      },
    );
    await expect(run).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/"imported": 1,\s+"bad": 1/),
      stderr: expect.stringContaining('line 3: at'),
    });
    expect(await streakOf('i4@x.com')).toMatchObject({ currentStreak: 1 });
  });
});
