import { describe, expect, it } from 'vitest';
import { parseBoundedJson } from '../../server/text/bounded-json.ts';

const parse = (text: string) => parseBoundedJson(text, { maxLength: 40, maxDepth: 2 });

describe('a bounded JSON text', () => {
  it.each([
    ['as long as allowed', `"${'x'.repeat(38)}"`],
    ['as deep as allowed', '[[],{},[1],{"a":2}]'],
    ['with brackets in a text', '["[[[{{{",{"a[[":1}]'],
    ['with escaped quotes in a text', String.raw`["\"[[[[",[]]`],
    ['with a backslash at the end of a text', String.raw`["\\",[]]`],
    ['without any depth', '7'],
  ])('is parsed %s', (_, text) => expect(parse(text)).toEqual(JSON.parse(text)));

  it.each([
    ['one character too long', `"${'x'.repeat(39)}"`],
    ['too deep', '[[[]]]'],
    ['too deep by objects', '{"a":[{}]}'],
    ['too deep after a text', String.raw`["\\",[[]]]`],
    ['no JSON', '[1,'],
    ['empty', ''],
  ])('is refused: %s', (_, text) => expect(parse(text)).toBeUndefined());
});
