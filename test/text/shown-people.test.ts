import { describe, expect, it } from 'vitest';
import { maskEmail } from '../../server/text/email-mask.ts';
import { visibleName } from '../../server/text/visible-name.ts';

describe('visibleName', () => {
  it.each([
    ['Ana Lima', 'Ana Lima'],
    ['  Ana \t\n Lima  Souza ', 'Ana Lima Souza'],
    ['Ana\u00a0Lima', 'Ana Lima'],
    ['Conceic\u0327a\u0303o', 'Conceição'],
    ['\u2066Ana\u2069 \u202eamiL', 'Ana amiL'],
    ['\x1b[31mAna', '[31mAna'],
    ['An\u200ba', 'An a'],
    ['\ufeffAna\u2060', 'Ana'],
    ['\u3164Ana\u2800', 'Ana'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
  ])('shows %j as %j', (name, shown) => {
    expect(visibleName(name)).toBe(shown);
  });

  it.each(['', ' \t', '\u200b', '\u200d', '\u0301', '\u202e\u2069', '\u115f', '\u2800', '\u3164'])(
    'is undefined for %j, of which nothing is visible',
    (name) => {
      expect(visibleName(name)).toBeUndefined();
    },
  );
});

describe('maskEmail', () => {
  it.each([
    ['maria@exemplo.com.br', 'ma***@exemplo.com.br'],
    ['ana@exemplo.com.br', 'an***@exemplo.com.br'],
    ['jo@exemplo.com.br', 'jo***@exemplo.com.br'],
    ['j@exemplo.com.br', 'j***@exemplo.com.br'],
  ])('shows %s as %s', (email, shown) => {
    expect(maskEmail(email)).toBe(shown);
  });
});
