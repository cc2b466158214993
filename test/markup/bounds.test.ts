import { describe, expect, it } from 'vitest';
import { mailPage, withoutAddresses } from '../../server/markup/mail-page.ts';
import { readHtml, usualBounds, withinBounds } from '../../server/markup/read-html.ts';
import { readXml } from '../../server/markup/read-xml.ts';
import { safeReplyHtml } from '../../server/markup/sanitise.ts';
import { htmlText, messageText, plainText } from '../../server/markup/text.ts';

const deep = `<p>a</p>${'<div>'.repeat(501)}b`;

describe('HTML over a bound', () => {
  it('is cut where it is too deep, has too many elements or attributes, or is too long', () => {
    const cut = (html: string, bound: object) =>
      withinBounds(html, { ...usualBounds, ...bound }).html;
    expect(cut('<p>a</p><i><b><u>x', { depth: 2 })).toBe('<p>a</p><i><b>');
    expect(cut('<p>a<p>b<p>c', { depth: 1 })).toBe('<p>a<p>b<p>c');
    expect(cut('<br><br><br>', { elements: 2 })).toBe('<br><br>');
    expect(cut('<p>a</p><i a=1 b=2 c=3>x', { attributes: 2 })).toBe('<p>a</p><i a=1 b=2 ');
    expect(cut('<p>abc</p>', { characters: 4 })).toBe('<p>a');
    expect(withinBounds('<p>a</p>', usualBounds)).toMatchObject({ isCut: false, elements: 1 });
  });

  it('says so in its text, in a mail, in a reply and on the page of a mail', () => {
    expect(htmlText(deep).isCut).toBe(true);
    expect(htmlText('<p>a</p><p>b</p>', 1)).toMatchObject({ isCut: true, text: 'a' });
    for (const text of [messageText(deep, 10_000), plainText(deep)])
      expect(text).toMatch(/^a\n+\[…\]$/);
    for (const html of [safeReplyHtml(deep), mailPage(new Map())(deep)]) {
      expect(html).toMatch(/^<p>a<\/p>.*<p>\[…\]<\/p>$/);
    }
  });

  it('is one for all parts of a page', () => {
    const page = mailPage(new Map());
    expect(page('<br>'.repeat(usualBounds.elements))).not.toContain('[…]');
    expect(page('<p>a</p>')).toBe('<p>[…]</p>');
  });

  it('is not read beyond where its reader stops', () => {
    const texts: string[] = [];
    const onText = (text: string) => texts.push(text) < 2;
    const { end } = readHtml('<p>a</p><p>b</p><p>c</p>', { onText }, usualBounds);
    expect([texts, end]).toEqual([['a', 'b'], 12]);
  });
});

describe('the text of quotations and lists in others', () => {
  const within = (opening: string, times: number) =>
    htmlText(`${opening.repeat(times)}a<br>b`).text;

  it('marks its lines for eight of them, and is whole', () => {
    expect(within('<blockquote>', 2)).toBe('> > a\n> > b');
    for (const opening of ['<blockquote>', '<ul><li>', '<ol><li>']) {
      const [first, second, ...others] = within(opening, 200)
        .split('\n')
        .filter((line) => line.trim() !== '>');
      expect([first?.at(-1), second?.at(-1), others]).toEqual(['a', 'b', []]);
      expect(first?.length).toBe(within(opening, 8).split('\n').at(0)?.length);
    }
    expect(within('<ul><li>c</li><li>', 22)).toMatch(/c\n.*c\n\s*a\n\s*b$/);
  });

  it('numbers what is beyond Roman letters', () => {
    expect(htmlText('<ol type="i" start="3"><li>a</ol>').text.trim()).toBe('iii. a');
    expect(htmlText('<ol type="i" start="99999"><li>a</ol>').text.trim()).toBe('99999. a');
  });
});

it('the page of a mail shows nothing that its sender hid', () => {
  expect(mailPage(new Map())('<div hidden>a</div>')).toContain('hidden');
});

it('a style loads nothing, however often it hides an address', () => {
  for (const style of ['@im@import;port "a";', '@im@im@import;port;port url(b)', 'a:u\\rl(b)']) {
    expect(withoutAddresses(style)).not.toMatch(/@import|url/);
  }
  expect(withoutAddresses(`${'@im'.repeat(9)}@import;${'port;'.repeat(9)}`)).toBe('');
  expect(withoutAddresses('color:red')).toBe('color:red');
});

describe('an XML part', () => {
  const read = (text: string) => {
    const seen: string[] = [];
    const outcome = readXml(Buffer.from(text), (name) => seen.push(name));
    return [outcome, ...seen];
  };
  const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);

  it('is read to sixteen elements in elements', () => {
    expect(read('<?xml version="1.0"?><r:A b="c"><!-- < --><B/></r:A>')).toEqual([
      'read',
      'a',
      'b',
    ]);
    expect(read(nested(16))[0]).toBe('read');
    expect(read(nested(17))[0]).toBe('refused');
  });

  it.each(['<a>', '<a><b></a>', '<a', '<a/', '<a><b c="', '<a b=c/>', '<!DOCTYPE a><a/>'])(
    'is refused if it is not closed, or declares a document type: %s',
    (text) => {
      expect(read(text)[0]).toBe('refused');
    },
  );

  it('is refused with too many elements or attributes', () => {
    expect(read('<a/>'.repeat(50_001))[0]).toBe('refused');
    const attributes = Array.from({ length: 51 }, (_, n) => `a${n}="b"`);
    expect(read(`<a ${attributes.slice(1).join(' ')}/>`)[0]).toBe('read');
    expect(read(`<a ${attributes.join(' ')}/>`)[0]).toBe('refused');
  });
});
