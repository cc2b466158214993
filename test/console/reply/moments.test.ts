import { describe, expect, it, vi } from 'vitest';

await vi.hoisted(async () => (await import('../stub-window.ts')).stubWindow());
const { momentAt, momentsFrom } = await import('../../../console/src/reply/moment-dialog.tsx');
const { replyTexts } = await import('../../../console/src/reply/texts.ts');

const { moments: texts } = replyTexts;
const offeredAt = (now: string) => new Map(momentsFrom(Date.parse(now)));

describe('the moments that are offered', () => {
  it.each([
    ['2026-03-10T15:00:00Z', '2026-03-11T11:00:00.000Z', '2026-03-16T11:00:00.000Z'],
    ['2026-03-15T15:00:00Z', '2026-03-16T11:00:00.000Z', '2026-03-16T11:00:00.000Z'],
    ['2026-03-17T02:59:00Z', '2026-03-17T11:00:00.000Z', '2026-03-23T11:00:00.000Z'],
  ])('are at eight in the morning of São Paulo: at %s', (now, tomorrow, monday) => {
    const offered = offeredAt(now);
    expect(offered.get(texts.tomorrow)).toBe(tomorrow);
    expect(offered.get(texts.monday)).toBe(monday);
  });

  it('include the hours of today that are at least half an hour away', () => {
    const offered = offeredAt('2026-03-10T14:31:00Z');
    expect(offered.has(texts.today('12'))).toBe(false);
    expect(offered.get(texts.today('15'))).toBe('2026-03-10T18:00:00.000Z');
    expect(offeredAt('2026-03-10T20:45:00Z').has(texts.today('18'))).toBe(false);
  });

  it('exclude a day and an hour that have passed', () => {
    const now = Date.parse('2026-03-10T15:00:00Z');
    expect(momentAt('2026-03-10', '12:01', now)).toBe('2026-03-10T15:01:00.000Z');
    expect(momentAt('2026-03-10', '12:00', now)).toBeUndefined();
  });
});
