import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasText,
  picturesIn,
  safePicturedHtml,
  safeReplyHtml,
} from '../../server/markup/sanitise.ts';
import { htmlText, messageText, withoutFiles } from '../../server/markup/text.ts';
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
    const names = 'script style noscript title template iframe'.split(' ');
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

  it('keeps the pictures of files that are there, and no others, in what an agent writes', () => {
    const sources = ['cid:anexo-5', 'cid:anexo-6', 'cid:anexo-12345678901', 'cid:outro'];
    const others = ['https://x.example/a.png', 'data:image/png;base64,AA==', 'anexo-5'];
    const html = [...sources, ...others].map((src) => `<img alt="a" src="${src}" onerror="x()">`);
    const given = `<p>Veja ${html.join('')}</p>`;
    const kept = (...ids: number[]) =>
      `<p>Veja ${ids.map((id) => `<img src="cid:anexo-${id}" alt="a" />`).join('')}</p>`;
    expect(safePicturedHtml(given)).toBe(kept(5, 6));
    expect(safePicturedHtml(given, (id) => id === 6)).toBe(kept(6));
    expect(safeReplyHtml(given)).toBe('<p>Veja </p>');
    expect(picturesIn(safePicturedHtml(given))).toEqual([5, 6]);
  });

  it('keeps elements in elements twenty deep', () => {
    expect(safeReplyHtml(`${'<b>'.repeat(30)}x`)).toMatch(/^(<b>){20}x/);
  });

  it('mails what an e-mail link says and to whom, and no other field', () => {
    const link = (href: string) =>
      /href="([^"]*)"/.exec(safeReplyHtml(`<a href="${href}">x</a>`))?.[1];
    expect(link('mailto:a@b.example?SUBJECT=Olá &amp; oi&BCC=c@d.example&b%63c=e@f.example')).toBe(
      'mailto:a@b.example?subject=Ol%C3%A1%20',
    );
    expect(link('MAILTO:a\\@b.example?Body=x&to=c@d.example&cC=e@f.example')).toBe(
      'mailto:a%5C@b.example?body=x',
    );
    expect(link('mailto:a@b.example?subject=a%0D%0ABcc:c&body=a%0Ab')).toBe(
      'mailto:a@b.example?subject=a%20%20Bcc%3Ac&amp;body=a%0Ab',
    );
  });

  it.each([
    ['<div>Olá, Ana.</div><div>Equipe</div>', 'Olá, Ana.<br />Equipe'],
    ['<div>a</div><div><br></div><div>b</div>', 'a<br /><br />b'],
    ['<p>a</p><div><ul><li><div>b</div></ul></div>c', '<p>a</p><ul><li>b</li></ul>c'],
    ['<table><tr><td>Plano<td>Anual<tr><td>c</table>', 'Plano Anual<br />c'],
    ['10<sup>6</sup><div style="white-space:pre">a\nb</div>', '10⁶<br />a<br />b'],
  ])('leaves a break where a block goes: %s', (given, safe) => {
    expect(safeReplyHtml(given)).toBe(safe);
  });

  it('writes an address as its URL serialises, and none that is no URL', () => {
    const link = (href: string) =>
      /href="([^"]*)"/.exec(safeReplyHtml(`<a href="${href}">x</a>`))?.[1];
    expect(link('https://leitor.example\\@golpe.example/')).toBe(
      'https://leitor.example/@golpe.example/',
    );
    expect(link('https://:x')).toBeUndefined();
    expect(link('/conta')).toBeUndefined();
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
    expect(messageText('1234567890123', 12)).toBe('123456789\n[…]\n123');
    expect(messageText('12345😀8901', 8)).toBe('12345\n[…]\n01');
    expect(messageText('1234567890😀1', 8)).toBe('123456\n[…]\n1');
    expect(messageText('<p>123</p><style>p{}</style><img alt="x" src="y">', 8)).toBe('123');
  });
});

describe('the text of HTML', () => {
  it.each([
    [
      '<table><tr><th>Dia</th><th>Valor</th></tr><tr><td><div>1</div></td><td><p>2</p></td></tr></table>',
      'Dia\tValor\n1\t2',
    ],
    ['<table><tr><td>1<td></tr><tr><td></td><td>2</td></tr></table>', '1\n2'],
    ['<h1>Título</h1><p>Texto</p>', 'Título\n\nTexto'],
    ['<h6>Título</h6><p>um</p><br><br><br><p>dois<br>três</p>', 'Título\n\num\n\ndois\ntrês'],
    ['<a href="https://x.example/a">aqui</a>', 'aqui [https://x.example/a]'],
    [
      '<a href="https://x.example/">https://x.example/</a> <a href="#b">b</a>',
      'https://x.example/ b',
    ],
    ['<head><title>T</title></head><style>p{}</style><script>x()</script><img alt="i">só', 'só'],
  ])('%s is %j', (html, text) => {
    expect(htmlText(html).text.trim()).toBe(text);
  });

  it('is read without the files that are in its attributes', () => {
    const html = (one: string, two: string) => `<img src="${one}" alt='${two}' title="a">`;
    const [one, two] = ["DATA:image/png;base64,A'A", 'data:x"y'].map((data) => data.slice(0, -2));
    expect(withoutFiles(html(one ?? '', two ?? ''))).toBe(html('', ''));
  });
});
