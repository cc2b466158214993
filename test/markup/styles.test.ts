import { describe, expect, it } from 'vitest';
import { editionText } from '../../server/quiz/edition-text.ts';

const isShown = (style: string, outer = ''): boolean =>
  editionText(`<div style="${outer}"><p style="${style}">texto</p></div>`) === 'texto';

describe('the letters of an edition', () => {
  it.each([
    ['2px', '1.9px'],
    ['1.51pt', '1.49pt'],
    ['0.126pc', '0.124pc'],
    ['0.021in', '0.0208in'],
    ['0.053cm', '0.0528cm'],
    ['0.53mm', '0.528mm'],
    ['2.12q', '2.11q'],
    ['0.334vw', '0.333vw'],
    ['0.25vh', '0.249vh'],
    ['0.125rem', '0.124rem'],
    ['2', '1.9'],
  ])('are shown from two pixels: %s, and not %s', (large, small) => {
    for (const outer of ['', 'font-size:100px']) {
      expect([isShown(`font-size:${large}`, outer), isShown(`font-size:${small}`, outer)]).toEqual([
        true,
        false,
      ]);
    }
  });

  it.each([
    ['0.2em', '0.1em', '10px'],
    ['0.5ex', '0.3ex', '10px'],
    ['0.5ch', '0.3ch', '10px'],
    ['20%', '19%', '10px'],
    ['larger', 'inherit', '1.8px'],
    ['inherit', 'smaller', '2.2px'],
  ])('are shown as %s and not as %s where those around have %s', (large, small, around) => {
    const outer = `font-size:${around}`;
    expect([isShown(`font-size:${large}`, outer), isShown(`font-size:${small}`, outer)]).toEqual([
      true,
      false,
    ]);
  });

  it('are shown in every size that has a name', () => {
    const names = 'xx-small x-small small medium large x-large xx-large xxx-large initial';
    const hidden = names.split(' ').filter((name) => !isShown(`font-size:${name}`, 'font-size:0'));
    expect(hidden).toEqual([]);
  });

  it('have a colour unless it is transparent', () => {
    const colours = (list: string[]) => list.filter((colour) => isShown(`color:${colour}`));
    expect(
      colours(
        'transparent;rgba(0,0,0,0);hsla(0,0%,0%,0);rgba(9,9,9,0.0);rgba(9,9,9,0%);#9990;#99999900'.split(
          ';',
        ),
      ),
    ).toEqual([]);
    const seen = 'red;rgba(0,0,0,0.1);hsla(0,0%,0%,1);#999;#999999;#9991;#99999901'.split(';');
    expect(colours(seen)).toEqual(seen);
  });
});

describe('boxes of an edition', () => {
  const isSeen = (style: string) => isShown(style);

  it('without a size are not seen where they cut off, in any direction', () => {
    const cutting = [
      'overflow:hidden;height:0',
      'overflow:clip;max-width:0',
      'overflow-x:scroll;width:0',
      'overflow-y:auto;max-height:0',
    ];
    const others = ['overflow:visible;height:0', 'overflow:hidden;height:1px'];
    expect([...cutting, ...others].filter(isSeen)).toEqual(others);
  });

  it('far away are not seen where they are placed, on any side and in any unit', () => {
    const far = ['left:-999px', 'top:-999em', 'right:-999%', 'bottom:-999vw'];
    const placed = far.map((side, n) => `position:${n % 2 === 0 ? 'absolute' : 'fixed'};${side}`);
    const others = [
      ...far,
      'position:relative;left:-999px',
      'position:absolute;left:-99px',
      'position:absolute;left:999px',
    ];
    expect([...placed, 'text-indent:-999pt', ...others].filter(isSeen)).toEqual(others);
  });

  it.each([
    ['position:absolute;clip:rect(0,0,0,0)', 'clip:rect(0,0,0,0)'],
    ['position:fixed;clip:rect(0px 1px 1px 1px)', 'position:absolute;clip:rect(2px 1px 1px 1px)'],
    ['position:absolute;clip:rect(1px, 1px, 1px, 1px)', 'position:static;clip:rect(1px,1px)'],
    ['clip-path:inset(50%)', 'clip-path:inset(5%)'],
    ['clip-path:inset(100%)', 'clip-path:inset(10%)'],
    ['transform:scale(0)', 'transform:scale(0.5)'],
    ['transform:translate(1px) scale(0,1)', 'transform:scale(1,0)'],
    ['opacity:0.0', 'opacity:0.01'],
    ['mso-hide:all', 'mso-hide:none'],
    ['visibility:hidden', 'visibility:inherit'],
  ])('are not seen with %s, and are with %s', (hidden, seen) => {
    expect([isSeen(hidden), isSeen(seen)]).toEqual([false, true]);
  });
});

describe('the style sheets of an edition', () => {
  it.each([
    ['p{display:none}', 'p', false],
    ['#y{display:none}', 'an id', false],
    ['.x{display:none} .x{display:block}', 'the later rule', true],
    ['.x{display:none !important}', 'an important rule before its own style', false],
    ['.x{display:none}', 'its own style before a rule', true],
    ['p{display:none} .x{display:block}', 'a class before a name', true],
    ['.x{display:none} #y{display:block}', 'an id before a class', true],
    ['p.x{display:none} p > b{display:none}', 'no other selectors', true],
  ])('%s: %s', (css, what, shown) => {
    const own = what.includes('its own style') ? ' style="display:block"' : '';
    const html = `<style>${css}</style><p class="z x" id="y"${own}>texto</p>`;
    expect(editionText(html) === 'texto').toBe(shown);
  });

  it('have two thousand rules and two hundred thousand characters at most', () => {
    const rule = '.x{display:none}';
    const isRead = (before: string) =>
      editionText(`<style>${before}${rule}</style><p class="x">a</p>`) === '';
    const rules = Array.from({ length: 2_000 }, (_, n) => `.a${n}{top:0}`);
    expect([isRead(rules.slice(1).join('')), isRead(rules.join(''))]).toEqual([true, false]);
    const comment = (length: number) => `${'/*'.padEnd(length - 2)}*/`;
    const room = 200_000 - rule.length;
    expect([isRead(comment(room)), isRead(comment(room + 1))]).toEqual([true, false]);
  });

  it('count one after the other', () => {
    const sheets = '<style>.x{display:none}</style><style>@import "a";.z{display:none}</style>';
    expect(editionText(`${sheets}<p class="x">a</p><p class="z">b</p><p>c</p>`)).toBe('c');
  });
});
