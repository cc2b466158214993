import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasText, messageText, safeReplyHtml } from '../../server/text/html.ts';

describe('sanitising the HTML of a reply', () => {
  it.each([
    ['<p>Olá, <b>Maria</b>!</p>', '<p>Olá, <b>Maria</b>!</p>'],
    ['<script>alert(1)</script><p>Oi</p>', '<p>Oi</p>'],
    ['<p onclick="alert(1)" style="color:red">Oi</p>', '<p>Oi</p>'],
    ['<img src=x onerror=alert(1)>Oi', 'Oi'],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer nofollow">x</a>'],
    ['<a href="java&#10;script:alert(1)">x</a>', '<a rel="noopener noreferrer nofollow">x</a>'],
    ['<a href="//mal.example">x</a>', '<a rel="noopener noreferrer nofollow">x</a>'],
    [
      '<a href="https://exemplo.com.br" target="_blank">x</a>',
      '<a href="https://exemplo.com.br" rel="noopener noreferrer nofollow">x</a>',
    ],
    ['<iframe src="https://mal.example"></iframe><form><input>Oi</form>', 'Oi'],
    ['<svg><script>alert(1)</script></svg>Oi', 'Oi'],
    ['<style>p{display:none}</style><p>Oi', '<p>Oi</p>'],
    ['a < b & c', 'a &lt; b &amp; c'],
    ['Oi<br>Oi<hr>', 'Oi<br />Oi<hr />'],
    ['<h1>Oi</h1> <span class="x">Oi</span>', 'Oi Oi'],
    ['<p id="x" class="y">Oi</p>', '<p>Oi</p>'],
    [
      '<a href="mailto:a@exemplo.com.br" rel="opener" onclick="x()">x</a>',
      '<a href="mailto:a@exemplo.com.br" rel="noopener noreferrer nofollow">x</a>',
    ],
    [
      '<a href="http://exemplo.com.br">x</a>',
      '<a href="http://exemplo.com.br" rel="noopener noreferrer nofollow">x</a>',
    ],
    ['<a href="ftp://exemplo.com.br">x</a>', '<a rel="noopener noreferrer nofollow">x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a rel="noopener noreferrer nofollow">x</a>'],
    ['<a href="tel:+551133221100">x</a>', '<a rel="noopener noreferrer nofollow">x</a>'],
  ])('%s', (given, safe) => {
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
