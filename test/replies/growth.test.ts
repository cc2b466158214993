import { describe, expect, it } from 'vitest';
import { foldQuotes } from '../../server/inbound/read/fold.ts';
import { hasText, safeReplyHtml } from '../../server/markup/sanitise.ts';
import { messageText, plainText } from '../../server/markup/text.ts';
import { replySubject } from '../../server/outbox/message.ts';
import { unknownVariables } from '../../server/quick-replies/variables.ts';
import { editionText } from '../../server/quiz/edition-text.ts';
import { findSlips } from '../../server/quiz/gate/gate.ts';
import { mendDraft } from '../../server/quiz/gate/model-text.ts';
import { hasOnlyAllowedLinks, linkTargetsOf } from '../../server/replies/links.ts';
import { parseBoundedJson } from '../../server/text/bounded-json.ts';
import { decodeName } from '../../server/text/decode-name.ts';
import { maskPersonalData } from '../../server/text/personal-data.ts';
import { expectLinearGrowth } from '../support/event-loop.ts';

/** Texts that make patterns backtrack, parsers nest or NFKC lengthen. */
const pieces = {
  letters: 'a',
  'letters that NFKC makes six of': '\u3316',
  'letters that NFKC makes eighteen of': '\ufdfa',
  digits: '1',
  'short numbers': '1234567a',
  'e-mails without an end': 'a@',
  'host names without an end': 'a@b.',
  'names in a row': 'maria',
  tags: '<p>',
  'nested tags': '<b><i>',
  'nested lists': '<ul><li>',
  'nested blocks': '<blockquote>',
  'tags in tags': '<scr<script>ipt>',
  'unfinished attributes': '<a href="',
  comments: '<!--',
  brackets: '<',
  entities: '&lt;',
  ampersands: '&',
  'line breaks': '\n',
  spaces: ' ',
  'invisible characters': '\u200b',
  tables: '<table><tr><td>',
  'hidden elements': '<div style="display:none">',
  'styles without an end': '<p style="font-size : ',
  'styles of spaces': '<p style="max-height    :    ">',
  links: 'http://a.com/(',
  'host names': 'a.com ',
  'reply marks': 're :',
  quotes: '> ',
  'quoted lines': '> a\n',
  signatures: '-- \n',
  'underlined lines': '____\n',
  'introductions of quotes': 'abc. x skrev y\n',
  'unfinished introductions': '2020-01-01 from <',
  'introductions in three lines': 'Em 1, Ana\n<a@b.com>\nescreveu\n',
  'headers of mails': 'De: a\nAssunto: b\n',
  streets: 'Rua Das Flores ',
  'streets without an end': 'Rua A, ',
  'orders without a number': 'pedido nº ',
  'documents without an end': '12.345.',
  'spelled addresses': 'a arroba b ponto ',
  dashes: '-',
  asterisks: '*',
  'emphasis without an end': '**a ',
  'links without an end': '[a](http://',
  'style sheets': '<style>.a{display:none}</style>',
  'rules without an end': '<style>.a{b',
  'comments of styles': '<style>/*',
  'encoded words': '=?utf-8?q?a?= ',
  'encoded words without an end': '=?utf-8?q?',
};

const textOf = (piece: string, size: number) =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

describe.each(Object.entries(pieces))('%s', (_name, piece) => {
  it.each([
    ['masked', (text: string) => void maskPersonalData(text, 'Maria Mariana Aaaa Mar'), 3_000],
    ['read as a message', (text: string) => void messageText(text, 1_500), 5_000],
    ['sanitised', (text: string) => void hasText(safeReplyHtml(text)), 5_000],
    ['searched for links', (text: string) => void linkTargetsOf(text), 5_000],
    ['read as an edition', (text: string) => void editionText(text), 20_000],
    ['made into a mail', (text: string) => void plainText(text), 5_000],
    ['made into a subject', (text: string) => void replySubject(text), 5_000],
    [
      'parsed as JSON',
      (text: string) => void parseBoundedJson(text, { maxLength: 100_000, maxDepth: 32 }),
      5_000,
    ],
    [
      'mended as a quiz',
      (text: string) => {
        const question = {
          question: text,
          options: [text],
          correctAnswer: text,
          explanation: text,
        };
        void findSlips(mendDraft({ title: text, description: text, questions: [question] }));
      },
      2_000,
    ],
    [
      'judged by its links',
      (text: string) => void hasOnlyAllowedLinks(text, { hosts: [], targets: new Set() }),
      5_000,
    ],
    ['decoded as a name', (text: string) => void decodeName(text), 5_000],
    [
      'folded as a mail',
      (text: string) => void foldQuotes(text, { sent: [text], isForward: false }),
      25_000,
    ],
    ['read after an open variable', (text: string) => void unknownVariables(`{{${text}`), 1_000],
  ])('take linear time when %s', async (_use, work, size) => {
    await expectLinearGrowth((length) => work(textOf(piece, length)), size);
  });
});

describe('parsing JSON within bounds', () => {
  const bounds = { maxLength: 1_000, maxDepth: 3 };

  it.each([
    ['[[[1]]]', [[[1]]]],
    ['{"a":{"b":{"c":"[[[[[["}}}', { a: { b: { c: '[[[[[[' } } }],
    ['{"a":"\\"[[[["}', { a: '"[[[[' }],
    ['null', null],
  ])('returns the value of %s', (text, value) => {
    expect(parseBoundedJson(text, bounds)).toEqual(value);
  });

  it.each(['[[[[1]]]]', '{"a":{"a":{"a":{}}}}', '{', '', JSON.stringify('x'.repeat(1_000))])(
    'rejects %s',
    (text) => {
      expect(parseBoundedJson(text, bounds)).toBeUndefined();
    },
  );
});
