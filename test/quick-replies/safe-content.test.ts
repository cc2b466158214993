import { describe, expect, it } from 'vitest';
import { safeContent } from '../../server/quick-replies/content.ts';

const unsafe: [string, string][] = [
  ['<p onclick="x()">Oi</p>', '<p>Oi</p>'],
  ['<p>Oi</p><script>x()</script>', '<p>Oi</p>'],
  ['<p>Oi</p><style>p{}</style><img src="https://exemplo.com.br/x.png">', '<p>Oi</p>'],
  ['<a href="//mau.exemplo">Oi</a>', '<a>Oi</a>'],
  ['<a href="javascript:x()">Oi</a>', '<a>Oi</a>'],
  ['<a href="tel:+551130000000">Oi</a>', '<a>Oi</a>'],
  ['Oi<!-- nota --><?php x() ?>', 'Oi'],
  ['Oi</p>', 'Oi<p></p>'],
  ['A &#x26; B', 'A &amp; B'],
];

const safe = [
  '<h1>Oi</h1><h2>Tudo</h2><u>bem</u>',
  '<a href="http://exemplo.com.br" name="a" target="_blank" rel="noopener">Oi</a>',
  '<a href="mailto:a@exemplo.com.br">Oi</a>',
  '<table><tbody><tr><td>Oi</td></tr></tbody></table>',
  '5 < 6 & 7 > 3',
  'linha 1\nlinha 2',
  '  recuo',
  '👍',
  'x<1>y',
  'A &amp B &#38 C',
];

describe('the content of a quick reply', () => {
  it.each(unsafe)('%s is stored as %s', (content, stored) => {
    expect(safeContent(content)).toBe(stored);
  });

  it.each(safe)('%j is stored as written', (content) => {
    expect(safeContent(content)).toBe(content);
  });

  it.each(['<script>x</script>', ' ', '<p>&nbsp;</p>', '<hr>', '\u200b', '\u0301', '&#8203;'])(
    'refuses %j, of which nothing visible is left',
    (content) => expect(() => safeContent(content)).toThrow('quick-reply-empty'),
  );

  it('is also rid of what removing a tag would create', () => {
    const nested = '<p>a<sc<script>x</script>ript>alert(1)</sc</p>';
    expect(safeContent(nested)).not.toMatch(/<script/i);
  });
});
