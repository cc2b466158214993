import { describe, expect, it } from 'vitest';
import { searched } from '../../server/trpc/fields.ts';

describe('what somebody types into a search box', () => {
  it('counts with its first 200 characters, also those of two code units', () => {
    expect(searched.parse('😀'.repeat(300))).toBe('😀'.repeat(200));
    expect(searched.parse(`${'á'.repeat(200)} fim`)).toBe('á'.repeat(200));
  });

  it('is no error with control characters and half a character', () => {
    expect(searched.parse('  a\u0000b\n\ud83d ')).toBe('a b \ufffd');
  });
});
