import { describe, expect, it } from 'vitest';
import { combineConfidence } from '../../server/replies/confidence.ts';
import { fuse } from '../../server/replies/fusion.ts';

const full = (...ids: number[]) => ids.map((id) => ({ id, strength: 1 }));

describe('fusing ranked lists', () => {
  const weights = { k: 10, words: 1, meaning: 2 };

  it('puts what both searches found before what one found', () => {
    const lists = [
      { by: 'words' as const, found: full(1, 2) },
      { by: 'meaning' as const, found: full(3, 2) },
    ];
    expect(fuse(lists, 5, weights).map(({ id, by }) => [id, by])).toEqual([
      [2, ['words', 'meaning']],
      [3, ['meaning']],
      [1, ['words']],
    ]);
  });

  it('scores the first of every list as 1', () => {
    const lists = [
      { by: 'words' as const, found: full(7) },
      { by: 'meaning' as const, found: full(7) },
    ];
    expect(fuse(lists, 5, weights)).toEqual([{ id: 7, score: 1, by: ['words', 'meaning'] }]);
    expect(
      fuse([{ by: 'words', found: full(7, 8) }], 5, weights).map(({ score }) => score),
    ).toEqual([1, 0.9167]);
  });

  it('gives a ticket as much of the weight as its strength', () => {
    const lists = [
      { by: 'words' as const, found: [{ id: 1, strength: 0.5 }, ...full(2)] },
      { by: 'meaning' as const, found: full(3) },
    ];
    const even = { ...weights, meaning: 1 };
    expect(fuse(lists, 5, even)).toEqual([
      { id: 3, score: 0.5, by: ['meaning'] },
      { id: 2, score: 0.4583, by: ['words'] },
      { id: 1, score: 0.25, by: ['words'] },
    ]);
  });

  it('keeps the order of one list, prefers newer tickets at equal scores, and ends at the limit', () => {
    expect(fuse([{ by: 'words', found: full(5, 9, 2) }], 2, weights).map(({ id }) => id)).toEqual([
      5, 9,
    ]);
    const equal = [
      { by: 'words' as const, found: full(1) },
      { by: 'meaning' as const, found: full(2) },
    ];
    const even = { ...weights, meaning: 1 };
    expect(fuse(equal, 5, even).map(({ id }) => id)).toEqual([2, 1]);
    expect(fuse([], 5, weights)).toEqual([]);
  });
});

describe('the confidence of a reply', () => {
  const words = { by: ['words' as const] };
  const meaning = { by: ['meaning' as const] };
  const both = { by: ['words' as const, 'meaning' as const] };

  it.each([
    ['no source', [], 1, 0.72],
    ['no source of two searches', [], 2, 0.72],
    ['a source of the only search', [words], 1, 0.8],
    ['a source of one of two searches', [words], 2, 0.76],
    ['a source of each of two searches', [words, meaning], 2, 0.76],
    ['a source of both searches', [words, both], 2, 0.8],
    ['a source of both searches before others', [both, words], 2, 0.8],
  ])('of 0.8 with %s', (_what, sources, searches, expected) => {
    expect(combineConfidence(0.8, { sources, searches })).toBe(expected);
  });
});
