import type { TRPCClient } from '@trpc/client';
import type { InternalRouter } from '../../server/internal-router.ts';

type Client = TRPCClient<InternalRouter>;

/** A call of a screen; `n` varies its parameters. */
export interface Screen {
  name: string;
  call: (n: number) => Promise<unknown>;
}

interface Parts {
  client: Client;
  /** The ids of groups by their number of members. */
  groups: ReadonlyMap<number, string>;
  fetchRanking: (members: number) => Promise<void>;
}

/** All screens that read many rows. */
export const screensOf = ({ client, groups, fetchRanking }: Parts): Screen[] =>
  [
    ...countsOf(client),
    ...listsOf(client),
    ...readersOf(client),
    ...rankingsOf(client, groups, fetchRanking),
    ...reportsOf(client),
    ...responseTimesOf(client),
  ].map(([name, call]) => ({ name, call }));

type Entry = readonly [name: string, call: Screen['call']];

/** Words of the filled texts, by rank: 0 is in nearly all tickets. */
const word = (rank: number): string =>
  `ter${String(rank).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}mo`;

const dayMs = 86_400_000;
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();

const bia = { assignee: 'bia@leitor.example' };

const countsOf = (client: Client): Entry[] => {
  const views: Parameters<Client['tickets']['counts']['query']>[0]['views'] = [
    { status: 'open' },
    { status: 'in_progress' },
    { waiting: true },
    { waiting: true, ...bia },
    { status: 'open', ...bia },
    { waiting: true, assignee: null },
    { status: 'open', main: 'Categoria 1' },
    { tagId: 1 },
    { from: daysAgo(30) },
    { status: 'closed' },
  ];
  const count = (search: string, more: object = {}) =>
    client.tickets.counts.query({ views: [{ search, ...more }] });
  return [
    ['count of 10 views', () => client.tickets.counts.query({ views })],
    ['count: frequent word', (n) => count(word(n % 40))],
    ['count: half a frequent word', (n) => count(word(n % 10).slice(0, 4))],
    ['count: occasional word', (n) => count(word(500 + n))],
    ['count: rare word', (n) => count(word(19_000 + n))],
    ['count: frequent word, open', (n) => count(word(n % 40), { status: 'open' })],
    ['count: frequent word, rare tag', (n) => count(word(n % 40), { tagId: 2 })],
    ['count: common name', (n) => count(names[n % names.length] ?? '')],
  ];
};

const names = ['maria', 'silva', 'josé', 'ana', 'santos', 'joao', 'oliveira'];

const listsOf = (client: Client): Entry[] => {
  const search = (text: string, more: object = {}) =>
    client.tickets.list.query({ search: text, ...more });
  const period = (from: number, days: number) => ({
    from: daysAgo(from),
    to: daysAgo(from - days),
  });
  const list = (filter: object, sort: 'newest' | 'updated' | 'waiting') =>
    client.tickets.list.query({ ...filter, sort });
  return [
    ['queue', () => client.tickets.queue.query({})],
    ['list, status', (n) => list({ status: 'open' }, n % 2 ? 'newest' : 'updated')],
    ['list, rare tag', (n) => list({ tagId: 2 }, n % 2 ? 'newest' : 'updated')],
    ['list, old month, newest', (n) => list(period(1_000 + n, 30), 'newest')],
    ['list, old month, by change', (n) => list(period(1_000 + n, 30), 'updated')],
    ['list, old year, by change', (n) => list(period(1_400 - n, 365), 'updated')],
    ['list, old year, waiting', (n) => list(period(1_400 - n, 365), 'waiting')],
    [
      'list, old year, open, by change',
      (n) => list({ ...period(1_400 - n, 365), status: 'open' }, 'updated'),
    ],
    ['search: frequent word', (n) => search(word(n % 40))],
    ['search: occasional word', (n) => search(word(500 + n))],
    ['search: rare word', (n) => search(word(19_000 + n))],
    ['search: half a frequent word', (n) => search(word(n % 10).slice(0, 4))],
    ['search: rare and frequent word', (n) => search(`${word(19_000 + n)} ${word(3)}`)],
    ['search: occasional word, old month', (n) => search(word(500 + n), period(1_000 + n, 30))],
    ['search: common name', (n) => search(names[n % names.length] ?? '')],
  ];
};

const readersOf = (client: Client): Entry[] => {
  const list = (text: string, sort: 'streak' | 'lastDay' = 'streak') =>
    client.streaks.list.query({ search: text, sort });
  return [
    ['readers', (n) => list('', n % 2 ? 'streak' : 'lastDay')],
    ['readers by common name', (n) => list(names[n % names.length] ?? '')],
    ['readers by two common names', (n) => list(`maria ${names[1 + (n % (names.length - 1))]}`)],
    ['readers by beginning of name', (n) => list(['ma', 'jo', 'fe', 'ju', 'sil'][n % 5] ?? '')],
    ['readers by e-mail', (n) => list(`maria.silva${n}`)],
  ];
};

const largestOf = (groups: Parts['groups']): number[] =>
  [...groups.keys()].sort((one, other) => one - other).slice(-2);

const rankingsOf = (
  client: Client,
  groups: Parts['groups'],
  fetchRanking: Parts['fetchRanking'],
): Entry[] => [
  ['global ranking, not cached', () => client.streaks.refreshGlobalRanking.mutate()],
  ...largestOf(groups).flatMap((members): Entry[] => {
    const groupId = groups.get(members) ?? '';
    let cursor: string | null = null;
    return [
      [
        `group of ${members}, page after page`,
        async () => {
          const page = await client.groups.ranking.query({
            groupId,
            limit: 50,
            ...(cursor && { cursor }),
          });
          cursor = page.nextCursor;
        },
      ],
      [`group of ${members}, whole`, () => fetchRanking(members)],
    ];
  }),
];

const reportsOf = (client: Client): Entry[] => {
  const series = (days: number, more: object) => (n: number) =>
    client.reports.timeSeries.query({ from: dayBefore(days + n), to: dayBefore(n), ...more });
  return [
    ['report, 30 days by day', series(30, {})],
    ['report, year by day', series(365, {})],
    ['report, year by month, status', series(365, { groupBy: 'month', status: 'open' })],
    ['report, year by hour of week', series(365, { groupBy: 'hourOfWeek' })],
    ['report, 30 days, issue', series(30, { issue: 'Motivo 7' })],
    ['report, year by month, issue', series(365, { groupBy: 'month', issue: 'Motivo 7' })],
    [
      'report, year by month, newsletter',
      series(365, { groupBy: 'month', newsletter: 'Newsletter 3' }),
    ],
    ['report, year by month, tag', series(365, { groupBy: 'month', tagId: 1 })],
    ['values of filters', () => client.reports.filters.query()],
    ['week in numbers', (n) => client.reports.summary.query({ week: dayBefore(7 * n) })],
  ];
};

const responseTimesOf = (client: Client): Entry[] => {
  const times =
    (days: number, by: 'category' | 'agent' | 'all', more: object = {}) =>
    (n: number) =>
      client.reports.responseTimes.query({
        from: dayBefore(days + n),
        to: dayBefore(n + 1),
        by,
        ...more,
      });
  return [
    ['response times, 30 days by category', times(30, 'category')],
    ['response times, year by category', times(365, 'category')],
    ['response times, year by agent', times(365, 'agent')],
    ['response times, year, all', times(365, 'all')],
    ['response times, year by category, status', times(365, 'category', { status: 'closed' })],
    [
      'response times, year by agent, 9 to 18',
      times(365, 'agent', { businessHours: '09:00-18:00' }),
    ],
    [
      'response times, 30 days by category, 8 to 17',
      times(30, 'category', { businessHours: '08:00-17:00' }),
    ],
    [
      'response times, year by category, 8 to 17',
      times(365, 'category', { businessHours: '08:00-17:00' }),
    ],
    ['response times, 30 days by agent, issue', times(30, 'agent', { issue: 'Motivo 7' })],
    ['response times, year by agent, issue', times(365, 'agent', { issue: 'Motivo 7' })],
    [
      'response times, year by category, newsletter',
      times(365, 'category', { newsletter: 'Newsletter 3' }),
    ],
    ['response times, year by category, tag', times(365, 'category', { tagId: 1 })],
    ['response times, year by category, rare tag', times(365, 'category', { tagId: 2 })],
  ];
};
