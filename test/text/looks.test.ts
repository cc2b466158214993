import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../server/text/error-reason.ts';
import { foldEmail } from '../../server/text/fold-email.ts';
import { withoutInvisible } from '../../server/text/invisible.ts';
import { lookOf, withLatinLetters } from '../../server/text/look-alikes.ts';
import { asHtml, escapeHtml, isPlainText } from '../../server/text/plain-text.ts';
import { isUuid } from '../../server/text/uuid.ts';

describe('letters that look like others', () => {
  it.each([
    ['аеорсхуіјѕԁһ', 'aeopcxyijsdh'],
    ['АВЕКМНОРСТХУІ', 'ABEKMHOPCTXYI'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    ['ονια', 'ovia'],
  ])('%s become %s beside a Latin letter, and stay in words of their own', (letters, latin) => {
    expect(withLatinLetters(`z${letters} ${letters}`)).toBe(`z${latin} ${letters}`);
    expect(lookOf(letters)).toBe(latin.toLowerCase());
  });

  it('that are full-width or mathematical become plain ones', () => {
    expect(withLatinLetters('Ｐix１２！ 𝐀𝟙 ½')).toBe('Pix12! A1 ½');
  });

  it.each([
    [' Ana\u00a0 \n LIMA ', 'ana lima'],
    ['An\u200ba', 'ana'],
    ['‘a’ “b” «c»', `'a' "b" "c"`],
    ['a‐b‑c–d—e−f', 'a-b-c-d-e-f'],
    ['Sim . ', 'sim'],
    ['Sim…', 'sim'],
    ['Sim.;:,!', 'sim'],
    ['Sim?', 'sim?'],
  ])('%j looks like %j', (text, look) => {
    expect(lookOf(text)).toBe(look);
  });
});

it('what nobody sees is left out, but for what joins pictures', () => {
  const invisible =
    '\u00ad\u200b\u200d\u202e\u2066\ufeff\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5';
  for (const character of invisible) expect(withoutInvisible(`a${character}b`)).toBe('ab');
  expect(withoutInvisible('👩‍👩‍👧')).toBe('👩‍👩‍👧');
});

describe('a text', () => {
  it.each([
    ['1 < 2 & 3 > 2', true],
    ['a <3 b; R&D', true],
    ['<b>a', false],
    ['<B>a', false],
    ['a&frac12;b', false],
    ['a&Eacute;b', false],
    ['a</p>', false],
    ['<!-- a', false],
    ['<?xml', false],
    ['a&nbsp;b', false],
    ['a&#39;b', false],
    ['a&#x27;b', false],
    ['a&nbsp b', true],
  ])('%j is plain: %s', (text, isPlain) => {
    expect(isPlainText(text)).toBe(isPlain);
  });

  it('that is plain has its paragraphs and lines in HTML, and HTML stays', () => {
    expect(asHtml(' a < b\nc\n \n\n"d" \n')).toBe('<p>a &lt; b<br />c</p><p>&quot;d&quot;</p>');
    expect(asHtml('<b>a</b>\n\nb')).toBe('<b>a</b>\n\nb');
    expect(escapeHtml(`&<>"'&`)).toBe('&amp;&lt;&gt;&quot;&#39;&amp;');
  });
});

it.each([
  ['Ana@X.com', 'ana@x.com'],
  ['jose\u0301@x.com', 'jos\u00e9@x.com'],
  ['JOSÉ@x.com', 'josé@x.com'],
  ['\u212aim@x.com', undefined],
])('%s is compared as %s', (address, folded) => {
  expect(foldEmail(address)).toBe(folded);
});

it.each([
  ['3c1a8e0e-52c9-4f0b-9a55-1d0f5c0f8f11', true],
  ['3C1A8E0E-52C9-4F0B-9A55-1D0F5C0F8F11', true],
  ['3c1a8e0e52c94f0b9a551d0f5c0f8f11', false],
  ['3c1a8e0e-52c9-4f0b-9a55-1d0f5c0f8f1', false],
  ['x3c1a8e0e-52c9-4f0b-9a55-1d0f5c0f8f11', false],
  ['3c1a8e0e-52c9-4f0b-9a55-1d0f5c0f8f11\n', false],
  ['3c1a8e0g-52c9-4f0b-9a55-1d0f5c0f8f11', false],
])('%j is a UUID: %s', (text, isOne) => {
  expect(isUuid(text)).toBe(isOne);
});

it.each([
  [new Error('first\nsecond'), 'first'],
  [new TypeError(''), 'TypeError'],
  [new AggregateError([new Error('::1 refused'), new Error('no')]), '::1 refused'],
  [new AggregateError([], 'none of them'), 'none of them'],
  ['text', 'text'],
])('the reason of %o is a line', (error, line) => {
  expect(reasonOf(error)).toBe(line);
});
