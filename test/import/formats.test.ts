import { describe, expect, it } from 'vitest';
import { findFormat } from '../../cli/import/file-format.ts';
import { readBatches } from '../../cli/import/records.ts';
import { expectLinearGrowth } from '../support/event-loop.ts';
import { openFolder } from './files.ts';

// How files are written, and read.

const { write } = await openFolder();

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
    ['in it without a mark', utf16(table(';')).swap16(), { ...semicolons, encoding: 'utf-16be' }],
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
    await expect(findFormat(file)).rejects.toThrow(`${file} ${reason}`);
  });
  it.each([
    ['"sep=;"\nn;m\n', { delimiter: ';', headerLine: 2 }],
    ['SEP=,\nn,m\n', { delimiter: ',', headerLine: 2 }],
    ['a,b;c\n', { delimiter: ',', headerLine: 1 }],
    ['a;b\tc\n', { delimiter: ';', headerLine: 1 }],
    ['"a; b, c";"d, e"\n', { delimiter: ';', headerLine: 1 }],
    ['a\n', { delimiter: ',', headerLine: 1 }],
  ])('%j is parted by what it says, or by what is likeliest', async (contents, format) => {
    expect(await findFormat(await write(contents))).toMatchObject({ kind: 'csv', ...format });
  });
});

describe('reading a file', () => {
  it.each(['"a\n', 'a"b\n'])('of %j takes time in proportion to its length', async (line) => {
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
  });
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

it('what follows a batch is what is read from the line after it', async () => {
  // A quote that is never closed, another value of two lines at the end of what was held for it.
  const file = await write(`a,b\n"x,0\n${'y,1\n'.repeat(998)}"z\n",2\n"v\n\n",3\nw,4\n`);
  const format = await findFormat(file);
  const read = async (from: number) => {
    const batches = [];
    for await (const batch of readBatches(file, format, { from, size: 1, characters: 999 }))
      batches.push(batch);
    return batches;
  };
  const all = await read(2);
  expect(all.map(({ lastLine }) => lastLine)).toEqual([1_000, 1_002, 1_005, 1_006]);
  for (const [at, { lastLine }] of all.entries()) {
    const rest = (await read(lastLine + 1)).flatMap(({ records }) => records);
    expect(rest).toEqual(all.slice(at + 1).flatMap(({ records }) => records));
  }
});
