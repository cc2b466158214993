import { describe, expect, it } from 'vitest';
import { editionText } from '../../server/quiz/edition-text.ts';

describe('the text of an edition', () => {
  it('is the visible text, a line a block', () => {
    const html = `<html><head><title>Não</title><style>.a{}</style></head><body>
      <h1>Olá &amp; bom dia</h1><p>Um <b>texto</b>
      com <a href="https://exemplo.com">link</a>.</p><ul><li>um</li><li>dois</li></ul>
      <table><tr><td>A célula</td><td>outra</td></tr></table>1 &lt; 2</body></html>`;
    expect(editionText(html)).toBe(
      'Olá & bom dia\nUm texto com link.\num\ndois\nA célula outra\n1 < 2',
    );
  });

  it.each([
    ['images', '<img alt="oculto" src="x">'],
    ['comments', '<!-- oculto -->'],
    ['elements hidden from assistive technology', '<p aria-hidden="true">oculto</p>'],
    ['drawings', '<svg><text>oculto</text></svg>'],
    ['formulas', '<math><mi>oculto</mi></math>'],
    ['text for browsers without scripts', '<noscript>oculto</noscript>'],
    ['forms’ text', '<textarea>oculto</textarea><select><option>oculto</option></select>'],
    ['embedded pages', '<iframe>oculto</iframe><object>oculto</object>'],
  ])('omits %s', (_, hidden) => {
    expect(editionText(`<p>antes</p>${hidden}<p>depois</p>`)).toBe('antes\ndepois');
  });

  it.each([
    'style="max-height: 0.5px"',
    'aria-hidden="false"',
    'style="display:none;display:block"',
    'style="color:transparent;color:#333"',
    'style="font:italic 14px/1.5 Arial"',
  ])('keeps an element with %s', (attribute) => {
    expect(editionText(`<p ${attribute}>texto</p>`)).toBe('texto');
  });

  it.each([
    ['font-size:0', 'font-size:16px'],
    ['font-size:0', 'font-size:1rem'],
    ['font-size:0px', 'font:bold 12pt/1.2 Arial'],
    ['visibility:hidden', 'visibility:visible'],
    ['color:transparent', 'color:black'],
    ['font-size:1px;line-height:1px', 'font-size:large'],
  ])('hides %s until an element inside sets %s', (outer, inner) => {
    const html = `<p style="${outer}">oculto<b style="${inner}">visível <i>também</i></b>oculto</p>`;
    expect(editionText(html)).toBe('visível também');
  });

  it('does not hide what a style sheet hides on some screens only', () => {
    const css = '@media (max-width: 480px) { .x { display: none } } @import "a"; .y { color: red }';
    expect(editionText(`<style>${css}</style><p class="x y">texto</p>`)).toBe('texto');
  });

  it('has no soft hyphens and no invisible characters, and keeps pictures whole', () => {
    expect(editionText('<p>Ban&shy;co\u200b Cen\u2060tral &#847;&zwnj; 👩‍👧 12\u2009500</p>')).toBe(
      'Banco Central 👩‍👧 12 500',
    );
  });

  it('is what readers see of an edition as beehiiv sends it', () => {
    const html = `<html><head><style>.h1{font-size:24px}.hide-desktop{display:none}</style></head><body><div style="display:none;max-height:0px;overflow:hidden;">oculto ${'&#847;&zwnj;&nbsp;&#8199;&shy;'.repeat(30)}</div>
<table class="bh__table" width="100%" border="0" cellspacing="0" style="mso-table-lspace:0pt;"><tr><td align="center" valign="top"><table id="content-blocks"><tr><td style="padding:0;font-size:0pt;line-height:0pt;">&nbsp;</td></tr>
<tr><td class="dd" valign="top" style="padding:0px 28px;text-align:left;"><h2 style="font-size:1.5rem">Bom dia, leitora</h2><p style="line-height:24px;">O Banco Central elevou a taxa nesta quar\u200bta-feira.</p></td></tr>
<tr><td class="dd hide-desktop">oculto</td></tr><tr><td class="dd"><p>Recife abriu 14 bibliotecas.</p></td></tr></table></td></tr></table></body></html>`;
    const shown = ['Bom dia, leitora', 'O Banco Central elevou a taxa nesta quarta-feira.'];
    expect(editionText(html)).toBe([...shown, 'Recife abriu 14 bibliotecas.'].join('\n'));
  });

  it('separates what breaks, rules and cells separate, and joins what inline elements mark', () => {
    expect(editionText('a<br>b<hr>c<i>d</i><a>e</a>')).toBe('a\nb\ncde');
    expect(editionText('<table><tr><th>a</th><th>b</th><td>c</td></tr></table>')).toBe('a b c');
  });

  it('is in normal form C, without zeros, and its beginning if it is long', () => {
    expect(editionText('cafe\u0301 com le\u0000ite')).toBe('caf\u00e9 com leite');
    const words = Array.from({ length: 20_000 }, (_, index) => `<p>${index + 10_000}</p>`);
    const text = editionText(words.join(''));
    expect(text).toHaveLength(60_000 + '\n[…]'.length);
    expect(text.endsWith('\n[…]')).toBe(true);
    expect(text.startsWith('10000\n10001\n')).toBe(true);
  });

  it('continues after omitted elements, however nested', () => {
    expect(editionText('<div hidden><div><br>x</div>x</div>a<b style="opacity: 0.9">b</b>')).toBe(
      'ab',
    );
  });
});
