import { describe, expect, it } from 'vitest';
import { aMail } from '../mails.ts';
import { readMail } from './reading.ts';

const said = 'A edição não veio.';
const inner = Buffer.from(`Content-Type: text/plain; charset=utf-8\r\n\r\n${said}`);
const readAs = (type: string, bytes: Buffer) => {
  const headers = { 'Content-Type': type, 'Content-Transfer-Encoding': 'base64' };
  return readMail(aMail(headers, bytes.toString('base64')));
};

/** An element of DER, of a tag with its contents. */
const der = (tag: number, ...contents: Buffer[]): Buffer => {
  const all = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, 0x82, all.length >> 8, all.length & 255]), all]);
};
/** The same without a length. */
const endless = (tag: number, ...contents: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...contents, Buffer.alloc(2)]);
const oid = (last: number) => der(6, Buffer.from('2a864886f70d0107', 'hex'), Buffer.of(last));
const signed = (element: typeof der, octets: Buffer, kind = 2) => {
  const content = element(0x30, oid(1), element(0xa0, octets));
  const data = element(0x30, der(2, Buffer.of(1)), der(0x31), content);
  return element(0x30, oid(kind), element(0xa0, data));
};

describe('an opaque signature', () => {
  const halves = [inner.subarray(0, 30), inner.subarray(30)].map((half) => der(4, half));
  it.each([
    ['of one piece', signed(der, der(4, inner))],
    ['of pieces without lengths', signed(endless, endless(0x24, ...halves))],
  ])('%s is read, and is not verified', (_, bytes) => {
    const mail = readAs('application/pkcs7-mime; name=smime.p7m', bytes);
    expect(mail).toMatchObject({ text: said, seal: 'unverified', attachments: [] });
  });

  it.each([
    ['encrypted', signed(der, der(4, inner), 3)],
    ['cut', signed(der, der(4, inner)).subarray(0, 90)],
    ['nested without end', Buffer.alloc(4_000, Buffer.of(0x30, 0x80))],
  ])('that is %s is a file, and said to be encrypted', (_, bytes) => {
    const mail = readAs('application/x-pkcs7-mime; name=smime.p7m', bytes);
    expect(mail).toMatchObject({ text: '', seal: 'encrypted' });
    expect(mail.attachments).toHaveLength(1);
  });

  it.each([
    ['multipart/encrypted; boundary=b', '--b\r\n\r\n\r\n--b--'],
    ['text/plain', '-----BEGIN PGP MESSAGE-----\r\nabc'],
  ])('is as unreadable as %s', (type, body) => {
    expect(readMail(aMail({ 'Content-Type': type }, body)).seal).toBe('encrypted');
  });
});

const number = (value: number, bytes = 4) => {
  const written = Buffer.alloc(bytes);
  written.writeUIntLE(value, 0, bytes);
  return written;
};
const attribute = (id: number, contents: Buffer) =>
  Buffer.concat([Buffer.of(1), number(id), number(contents.length), contents, number(0, 2)]);
/** A property with a value of this kind. */
const property = (kind: number, id: number, value: Buffer) => {
  const padding = Buffer.alloc((4 - (value.length % 4)) % 4);
  const head = [number(kind, 2), number(id, 2), number(1), number(value.length)];
  return Buffer.concat([...head, value, padding]);
};
const properties = (...all: Buffer[]) => Buffer.concat([number(all.length), ...all]);
const tnef = (...attributes: Buffer[]) =>
  Buffer.concat([number(0x223e9f78), number(0, 2), ...attributes]);
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const rtf = (text: string) =>
  Buffer.concat([number(0), number(9_999), number(0x414c454d), number(0), latin1(text)]);
/** "{\rtf1 A edição}" compressed: a reference to what is known, literals, and the end. */
const compressed = Buffer.concat([
  Buffer.concat([number(0), number(99), number(0x75465a4c), number(0)]),
  Buffer.of(0b0000_0001, 0x00, 0x04),
  latin1(" A ed\\'"),
  Buffer.of(0),
  latin1('e7o}'),
]);

describe('winmail.dat', () => {
  const text = (kind: number, id: number, value: Buffer) =>
    tnef(attribute(0x9003, properties(property(kind, id, value))));
  it.each([
    ['its body', tnef(attribute(0x9007, number(1252)), attribute(0x800c, latin1(`${said}\0`)))],
    ['a property', text(0x1f, 0x1000, Buffer.from(`${said}\0`, 'utf16le'))],
    ['HTML', text(0x102, 0x1013, latin1(`<p>${said}</p>`))],
    [
      'RTF',
      text(
        0x102,
        0x1009,
        rtf("{\\rtf1{\\fonttbl Arial}{\\*\\x y}A edi\\'e7\\u227\\'e3o n\\u227?o veio.}"),
      ),
    ],
  ])('is read if its text is in %s', (_, bytes) => {
    const mail = readAs('application/ms-tnef; name=winmail.dat', bytes);
    expect(mail).toMatchObject({ text: said, seal: 'unverified', attachments: [] });
  });

  it('is read if its RTF is compressed', () => {
    const mail = readAs('application/ms-tnef', text(0x102, 0x1009, compressed));
    expect(mail.text).toBe('A edço');
  });

  it('has files, with their long names, and adds no text to another one', () => {
    const name = property(0x1e, 0x3707, latin1('Comprovante.pdf\0'));
    const file = tnef(
      attribute(0x800c, latin1('Outro')),
      attribute(0x9002, Buffer.alloc(1)),
      attribute(0x8010, latin1('COMPRO~1.PDF\0')),
      attribute(0x800f, latin1('%PDF')),
      attribute(0x9005, properties(name)),
    );
    const part = `Content-Type: application/ms-tnef\r\nContent-Transfer-Encoding: base64\r\n\r\n${file.toString('base64')}`;
    const body = `--b\r\n\r\nSegue.\r\n--b\r\n${part}\r\n--b--`;
    const mail = readMail(aMail({ 'Content-Type': 'multipart/mixed; boundary=b' }, body));
    expect(mail).toMatchObject({ text: 'Segue.', seal: undefined });
    expect(mail.attachments).toMatchObject([{ name: 'Comprovante.pdf' }]);
  });

  it('that is none is a file, and said to be unreadable', () => {
    const mail = readAs('application/ms-tnef', latin1('nada'));
    expect(mail).toMatchObject({ seal: 'encrypted', attachments: [{ name: 'winmail.dat' }] });
  });
});
