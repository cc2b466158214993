import { readFile, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { importFile } from '../../cli/import/import-file.ts';
import { type ImportPlan, importRows } from '../../cli/import/import-rows.ts';
import { ticketsPlan } from '../../cli/import/plans.ts';
import type { InternalClient } from '../../packages/internal/src/index.ts';
import { openFolder } from './files.ts';

// What an import says of its file and its lines.

const { write } = await openFolder();

const sent: { rows: unknown[]; dryRun: boolean | undefined }[] = [];
const plan: ImportPlan<{ n: string }> = {
  command: 'streaks.importReadings',
  columns: { required: ['n'] },
  schema: z.object({ n: z.string().regex(/^\d+$/) }),
  batchSize: 10,
  send: async (rows, dryRun) => {
    sent.push({ rows, dryRun });
    return { known: 1, refused: [{ index: 0, reason: 'n: is late' }] };
  },
};
const said: string[] = [];
beforeEach(() => {
  sent.length = 0;
  said.length = 0;
  const log = vi.spyOn(console, 'error').mockImplementation((text) => void said.push(text));
  return () => log.mockRestore();
});

describe('an import', () => {
  it('counts what it did, shows the first twenty bad lines, and names the file of all', async () => {
    const lines = Array.from({ length: 35 }, (_, n) => (n < 25 ? `x${n}` : String(n)));
    const file = await write(['n', ...lines].join('\n'));
    expect(await importFile(plan, { file })).toEqual({
      dryRun: false,
      imported: 6,
      known: 2,
      bad: 27,
      badLines: `${file}.bad-lines`,
    });
    expect(said).toHaveLength(20);
    expect([said[0], said[19]]).toEqual([
      expect.stringMatching(/^\nline 2: n: /),
      expect.stringMatching(/^\nline 21: n: /),
    ]);
    const report = (await readFile(`${file}.bad-lines`, 'utf8')).trim().split('\n');
    expect([report.length, report.at(-1)]).toEqual([27, '32: n: is late']);
    expect(sent.map(({ rows }) => rows.length)).toEqual([5, 5]);
  });

  it('begins a dry run at the top, whatever was interrupted, and leaves its progress', async () => {
    const file = await write('n\n1\n2\n');
    await writeFile(`${file}.progress`, 'de outra');
    expect(await importFile(plan, { file, dryRun: true })).toMatchObject({
      dryRun: true,
      imported: 0,
      known: 1,
      bad: 1,
    });
    expect(sent).toEqual([{ rows: [{ n: '1' }, { n: '2' }], dryRun: true }]);
    expect(await readFile(`${file}.progress`, 'utf8')).toBe('de outra');
  });
});

it('an import of tickets takes every column of one, and leaves out what is empty', async () => {
  const tickets: object[] = [];
  const send = async (input: { tickets: object[] }) => {
    tickets.push(...input.tickets);
    return { imported: 2, known: 0, newTags: [], refused: [] };
  };
  const api = { tickets: { import: { mutate: send } } } as unknown as InternalClient;
  const required = {
    externalId: '1',
    subject: 'Assunto',
    body: 'Corpo',
    main: 'Geral',
    status: 'open',
    createdAt: '2025-03-03T12:00:00Z',
  };
  const optional = {
    updatedAt: '2025-04-01T00:00:00Z',
    requesterEmail: 'ana@x.com',
    requesterName: 'Ana',
    issue: 'Senha',
    newsletter: 'Manhã',
  };
  const file = await write(
    [
      [...Object.keys({ ...required, ...optional }), 'tags', 'outra'],
      [...Object.values({ ...required, ...optional }), '"VIP,Urgente"', 'x'],
      [...Object.values(required), ...Object.values(optional).map(() => ''), '', 'x'],
    ].join('\n'),
  );
  expect(await importRows(file, ticketsPlan(api))).toMatchObject({ imported: 2, bad: 0 });
  expect(tickets).toEqual([{ ...required, ...optional, tags: ['VIP', 'Urgente'] }, required]);
});
