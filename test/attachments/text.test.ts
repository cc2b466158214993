import { describe, expect, it } from 'vitest';
import { isText as isTextFile } from '../../server/attachments/checks/text-check.ts';

const isText = (contents: string | Buffer): Promise<boolean> => {
  const bytes = typeof contents === 'string' ? Buffer.from(contents, 'latin1') : contents;
  const readAt = async (buffer: Buffer, position: number) =>
    bytes.copy(buffer, 0, position, position + buffer.length);
  return isTextFile({ size: bytes.length, readAt });
};
const hex = (bytes: string) => Buffer.from(bytes, 'hex');

describe('a text', () => {
  it('may hold tabs, line ends, form feeds, an end of file and escapes, no other control character', async () => {
    const allowed = [8, 9, 10, 11, 12, 13, 0x1a, 0x1b];
    for (let code = 0; code < 0x20; code += 1) {
      const text = `a${String.fromCharCode(code)}b`;
      expect(await isText(text), String(code)).toBe(allowed.includes(code));
      const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
      expect(await isText(utf16), `${code} in UTF-16`).toBe(allowed.includes(code));
    }
    expect(await isText('a\x7fb')).toBe(false);
  });

  it('may be Windows-1252, whose bytes have a character each but five', async () => {
    for (let byte = 0x80; byte <= 0xff; byte += 1) {
      const isUnassigned = [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte);
      expect(await isText(Buffer.of(0x61, byte, 0x61)), byte.toString(16)).toBe(!isUnassigned);
    }
  });

  it('may be UTF-16 of either order, without half a pair', async () => {
    expect(await isText(hex('fffe6100e9000d00'))).toBe(true);
    expect(await isText(hex('feff006100e9000d'))).toBe(true);
    expect(await isText(hex('fffe00d84100'))).toBe(false);
  });

  it('with an unassigned byte is UTF-8 alone, to its end and from chunk to chunk', async () => {
    expect(await isText(Buffer.from('é…\u009d'))).toBe(true);
    expect(await isText(hex('c29dc3'))).toBe(false);
    // A character that two chunks of 65 536 bytes share.
    const across = (end: string) => hex(`c29d${'61'.repeat(65_533)}c3${end}`);
    expect(await isText(across('a9'))).toBe(true);
    expect(await isText(across('61'))).toBe(false);
  });
});
