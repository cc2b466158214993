import { describe, expect, it } from 'vitest';
import { readMail } from './reading.ts';

const head = 'From: Ana <ana@exemplo.com.br>\nTo: suporte@leitor.example\nSubject: Boleto';
const read = (source: string) => readMail(Buffer.from(source, 'latin1'));

describe('the body of a mail', () => {
  it.each([
    ['a line with a space', `${head}\n \nMeu boleto\nvenceu.`],
    ['nothing', `${head}\nMeu boleto\nvenceu.`],
    ['nothing, with an empty line in it', `${head}\nMeu boleto\nvenceu.\n\nX: y`],
  ])('begins below %s', (_, source) => {
    expect(read(source).text).toMatch(/^Meu boleto\nvenceu\./);
  });

  it('does not begin at a broken line above headers that are needed', () => {
    const broken = head.replace('\nTo', '\nquebrada\n \nTo');
    for (const source of [broken, ` ${head}`, `From ana ontem\n${head}`])
      expect(read(`${source}\n\nOi`)).toMatchObject({
        text: 'Oi',
        subject: 'Boleto',
        sender: { address: 'ana@exemplo.com.br' },
      });
  });

  it('may be parts right below the headers', () => {
    const type = 'Content-Type: multipart/mixed; boundary=x';
    const file = '--x\nContent-Type: text/csv; name=c.csv\n\n123';
    const { text, attachments } = read(`${head}\n${type}\n--x\nSegue.\n${file}\n--x--`);
    expect([text, attachments]).toMatchObject(['Segue.', [{ name: 'c.csv' }]]);
  });

  it('is a text if there are boundaries and no parts', () => {
    const type = 'Content-Type: multipart/mixed; boundary=x\n';
    expect(read(`${head}\n${type}\n--x\n--x\nX-A: 7bit\n--x\nMeu texto`).text).toBe('Meu texto');
    expect(read(`${head}\n${type}\nMeu texto\n--x--\n`).text).toBe('Meu texto');
  });

  it('is one sender’s, although the colon is on the next line', () => {
    const twice = `From\n : bia@exemplo.com.br\n${head}`;
    expect(read(`${twice}\n\nOi`).sender).toBe('ambiguous-sender');
  });
});

describe('the name of a file', () => {
  it.each([
    ['attachment; filename="=?utf-8?q?a=C3=A7?= 2026.pdf"', 'aç 2026.pdf'],
    ['attachment; filename*0="=?utf-8?q?a=C3=A7?="; filename*1=" 2026.pdf"', 'aç 2026.pdf'],
    ['attachment; filename="=?utf-8?q?a=C3?=\n =?utf-8?q?=A7.pdf?="', 'aç.pdf'],
    ["attachment; filename*=utf-8''a%C3%A7.pdf", 'aç.pdf'],
    ['filename="a.pdf"', 'a.pdf'],
    ['attachment filename="a.pdf"', 'a.pdf'],
  ])('is read from %j', (disposition, name) => {
    const headers = `${head}\nContent-Type: application/pdf\nContent-Disposition: ${disposition}`;
    expect(read(`${headers}\n\nx`).attachments).toMatchObject([{ name }]);
  });
});
