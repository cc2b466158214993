import { encode } from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../server/inbound/characters.ts';
import { aMail } from './mails.ts';
import { readMail } from './reading.ts';

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
    ...['; charset = windows-1251', '; CHARSET="windows-1251"', "; charset='windows-1251'"],
    ...['\r\n\r\n<meta charset=windows-1251>', "\r\n\r\n<META CHARSET='windows-1251'>"],
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
    for (const label of [
      ...['ascii', 'us-ascii', 'ANSI_X3.4-1968', 'unknown-8bit', 'x-unknown', 'default', 'binary'],
      ...['7bit', '8bit', '', 'nenhum'],
    ])
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

  it('in ISO-2022-JP may meet, each ending in ASCII (RFC 1468)', async () => {
    const Subject =
      '=?ISO-2022-JP?B?GyRCPzckNyQkJUYlLSU5JUgbKEI=?=\r\n =?ISO-2022-JP?B?GyRCJUklLSVlJWElcyVIGyhC?=';
    expect((await readMail(aMail({ Subject }))).subject).toBe('新しいテキストドキュメント');
  });
});
