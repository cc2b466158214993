import { encode } from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeHeader, decodeText, withoutHalf } from '../../server/text/characters.ts';
import { aMail } from '../inbound/mails.ts';
import { readMail } from '../inbound/read/reading.ts';

describe('words of a header', () => {
  it('are in the charset of the text, if they say none', async () => {
    const word = 'Привет';
    const headers = { Subject: 'ASSUNTO', 'Content-Type': 'multipart/mixed; boundary=b' };
    const part = 'Content-Type: text/plain; charset=windows-1251\r\n\r\nASSUNTO';
    const inner = `Content-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n${part}\r\n--c--`;
    const [before = '', ...after] = aMail(headers, `--b\r\n${inner}\r\n--b--`)
      .toString()
      .split('ASSUNTO');
    const bytes = encode(word, 'windows-1251');
    const raw = Buffer.concat([
      Buffer.from(before),
      ...after.flatMap((text) => [bytes, Buffer.from(text)]),
    ]);
    expect(await readMail(raw)).toMatchObject({ subject: word, text: word });
  });

  it.each([
    '; charset = windows-1251',
    '; CHARSET="windows-1251"',
    "; charset='windows-1251'",
    '\r\n\r\n<meta charset=windows-1251>',
    "\r\n\r\n<META CHARSET='windows-1251'>",
    '\r\n\r\n<meta content="text/html; charset = windows-1251">',
  ])('may be in the charset that is declared as %j', async (declared) => {
    const head = aMail({ 'Content-Type': `text/html${declared}` }, '');
    const mail = await readMail(Buffer.concat([head, encode('Привет', 'windows-1251')]));
    expect(mail.text).toContain('Привет');
  });

  it.each([
    ['name = "=?utf-8?B?YcOnw6NvLnR4dA==?="', 'ação.txt'],
    ['NAME==?UTF-8?Q?a=C3=A7.png?=', 'aç.png'],
    ['name="=?utf-8?q?um?= =?utf-8?q?dois.png?="', 'umdois.png'],
    ['name = C:\\fotos\\a.png', 'a.png'],
    ['NAME="c:\\a b.png"', 'a b.png'],
  ])('name a file by %s', async (written, name) => {
    const { attachments } = await readMail(aMail({ 'Content-Type': `image/png; ${written}` }));
    expect(attachments).toMatchObject([{ name }]);
  });

  it('are in Windows-1252 if what they are said to be in says nothing', () => {
    for (const label of ['ascii', 'ANSI_X3.4-1968', 'unknown-8bit', 'nenhum'])
      expect([label, decodeText(Buffer.from('\x80 ação', 'latin1'), label)]).toEqual([
        label,
        '€ ação',
      ]);
  });

  it('are decoded by what is declared if they have no high bytes, and mended if they have', () => {
    const textOf = (bytes: string, label?: string) =>
      decodeText(Buffer.from(bytes, 'latin1'), label);
    for (const label of ['utf-16le', 'UTF16', 'ucs-2']) expect(textOf('O\0i\0', label)).toBe('Oi');
    for (const label of ['utf-7', 'UTF7']) expect(textOf('+AOc-', label)).toBe('ç');
    for (const label of ['iso-2022-jp', 'utf-8', 'UTF8', 'iso-8859-1', 'us-ascii', undefined])
      expect([label, textOf('\x1b$@%F\x1b(B', label)]).toEqual([label, 'テ']);
    for (const label of ['windows-1252', 'iso-8859-15'])
      expect(textOf('\x1b$B%F\x1b(B', label)).toBe('\x1b$B%F\x1b(B');
    for (const empty of ['$@', '$(D', '(J', '(I'])
      expect([empty, textOf(`\x1b${empty}\x1b$B%F\x1b(B`)]).toEqual([empty, 'テ']);
    expect([textOf('\x1b(I6\x1b(B'), textOf('\x1b(J~\x1b(B')]).toEqual(['ｶ', '‾']);
    const whole = 'é ก € 한 \ue000 ﬁ 😀 \u{50000} \u{10fffd}';
    const mixed = Buffer.concat([Buffer.from(whole), Buffer.from([0xe7, 0x80])]);
    expect(decodeText(mixed, undefined)).toBe(`${whole}ç€`);
    expect(decodeText(mixed, 'utf-8')).toBe(`${whole}ç€`);
  });

  it.each([
    ['cp932', 'shift_jis', '日本'],
    ['CP936', 'gbk', '中文'],
    ['ms949', 'euc-kr', '한국'],
    ['utf-8-sig', 'utf-8', 'ç'],
    ['windows-1252http-equivcontent-type', 'latin1', 'ç'],
    ['"Windows-1251"', 'windows-1251', 'Привет'],
  ])('may be in what programs call %s', (label, charset, text) => {
    expect(decodeText(encode(text, charset), label)).toBe(text);
  });

  it('are mended if few of them are broken, and taken for others if many are', () => {
    const decoded = (text: string) =>
      decodeText(Buffer.concat([encode(text, 'gbk'), Buffer.of(0xff)]), 'gbk');
    expect(decoded('中文'.repeat(30))).toBe(`${'中文'.repeat(30)}?`);
    expect(decoded('中文')).toBe('ÖÐÎÄÿ');
    for (const marked of ['ÿþab', 'þÿab'])
      expect(decodeText(Buffer.from(marked, 'latin1'), undefined)).toBe(marked);
  });

  it('end with a whole character where they are cut', () => {
    const leftOf = (bytes: number) => withoutHalf(Buffer.from('a😀').subarray(0, bytes)).length;
    expect([1, 2, 3, 4, 5].map(leftOf)).toEqual([1, 1, 1, 1, 5]);
  });

  it('of a header are ASCII or encoded, as many as there are', () => {
    const words = Array(100).fill('=?utf-8?q?=C3=A7?=').join(' ');
    expect(decodeHeader(`+AOc- ${words}`, 'utf-7')).toBe(`+AOc- ${'ç'.repeat(100)}`);
  });

  it('in ISO-2022-JP may meet, each ending in ASCII (RFC 1468)', async () => {
    const Subject =
      '=?ISO-2022-JP?B?GyRCPzckNyQkJUYlLSU5JUgbKEI=?=\r\n =?ISO-2022-JP?B?GyRCJUklLSVlJWElcyVIGyhC?=';
    expect((await readMail(aMail({ Subject }))).subject).toBe('新しいテキストドキュメント');
  });
});
