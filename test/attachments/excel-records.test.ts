import { describe, expect, it } from 'vitest';
import { isWorkbookCompoundFile } from '../../server/attachments/compound-file.ts';
import { type ExcelRecord, excelFile } from './excel-file.ts';

/** How many reads a check took, and its verdict. */
const check = async (file: Buffer) => {
  let reads = 0;
  const accepted = await isWorkbookCompoundFile({
    size: file.length,
    readAt: async (buffer, position) => {
      reads += 1;
      return position >= file.length ? 0 : file.copy(buffer, 0, position);
    },
  });
  return { accepted, reads };
};
const accepts = async (file: Buffer) => (await check(file)).accepted;

const sheet = (kind: number): ExcelRecord => [0x0085, [0, 0, 0, 0, 0, kind, 1, 0, 65]];
const biff5 = { version: 0x0500, name: 'Book' };

const harmless: [string, ExcelRecord][] = [
  ['a worksheet', sheet(0)],
  ['a chart', sheet(2)],
  ['references to its own sheets', [0x01ae, [1, 0, 1, 4]]],
  ['functions of add-ins', [0x01ae, [1, 0, 1, 0x3a]]],
  ['a table of sheet references', [0x0017, [1, 0, 0, 0, 0, 0, 0, 0]]],
];
const refused: [string, ExcelRecord][] = [
  ['a link to another workbook', [0x01ae, [1, 0, 9, 0, 0, 1, 1, 0x40, 0x65]]],
  ['a DDE link', [0x01ae, [0, 0, 8, 0, 0, 0x63, 0x6d, 0x64, 3]]],
  ['an Excel 4.0 macro sheet', sheet(1)],
  ['a Visual Basic module', sheet(6)],
  ['encryption', [0x002f, [1, 0, 1, 0, 1, 0]]],
  ['a data connection', [0x0876, [0, 0, 0, 0]]],
  ['a query', [0x00dc, [0, 0]]],
  ['a query table', [0x01ad, [0, 0]]],
  ['a sheet record that is cut short', [0x0085, [0, 0]]],
];

// Streams below 4 096 bytes are stored otherwise than longer ones.
describe.each([
  ['a short workbook', 0],
  ['a long workbook', 100],
])('%s of Excel 97 to 2003', (_, padding) => {
  it.each(harmless)('is accepted with %s', async (_what, entry) => {
    expect(await accepts(excelFile([entry], { padding }))).toBe(true);
  });

  it.each(refused)('is refused with %s', async (_what, entry) => {
    expect(await accepts(excelFile([entry], { padding }))).toBe(false);
  });

  it('is refused under any spelling of its stream, and if a record stands before its beginning', async () => {
    const macros: ExcelRecord[] = [sheet(1)];
    expect(await accepts(excelFile(macros, { padding, name: 'WORKBOOK' }))).toBe(false);
    const file = excelFile([], { padding });
    const at = file.indexOf(Buffer.from([9, 8, 4, 0]));
    file.writeUInt16LE(0x0031, at);
    expect(await accepts(file)).toBe(false);
  });
});

describe('a workbook of Excel 5.0', () => {
  it('may refer to its own sheets, not to other files', async () => {
    for (const [first, expected] of [
      [2, true],
      [3, true],
      [4, true],
      [1, false],
      [0x63, false],
    ] as const) {
      const reference: ExcelRecord = [0x0017, [4, first, 65, 66, 67]];
      expect(await accepts(excelFile([reference], biff5)), String(first)).toBe(expected);
    }
  });
});

describe('a workbook in sectors of 4 096 bytes', () => {
  it.each([0, 100])(
    'is accepted and refused as one of 512, with a padding of %i',
    async (padding) => {
      const file = (kind: number) => excelFile([sheet(kind)], { padding, sectorShift: 12 });
      expect([await accepts(file(0)), await accepts(file(1))]).toEqual([true, false]);
      const changed = file(0);
      changed.writeUInt16LE(11, 30);
      expect(await accepts(changed)).toBe(false);
    },
  );
});

describe('a directory', () => {
  const withOther = (name: string, type: number) =>
    accepts(
      excelFile([sheet(0)], {
        others: [
          { name: 'Resumo', type: 2 },
          { name, type },
        ],
      }),
    );

  it.each([
    ...['_VBA_PROJECT', '_VBA_PROJECT_CUR', '_vba_project_cur', 'EncryptedPackage', 'ObjectPool'],
    ...['MBD0018D4CE', 'LNK0018D4CE', '\u0001Ole10Native'],
  ])('may not list %j anywhere', async (name) => {
    for (const type of [1, 2]) expect(await withOther(name, type)).toBe(false);
    expect(await withOther(`${name}x`, 1)).toBe(true);
  });

  it('may list two books only if both are safe, and needs one that is a stream', async () => {
    expect(await withOther('Resumo 2', 2)).toBe(true);
    expect(await withOther('Book', 2)).toBe(false);
    expect(await withOther('Book', 1)).toBe(true);
    const file = excelFile([sheet(0)]);
    const at = file.indexOf(Buffer.from('Workbook', 'utf16le'));
    file.writeUInt8(1, at + 66);
    expect(await accepts(file)).toBe(false);
  });
});

describe('the check of a workbook', () => {
  it('reads chains that are broken or have a cycle once at most', async () => {
    for (const padding of [0, 100]) {
      const file = excelFile([], { padding });
      for (let sector = 0; sector < 24; sector += 1) {
        for (const value of [sector, 0, 3, 0x7fff_ffff]) {
          const changed = Buffer.from(file);
          changed.writeUInt32LE(value, 512 + sector * 4);
          expect((await check(changed)).reads).toBeLessThan(200);
        }
      }
    }
  });
});
