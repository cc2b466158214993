import { describe, expect, it } from 'vitest';
import { bytesText } from '../../../console/src/ui/format/figures.ts';
import { hasWords, stemsOf, withoutAccents } from '../../../console/src/ui/format/words.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [88_400, '88 kB'],
  [1_000_000, '1 MB'],
  [1_249_000, '1,2 MB'],
  [1_234_500_000, '1.234,5 MB'],
])('%s bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

describe('words', () => {
  it('compares words without accents and case', () => {
    expect(withoutAccents('Ação É Ü ñ')).toBe('acao e u n');
  });

  it.each([
    ['Cobranças', ['cobranc']],
    ['edições', ['edic']],
    ['pix', ['pix']],
    ['oi', ['oi']],
    ['a b', []],
    ['#586, não!', ['586', 'nao']],
    ['', []],
  ])('of %j are found by %j', (search, stems) => {
    expect(stemsOf(search)).toEqual(stems);
  });

  it('requires all words of a search in a text', () => {
    expect(hasWords('Cobrança em dobro da edição', 'cobranças edições')).toBe(true);
    expect(hasWords('Cobrança em dobro', 'cobrança viagem')).toBe(false);
    expect(hasWords('Cobrança', '-')).toBe(false);
  });
});
