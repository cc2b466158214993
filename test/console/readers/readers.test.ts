import { createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { OutputOf } from '../../../console/src/api/client.ts';
import { Calendar, textOf as dayText } from '../../../console/src/readers/calendar.tsx';
import { DaysForAll } from '../../../console/src/readers/days-for-all.tsx';
import { ReaderList } from '../../../console/src/readers/list.tsx';
import { Reader } from '../../../console/src/readers/reader.tsx';
import ReadersScreen from '../../../console/src/readers/readers-screen.tsx';
import { Retention } from '../../../console/src/readers/retention.tsx';
import { readerTexts as texts } from '../../../console/src/readers/texts.ts';
import { uiTexts } from '../../../console/src/ui/texts.ts';
import { given, givenPage, linksOf, render, rowsOf, textOf } from '../render.ts';
import { clockAt, lateOnThursday } from '../samples.ts';

clockAt(lateOnThursday);

const email = 'ana@exemplo.com';

describe('the calendar', () => {
  it('has 53 weeks up to today, each day in the row of its weekday', async () => {
    const days: OutputOf<'streaks.reader'>['days'] = [
      { day: '2025-11-24', origin: 'reading', reason: null },
      { day: '2026-11-22', origin: 'quiz', reason: null },
      { day: '2026-11-24', origin: 'administrator', reason: 'leu em papel' },
      { day: '2026-11-25', origin: 'removed', reason: 'engano' },
    ];
    const calendar = createElement(Calendar, { today: '2026-11-26', days, onChoose: vi.fn() });
    const html = await render(calendar);
    const rows = rowsOf(html).slice(1);
    expect(rows.map((row) => row.length)).toEqual(Array(7).fill(54));
    const at = (weekday: number, week: number) => rows[weekday]?.at(week) ?? '';
    expect(at(0, 1)).toContain(dayText('2025-11-24', 'reading'));
    expect(at(1, -1)).toContain(dayText('2026-11-24', 'administrator'));
    expect(at(3, -1)).toContain(dayText('2026-11-26', undefined));
    expect(at(6, -2)).toContain(dayText('2026-11-22', 'quiz'));
    // The days that have not come yet.
    expect([4, 5, 6].map((weekday) => at(weekday, -1))).toEqual(['', '', '']);
  });
});

it('weeks show which share came back, with the present one open', async () => {
  const html = await render(createElement(Retention), [
    given(
      'streaks.retention',
      {},
      {
        currentWeek: '2026-11-23',
        weeks: [
          { week: '2026-11-09', readers: 0, returned: [0, 0] },
          { week: '2026-11-16', readers: 3, returned: [2] },
          { week: '2026-11-23', readers: 9, returned: [] },
        ],
      },
    ),
  ]);
  expect(rowsOf(html).slice(1)).toEqual([
    ['09/11', '0', '–', `– ${texts.ongoingWeek}`],
    ['16/11', '3', `67% ${texts.ongoingWeek}`, ''],
  ]);
});

describe('a reader', () => {
  const data: OutputOf<'streaks.reader'> = {
    currentStreak: 3,
    maxStreak: 1_234,
    name: 'Ana',
    rankingVisibility: 'anonymous',
    status: 'active',
    lastDay: '2026-11-26',
    lastInteractionAt: '2026-11-26T12:00:00Z',
    today: '2026-11-26',
    todayGiven: false,
    days: [],
    position: 1_001,
    of: 5_000,
    groups: [],
  };
  const shown = async (change: Partial<typeof data>, isAdmin = false) =>
    textOf(
      await render(createElement(Reader, { email, isAdmin }), [
        given('streaks.reader', { email }, { ...data, ...change }),
      ]),
    );

  it.each([
    [{ status: 'at-risk' }, 3, texts.fates['at-risk'](3)],
    [{ status: 'at-risk', todayGiven: true }, 3, texts.todayGiven],
    [
      { status: 'broken', lastDay: '2026-10-31' },
      0,
      texts.fates.broken(3, '1 de novembro de 2026'),
    ],
    [{ status: 'none', currentStreak: 0, lastDay: null }, 0, texts.fates.none()],
  ] as const)('with %j has a streak of %i days, and its fate', async (change, streak, fate) => {
    const text = await shown(change);
    expect(text).toContain(`${texts.streak} ${texts.days(streak)}`);
    expect(text).toContain(fate);
  });

  it('whose lost streak still stands in a ranking is told why', async () => {
    const placed = { status: 'broken', lastDay: '2026-11-22' } as const;
    expect(await shown(placed)).toContain(texts.stillPlaced);
    expect(await shown({ ...placed, position: null })).not.toContain(texts.stillPlaced);
    expect(await shown({})).not.toContain(texts.stillPlaced);
  });

  it("lets only administrators correct a reader's days", async () => {
    expect(await shown({}, true)).toContain(texts.addDay);
    expect(await shown({})).not.toContain(texts.addDay);
  });
});

describe('all readers', () => {
  const item = {
    email,
    name: 'Ana',
    currentStreak: 1_200,
    maxStreak: 1_300,
    lastDay: '2026-11-25',
    atRisk: true,
  };
  it.each([
    ['/', {}],
    ['/?busca=an&risco=1', { search: 'an', atRisk: true }],
    ['/?busca=&risco=0', {}],
  ])('are listed at %s by what the address asks for', async (address, input) => {
    const known = givenPage(
      'streaks.list',
      { ...input, limit: 20 },
      { items: [item], nextCursor: null },
    );
    const html = await render(createElement(ReaderList), [known], { address });
    expect(linksOf(html)).toEqual([`/leitores/${encodeURIComponent(email)}`]);
  });

  it('can lose a day that all were given, unless it is undone', async () => {
    const day = { id: 1, day: '2026-11-20', reason: 'falha', readers: 55, undoneAt: null };
    const items = [day, { ...day, id: 2, day: '2026-12-01', readers: 0 }];
    const undone = { ...day, id: 3, undoneAt: '2026-11-21T12:00:00Z' };
    const known = givenPage(
      'streaks.dayForAll.list',
      {},
      { items: [...items, undone], nextCursor: null },
    );
    const html = await render(createElement(DaysForAll), [known]);
    expect(rowsOf(html).slice(1)).toEqual([
      ['20 de novembro de 2026', 'falha', '55', texts.given, uiTexts.undo],
      ['1 de dezembro de 2026', 'falha', '0', texts.givenWhenOver, uiTexts.undo],
      ['20 de novembro de 2026', 'falha', '55', expect.stringContaining(texts.undone), ''],
    ]);
  });

  it('lists readers and days for all only for administrators', async () => {
    const html = (role: 'admin' | 'agent') =>
      render(createElement(ReadersScreen), [], { role, address: '/' });
    const [admin, agent] = [await html('admin'), await html('agent')];
    for (const panel of [texts.list, texts.daysForAll]) {
      expect([admin, agent].map((one) => one.includes(`aria-label="${panel}"`))).toEqual([
        true,
        false,
      ]);
    }
  });
});
