import { describe, expect, it } from 'vitest';
import { contentCheck } from '../../server/attachments/content.ts';
import { TextCheck } from '../../server/attachments/text.ts';

const isText = (contents: string | Buffer): boolean => {
  const check = new TextCheck();
  const bytes = typeof contents === 'string' ? Buffer.from(contents, 'latin1') : contents;
  return check.take(bytes) && check.finish();
};

describe('a text', () => {
  it('may hold tabs, line ends, form feeds, an end of file and escapes, no other control character', () => {
    const allowed = [8, 9, 10, 11, 12, 13, 0x1a, 0x1b];
    for (let code = 0; code < 0x20; code += 1) {
      const text = `a${String.fromCharCode(code)}b`;
      expect(isText(text), String(code)).toBe(allowed.includes(code));
      const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
      expect(isText(utf16), `${code} in UTF-16`).toBe(allowed.includes(code));
    }
    expect(isText('a\x7fb')).toBe(false);
  });

  it('may be Windows-1252, whose bytes have a character each but five', () => {
    for (let byte = 0x80; byte <= 0xff; byte += 1) {
      const isUnassigned = [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte);
      expect(isText(Buffer.of(0x61, byte, 0x61)), byte.toString(16)).toBe(!isUnassigned);
    }
    expect(isText(Buffer.from('é…\u009d'))).toBe(true);
    expect(isText(Buffer.from('fffe6100e9000d00', 'hex'))).toBe(true);
    expect(isText(Buffer.from('feff006100e9000d', 'hex'))).toBe(true);
    // With an unassigned byte it is UTF-8 alone, to its end and from chunk to chunk.
    expect(isText(Buffer.from('c29dc3', 'hex'))).toBe(false);
    const check = new TextCheck();
    const taken = ['c29dc3', '61', 'a9'].map((bytes) => check.take(Buffer.from(bytes, 'hex')));
    expect([...taken, check.finish()]).toContain(false);
  });
});

describe('the first bytes', () => {
  const png = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';
  it.each([
    ['image/gif', 'GIF87a', true],
    ['image/gif', 'GIF89a', true],
    ['image/gif', 'GIF88a', false],
    ['image/jpeg', '\xff\xd8\xff\xe0', true],
    ['image/jpeg', '\xff\xd8\xfe\xe0', false],
    ['image/png', png, true],
    ['image/png', png.replace('IHDR', 'IDAT'), false],
    ['application/pdf', '%PDF-1.4', true],
    ['application/pdf', '%PDFx1.4', false],
    ['application/pdf', '\r\n %PDF-1.4', true],
    // Readers look for it in the first 1024 bytes.
    ['application/pdf', 'a%PDF-1.4', true],
    ['image/webp', 'RIFF\0\0\0\0WEBP', true],
    ['image/webp', 'RIFX\0\0\0\0WEBP', false],
    ['image/webp', 'RIFF\0\0\0\0WAVE', false],
    ['image/webp', 'RIFF\0\0\0\0webp', false],
  ])('of %s: %j is %s', async (type, start, expected) => {
    const file = Buffer.from(start.padEnd(64, '\0'), 'latin1');
    const readAt = async (buffer: Buffer, position: number) =>
      file.copy(buffer, 0, position, position + buffer.length);
    const check = contentCheck('arquivo', type);
    if (!check) throw new Error('not allowed');
    const judged = check.take(file) && (await check.finish({ size: file.length, readAt }));
    expect(judged || undefined).toBe(expected ? type : undefined);
  });
});
