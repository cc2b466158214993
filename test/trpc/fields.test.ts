import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idCursor, moment, searchText } from '../../server/trpc/fields.ts';
import { describeInput } from '../../server/trpc/input-issue.ts';
import { pageOf, wholeList } from '../../server/trpc/whole-list.ts';

describe('what somebody types into a search box', () => {
  it('counts with its first 200 characters, also those of two code units', () => {
    expect(searchText.parse('😀'.repeat(300))).toBe('😀'.repeat(200));
    expect(searchText.parse(`${'á'.repeat(200)} fim`)).toBe('á'.repeat(200));
  });

  it('is no error with control characters and half a character', () => {
    expect(searchText.parse('  a\u0000b\n\ud83d ')).toBe('a b \ufffd');
  });
});

describe('the cursor of a list', () => {
  it('is the digits of an id', () => {
    expect(['0', '2147483647'].map((text) => idCursor.parse(text))).toEqual([0, 2_147_483_647]);
    for (const text of ['', '-1', '1.5', '1e3', ' 1', '2147483648', '12345678901'])
      expect(idCursor.safeParse(text).success, text).toBe(false);
  });

  it('that is read whole has 300 characters at most, and its page 1,000 items', () => {
    const cursor = 'x'.repeat(300);
    for (const input of [{}, { limit: 1 }, { cursor, limit: 1_000 }])
      expect(wholeList.parse(input)).toEqual(input);
    for (const input of [{ cursor: `${cursor}x` }, { limit: 0 }, { limit: 1_001 }, { limit: 1.5 }])
      expect(wholeList.safeParse(input).success, JSON.stringify(input)).toBe(false);
  });

  it('that is read whole is the key of its last item, and none after the last page', () => {
    const all = ['a', 'b', 'c'];
    const page = (input: Parameters<typeof pageOf>[1]) => pageOf(all, input, (item) => `k${item}`);
    expect(page({})).toEqual({ items: all, nextCursor: null });
    expect(page({ limit: 2 })).toEqual({ items: ['a', 'b'], nextCursor: 'kb' });
    expect(page({ limit: 2, cursor: 'kb' })).toEqual({ items: ['c'], nextCursor: null });
    expect(page({ limit: 3 })).toEqual({ items: all, nextCursor: null });
    expect(page({ cursor: 'kc' })).toEqual({ items: [], nextCursor: null });
    expect(() => page({ cursor: 'b' })).toThrow('unknown cursor');
  });
});

it('a moment is taken with any offset and sent in UTC', () => {
  expect(moment.parse('2026-03-10T09:00:00-03:00')).toEqual(new Date('2026-03-10T12:00:00Z'));
  expect(moment.encode(new Date('2026-03-10T12:00:00Z'))).toBe('2026-03-10T12:00:00.000Z');
  for (const text of ['2026-03-10', '2026-03-10T09:00:00', 'ontem'])
    expect(moment.safeParse(text).success, text).toBe(false);
});

it('a day in place of a moment is refused with an example', () => {
  const input = { from: '2026-10-01' };
  const { error } = z.object({ from: moment }).safeParse(input);
  expect(error && describeInput(error, input).text).toContain('2026-10-01T09:00:00-03:00');
});
