import { describe, it } from 'vitest';
import { addressesIn } from '../../server/inbound/read/addresses.ts';
import { readBounce } from '../../server/inbound/read/bounce-report.ts';
import { decodeHeader, decodeText } from '../../server/inbound/read/characters.ts';
import { foldQuotes } from '../../server/inbound/read/fold.ts';
import { readMail } from '../../server/inbound/read/mail.ts';
import { htmlText } from '../../server/markup/text.ts';
import { expectLinearGrowth } from '../support/event-loop.ts';
import { aMail } from './mails.ts';
import { known } from './reading.ts';

/** What makes the patterns of mails backtrack. */
const pieces = {
  letters: 'a',
  spaces: ' ',
  'high bytes': '\xe7',
  'halves of characters': '\xc3',
  'encoded words': '=?utf-8?Q?=C3=A7?= ',
  'encoded words without an end': '=?utf-8?Q?a ',
  'encoded words of one letter': '=?a',
  brackets: '<',
  'addresses without an end': '<a@b ',
  addresses: 'a@b.c, ',
  quotes: '"',
  'escaped quotes': '"\\"',
  comments: '(',
  'comments in comments': '((a)',
  colons: 'a:',
  'at signs': '@',
  'line breaks': '\n',
  'quoted lines': '> a\n',
  'quoted lines and answers': '> um dois três\nnão sei\n',
  'rules of dashes': '-----\n',
  'long rules': '-',
  'original messages': '-----Original Message-----\n',
  'original messages of one line': '--- Mensagem original ---De: a ',
  'introductions in Portuguese': 'Em 10/03/2026 11:40, Ana <a@b.c> escreveu:\n',
  'introductions without an address': 'Em 10/03/2026 11:40, Ana Lima escreveu:\n',
  'introductions of many lines': 'Em 10/03/2026\n11:40 Ana\n',
  'dates and addresses': '10/03/2026 11:40 a@b.c ',
  'headers of mails': 'De: a\nEnviado: 1/1/2026 10:00\nPara: b\nAssunto: c\n',
  'senders alone': 'De: a@b.c\n',
  'dates and names with addresses': '10/03/2026 11:40, Ana <a@b.c>:\n',
  'dates and brackets': '10/03/2026 11:40 <a@b.c ',
  'verbs before names': 'Am 1.1.2026 10:00 schrieb A\n',
  'senders in two lines': 'De: a\n<a@b.c>\n',
  'signatures below quotations': '> a\n-- \n',
  'replies of servers': '550 5.1.1 ',
  'our words': 'um dois três quatro ',
  'message ids': 'Message-ID: <ticket-1.message-1',
  'tables in tables': '<table><tr><td>',
  'paragraphs in cells': '<td><p>a</p></td>',
  boundaries: '--a\n',
  'boundaries and spaces': '--a \n',
  'declarations of boundaries': 'boundary=a --a \n',
  'files in the text without an end': 'begin 644 a\n#0V%T\n',
  'boundaries with headers': '--a\nContent-Type: text/plain\n',
};

const textOf = (piece: string, size: number) =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
const bytesOf = (text: string) => Buffer.from(text, 'latin1');

describe.each(Object.entries(pieces))('%s', (_name, piece) => {
  it.each([
    ['decoded', (text: string) => void decodeText(bytesOf(text), 'utf-8'), 20_000],
    ['decoded as a header', (text: string) => void decodeHeader(text, undefined), 10_000],
    ['read as addresses', (text: string) => void addressesIn(text), 5_000],
    ['folded', (text: string) => void foldQuotes(text, { sent: [text], isForward: false }), 10_000],
    ['read as a bounce', (text: string) => void readBounce([{ type: 'a/b', text }], text), 20_000],
    ['read as HTML', (text: string) => void htmlText(text), 5_000],
  ])('take linear time when %s', async (_use, work, size) => {
    await expectLinearGrowth((length) => work(textOf(piece, length)), size);
  });

  it.each(['text/plain', 'multipart/mixed'])('take linear time in a mail of %s', async (type) => {
    await expectLinearGrowth(
      (length) => readMail(aMail({ 'Content-Type': type }, textOf(piece, length)), known),
      20_000,
    );
  });
});
