import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasText, messageText, safeReplyHtml } from '../../server/text/html.ts';
import { hostileHtml } from './hostile-html.ts';

describe('sanitising the HTML of a reply', () => {
  it.each(hostileHtml)('%s', (given, safe) => {
    expect(safeReplyHtml(given)).toBe(safe);
  });

  it('keeps paragraphs, lists, emphasis, quotes, code and small headings', () => {
    const names = 'p b strong i em u ul ol li blockquote code pre h2 h3 h4'.split(' ');
    for (const html of names.map((name) => `<${name}>Oi</${name}>`)) {
      expect(safeReplyHtml(html)).toBe(html);
    }
  });

  it('removes what is in elements that are not read', () => {
    const names = 'script style textarea option noscript title template iframe'.split(' ');
    for (const name of names) expect(safeReplyHtml(`<${name}>x</${name}>Oi`)).toBe('Oi');
  });

  it('is idempotent', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<script>',
      '<a href="',
      '">',
      '<!--',
      '&lt;',
      "'",
      'x',
      '<',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const safe = safeReplyHtml(pieces.join(''));
        expect(safeReplyHtml(safe)).toBe(safe);
        expect(safe).not.toMatch(/<script|<!--/i);
      }),
    );
  });

  it('tells readable text from empty markup', () => {
    for (const html of ['<p>Oi</p>', '7', '<b>é</b>']) expect(hasText(html)).toBe(true);
    for (const html of ['', '<p> </p>', '<br>', '<a href="https://exemplo.com.br"></a>', '…']) {
      expect(hasText(html)).toBe(false);
    }
  });
});

describe('the text of a message', () => {
  it('is extracted from HTML and from plain text', () => {
    expect(messageText('Olá!\nTudo bem? 1 < 2', 100)).toBe('Olá!\nTudo bem? 1 < 2');
    expect(messageText('<p>Olá</p><ul><li>um</li></ul><script>x()</script>', 100)).toMatch(
      /^Olá\s+\* um$/,
    );
  });

  it('has no invisible characters', () => {
    expect(messageText('a\t\u00a0  b \n c', 100)).toBe('a b \n c');
    expect(messageText('a\u200bb\u202ec\u0007d\u{e0041}', 100)).toBe('abcd');
    expect(messageText('\ud800x', 100)).toBe('\ufffdx');
  });

  it('keeps its beginning and its end when it is cut', () => {
    const text = messageText(`começo${'x'.repeat(1_048_576)}fim`, 1_000);
    expect(text.length).toBeLessThan(1_100);
    expect(text).toMatch(/^começo[\s\S]*\[…\][\s\S]*fim$/);
    expect(messageText('12345678', 8)).toBe('12345678');
    expect(messageText('123456789', 8)).toBe('123456\n[…]\n89');
    expect(messageText('<p>123</p><style>p{}</style><img alt="x" src="y">', 8)).toBe('123');
  });
});
