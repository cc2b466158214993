import { describe, expect, it } from 'vitest';
import {
  announcesBreak,
  breakingChanges,
  readDocument,
  releasedDocument,
} from '../../scripts/compatibility/breaking-changes.ts';

/** The released document with one text replaced. */
const changed = (from: string, to: string): object => {
  const text = JSON.stringify(readDocument(releasedDocument));
  if (!text.includes(from)) throw new Error(`the released document has no ${from}`);
  return JSON.parse(text.replace(from, to));
};

describe('the compatibility check', () => {
  it('accepts the released document itself, and a new operation', () => {
    const released = readDocument(releasedDocument);
    expect(breakingChanges(releasedDocument, released)).toBeUndefined();
    const paths = { ...Object(released.paths), '/new': Object(released.paths)['/support/tags'] };
    expect(breakingChanges(releasedDocument, { ...released, paths })).toBeUndefined();
  });

  it.each([
    ['an operation that is gone', '"/quiz/today":', '"/quiz/of-today":', 'GET /quiz/today'],
    [
      'a field that became required',
      '"required":["name","color"]',
      '"required":["name","color","isDefault"]',
      'isDefault',
    ],
  ])('refuses %s', (_, from, to, text) => {
    expect(breakingChanges(releasedDocument, changed(from, to))).toContain(text);
  });

  it('accepts a break that the first number of the version announces', () => {
    const version = (text: string) => ({ info: { version: text } });
    expect(announcesBreak(version('1.4.0'), version('2.0.0'))).toBe(true);
    expect(announcesBreak(version('1.4.0'), version('1.5.0'))).toBe(false);
  });
});
