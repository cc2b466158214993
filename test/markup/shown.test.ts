import { describe, expect, it } from 'vitest';
import { htmlText } from '../../server/markup/text.ts';
import { editionText } from '../../server/quiz/edition-text.ts';

const textOf = (html: string) => htmlText(html).text.trim();

describe('the text of HTML', () => {
  it.each([
    ['before its element', 'um<br><html><body><p>dois</p></body></html>', 'um\n\ndois'],
    ['in its head', '<head><style>p{}</style><div>um</div></head><body>dois</body>', 'um\ndois'],
    ['behind its body', '<body>um</body><div>dois</div></html>três', 'um\ndois\ntrês'],
    [
      'in elements that are not closed',
      '<b><div>um<p>dois<table><tr><td>três',
      'um\n\ndois\n\ntrês',
    ],
    ['shown to other programs than Outlook', '<![if !mso]>um<![endif]>', 'um'],
  ])('has what stands %s', (_, html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it.each(['title', 'style', 'script'])('has nothing of a %s that is not closed', (name) => {
    expect(textOf(`um<${name}>dois<p>três`)).toBe('um');
  });

  it.each(
    'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h6 header hgroup legend li main menu nav ol optgroup p pre search section summary table tr ul'.split(
      ' ',
    ),
  )('has a line for each %s', (name) => {
    expect(editionText(`a<${name} open>b</${name}>c`)).toBe('a\nb\nc');
  });

  it.each([
    ['<a style="display:block">a</a><a style="display:block">b</a>', 'a\nb'],
    ['<p>a</p><li style="display:inline">15</li><li style="display:inline">%</li>', 'a\n\n15%'],
    ['<div style="display:flex"><b>a</b><b>b</b></div>', 'a b'],
    ['<div style="display:flex;flex-direction:column"><p>a</p><p>b</p></div>', 'a\n\nb'],
    ['<span style="display:table-cell">a</span><span style="display:table-cell">b</span>', 'a b'],
    ['<div style="display:inline-block">a</div><div style="display:inline-block">b</div>', 'a b'],
    ['<table><tr><td style="display:block">a</td><td style="display:block">b</td></table>', 'a\nb'],
    ['<style>.x{display:block}</style><i class="x">a</i>b', 'a\nb'],
  ])('follows `display`: %s', (html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it.each([
    ['<div style="white-space:pre-wrap">um\n  dois\n\ntrês</div>', 'um\n\u00a0\u00a0dois\n\ntrês'],
    [
      '<div style="white-space:pre"><i>a\nb</i><p style="white-space:normal">c\nd</p></div>',
      'a\nb\n\nc d',
    ],
    ['<pre>a\n  b</pre>', 'a\n  b'],
  ])('keeps the lines of %j', (html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it.each([
    '<div hidden>x</div>',
    '<p style="display:none">x</p>',
    '<div style="max-height:0;overflow:hidden;opacity:0;mso-hide:all">x</div>',
    '<dialog>x</dialog>',
    '<ruby><rp>x</rp></ruby>',
  ])('has nothing that is hidden: %s', (html) => {
    expect(textOf(`a${html}`)).toBe('a');
  });

  it.each([
    ['<a href="https://x.example/">x.example</a>', 'x.example'],
    ['<a href="http://www.x.example">https://x.example/</a>', 'https://x.example/'],
    ['<a href="mailto:a@b.example">A@b.example</a>', 'A@b.example'],
    ['<a href="tel:+5511999990000">+55 (11) 99999-0000</a>', '+55 (11) 99999-0000'],
    ['<a href="https://x.example/b">x.example</a>', 'x.example [https://x.example/b]'],
  ])('has an address once: %s', (html, text) => {
    expect(textOf(html)).toBe(text);
  });
});

describe('numbers with marks', () => {
  const mark = (style: string) => `R$ 15<span style="${style}">1</span> bilhões`;

  it.each([
    ['10<sup>6</sup> watts em 40 m<sup>2</sup>', '10⁶ watts em 40 m²'],
    ['15<sup>1</sup> bilhões', '15¹ bilhões'],
    ['15<sup><a href="#fn1">1</a></sup>', '15¹'],
    ['15<a href="#fn1"><sup>[1]</sup></a>', '15[¹]'],
    ['15<a href="https://x.example/p#footnote-1">1</a> bilhões', '15¹ bilhões'],
    ['15<a role="doc-noteref" href="n">12</a>', '15¹²'],
    ['15<sup>1, 2</sup>', '15¹, ²'],
    ['15<sup>nota 1</sup>', '15 nota 1'],
    ['10<sup>-3</sup> e 2<sub>10</sub>', '10⁻³ e 2₁₀'],
    ['CO<sub>2</sub>', 'CO2'],
    ['1<sup>o</sup> lugar, 2<sup>a</sup> vez', '1º lugar, 2ª vez'],
    ['R$ 19<sup>,90</sup>', 'R$ 19,90'],
    ['<sup>Edição 15 de 2025</sup>', 'Edição 15 de 2025'],
    ['<a href="#a">Em 2025, 15 mil</a>', 'Em 2025, 15 mil'],
    [mark('vertical-align:super'), 'R$ 15¹ bilhões'],
    [mark('vertical-align:4px;font-size:9px'), 'R$ 15¹ bilhões'],
    ['<i style="vertical-align:top">15 mil</i>', '15 mil'],
  ])('keep them apart: %s', (html, text) => {
    expect(editionText(html)).toBe(text);
  });

  it.each([
    'De <s>R$ 99</s> por R$ 79',
    'De <del>R$ 99</del> por R$ 79',
    'De <span style="text-decoration:line-through">R$ 99</span> por R$ 79',
    'De <span style="text-decoration-line: underline line-through">R$ 99</span> por R$ 79',
  ])('have none that is struck out in an edition: %s', (html) => {
    expect(editionText(html)).toBe('De por R$ 79');
    expect(textOf(html)).toContain('99');
  });
});
