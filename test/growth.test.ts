import { describe, it } from 'vitest';
import { contentType } from '../server/attachments/checks/content.ts';
import type { AllowedType } from '../server/attachments/checks/file-types.ts';
import { judgeWorkbook } from '../server/attachments/checks/judge-workbook.ts';
import { callsOf } from '../server/http/admission/costs.ts';
import { addressesIn } from '../server/inbound/read/addresses.ts';
import { readBounce } from '../server/inbound/read/bounce-report.ts';
import { readMail } from '../server/inbound/read/mail.ts';
import { originalPage } from '../server/inbound/read/original-page.ts';
import { readXml } from '../server/markup/read-xml.ts';
import { hasText, safeReplyHtml } from '../server/markup/sanitise.ts';
import { htmlText, messageText, plainText } from '../server/markup/text.ts';
import { replySubject } from '../server/outbox/message.ts';
import { unknownVariables } from '../server/quick-replies/variables.ts';
import { mendDraft } from '../server/quiz/checks/model-text.ts';
import { findSlips } from '../server/quiz/checks/slips.ts';
import { editionText } from '../server/quiz/edition-text.ts';
import { hasOnlyAllowedLinks, linkTargetsOf } from '../server/replies/links.ts';
import { parseBoundedJson } from '../server/text/bounded-json.ts';
import { decodeHeader, decodeText } from '../server/text/characters.ts';
import { maskPersonalData } from '../server/text/personal-data.ts';
import { aMail } from './inbound/mails.ts';
import { fold, known } from './inbound/read/reading.ts';
import { expectLinearGrowth } from './support/event-loop.ts';

// Whatever a stranger sends, four times as much of it costs less than eight times as much CPU: what
// is doubled costs less than three times as much.

/** Texts that make patterns backtrack, parsers nest or NFKC lengthen. */
const pieces = [
  'a',
  '\u3316',
  '\ufdfa',
  '1',
  '1234567a',
  'a@',
  'a@b.',
  'maria',
  '<p>',
  '<b><i>',
  '<ul><li>',
  '<blockquote>',
  '<scr<script>ipt>',
  '<a href="',
  '<!--',
  '<',
  '&lt;',
  '&',
  '\n',
  ' ',
  '\u200b',
  '<table><tr><td>',
  '<div style="display:none">',
  '<p style="font-size : ',
  '<p style="max-height    :    ">',
  'http://a.com/(',
  'a.com ',
  're :',
  '> ',
  '> a\n',
  '-- \n',
  '____\n',
  'abc. x skrev y\n',
  '2020-01-01 from <',
  'Em 1, Ana\n<a@b.com>\nescreveu\n',
  'De: a\nAssunto: b\n',
  'Rua Das Flores ',
  'Rua A, ',
  'pedido nº ',
  '12.345.',
  'a arroba b ponto ',
  '-',
  '*',
  '**a ',
  '[a](http://',
  '<style>.a{display:none}</style>',
  '<style>.a{b',
  '<style>/*',
  '=?utf-8?q?a?= ',
  '=?utf-8?q?',
  '\xe7',
  '\xc3',
  '=?a',
  '<a@b ',
  'a@b.c, ',
  '"\\"',
  '((a)',
  'a:',
  '@',
  '> um dois três\nnão sei\n',
  '-----\n',
  '-----Original Message-----\n',
  '--- Mensagem original ---De: a ',
  'Em 10/03/2026 11:40, Ana <a@b.c> escreveu:\n',
  'Em 10/03/2026 11:40, Ana Lima escreveu:\n',
  'Em 10/03/2026\n11:40 Ana\n',
  '10/03/2026 11:40 a@b.c ',
  'De: a@b.c\n',
  '10/03/2026 11:40, Ana <a@b.c>:\n',
  '10/03/2026 11:40 <a@b.c ',
  'Am 1.1.2026 10:00 schrieb A\n',
  'De: a\n<a@b.c>\n',
  '> a\n-- \n',
  '550 5.1.1 ',
  'um dois três quatro ',
  'Message-ID: <ticket-1.message-1',
  '<td><p>a</p></td>',
  '--a\n',
  '--a \n',
  'boundary=a --a \n',
  'begin 644 a\n#0V%T\n',
  '--a\nContent-Type: text/plain\n',
];

const textOf = (piece: string, size: number) =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
const bytesOf = (text: string) => Buffer.from(text, 'latin1');

type Work = (text: string) => unknown;

const mailOf =
  (type: string): Work =>
  (text) =>
    readMail(aMail({ 'Content-Type': type }, text), known);

/** How each text is read, and from how many characters on its cost is measured. */
const readings: Record<string, [work: Work, size: number]> = {
  decoded: [(text) => decodeText(bytesOf(text), 'utf-8'), 20_000],
  'decoded as a header': [(text) => decodeHeader(text, undefined), 10_000],
  'read as addresses': [(text) => addressesIn(text), 5_000],
  'folded as a mail': [(text) => fold(text, { sent: [text] }), 20_000],
  'read as a bounce': [(text) => readBounce([{ type: 'a/b', text }], text), 20_000],
  'read as HTML': [(text) => htmlText(text), 20_000],
  'read in many quotations': [(text) => htmlText(`${'<blockquote>'.repeat(400)}${text}`), 20_000],
  'read as XML': [(text) => readXml(bytesOf(text), () => {}), 100_000],
  'read as a mail of plain text': [mailOf('text/plain'), 20_000],
  'read as a mail of parts': [mailOf('multipart/mixed'), 20_000],
  'shown as an original': [
    (text) => originalPage(aMail({ 'Content-Type': 'text/html' }, text)),
    100_000,
  ],
  masked: [(text) => maskPersonalData(text, 'Maria Mariana Aaaa Mar'), 3_000],
  'read as a message': [(text) => messageText(text, 1_500), 5_000],
  sanitised: [(text) => hasText(safeReplyHtml(text)), 5_000],
  'searched for links': [(text) => linkTargetsOf(text), 5_000],
  'judged by its links': [
    (text) => hasOnlyAllowedLinks(text, { hosts: [], targets: new Set() }),
    5_000,
  ],
  'read as an edition': [(text) => editionText(text), 100_000],
  'made into a mail': [(text) => plainText(text), 5_000],
  'made into a subject': [(text) => replySubject(text), 5_000],
  'parsed as JSON': [(text) => parseBoundedJson(text, { maxLength: 100_000, maxDepth: 32 }), 5_000],
  'mended as a quiz': [
    (text) => {
      const question = { question: text, options: [text], correctAnswer: text, explanation: text };
      findSlips(mendDraft({ title: text, description: text, questions: [question] }));
    },
    2_000,
  ],
  'counted as a batch of calls': [(text) => callsOf({ path: text }), 20_000],
  'read after an open variable': [(text) => unknownVariables(`{{${text}`), 1_000],
};

describe('the text of a stranger', () => {
  it.each(Object.entries(readings))('takes linear time when %s', async (_, [work, size]) => {
    for (const piece of pieces) {
      try {
        await expectLinearGrowth((length) => work(textOf(piece, length)), size);
      } catch (error) {
        throw new Error(JSON.stringify(piece), { cause: error });
      }
    }
  });
});

const starts: Record<AllowedType, string> = {
  'image/jpeg': '\xff\xd8\xff',
  'image/png': '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
  'image/gif': 'GIF89a',
  'image/webp': 'RIFF0000WEBP',
  'application/pdf': '%PDF-',
  'application/vnd.ms-excel': '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'PK\x03\x04',
  'text/csv': 'a;b\n',
  'text/plain': 'a\n',
};

describe('an uploaded file', () => {
  it.each(Object.entries(starts))(
    'of the type %s is checked in linear time',
    async (type, start) => {
      for (const piece of [
        'a',
        '\xe7',
        '\0',
        'PK\x01\x02\x14\0',
        'W\0o\0r\0k\0b\0o\0o\0k\0',
        '\n',
      ]) {
        await expectLinearGrowth(async (size) => {
          const bytes = bytesOf(start + textOf(piece, size));
          const readAt = async (buffer: Buffer, position: number) =>
            bytes.copy(buffer, 0, position, position + buffer.length);
          const named = { name: 'a', declared: type };
          const judge = () => judgeWorkbook(bytes);
          await contentType({ size: bytes.length, readAt }, named, judge);
        }, 500_000);
      }
    },
  );
});
