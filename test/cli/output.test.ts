import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { readOutput } from '../../cli/output.ts';
import { renderTable, textOf } from '../../cli/table.ts';

describe('a table', () => {
  const rows = [
    {
      id: 1,
      subject: 'Não recebi a edição de hoje 🗞️🗞️🗞️',
      at: '2026-03-10T15:04:05.000Z',
      note: null,
    },
    {
      id: 12,
      subject: 'Assinatura\u001b[2J\nem dobro',
      at: '2026-03-11T02:00:00.000Z',
      note: null,
    },
  ];

  it('is as wide as its contents, in São Paulo time, without terminal escapes', () => {
    expect(renderTable(rows, Number.POSITIVE_INFINITY)).toBe(
      [
        '┌────┬────────────────────────────────────┬──────────────────┐',
        '│ id │ subject                            │ at               │',
        '├────┼────────────────────────────────────┼──────────────────┤',
        '│  1 │ Não recebi a edição de hoje 🗞️🗞️🗞️ │ 2026-03-10 12:04 │',
        '│ 12 │ Assinatura em dobro                │ 2026-03-10 23:00 │',
        '└────┴────────────────────────────────────┴──────────────────┘',
      ].join('\n'),
    );
  });

  it.each<[unknown, string]>([
    ['a\u0000\u0007\b\tb\u007fc\u0085d\r\ne\rf\ng', 'a b c d\ne\nf\ng'],
    ['2026-03-10T15:04:05Z', '2026-03-10 12:04'],
    [
      { id: 1, at: '2026-03-10T15:04:05Z', note: null, names: ['a', 'b'] },
      'id 1, at 2026-03-10 12:04, names a b',
    ],
    [['a-b', 'c_d.e'], 'a-b, c_d.e'],
    [['2026-03-10', '2026-03-11'], '2026-03-10, 2026-03-11'],
  ])('has of %j the text %j', (value, text) => {
    expect(textOf(value)).toBe(text);
  });

  it.each([120, 40])('wraps texts to fit a terminal of %i columns', (width) => {
    const lines = renderTable(rows, width).split('\n');
    expect(new Set(lines.map((line) => stringWidth(line))).size).toBe(1);
    expect(stringWidth(lines[0] ?? '')).toBeLessThanOrEqual(width);
    expect(lines[3]).toContain('│ 2026-03-10 12:04 │');
    const words = lines.flatMap((line) => line.split('│')[2]?.trim().split(' ') ?? []);
    expect(words.join(' ')).toContain('Não recebi a edição de hoje 🗞️🗞️🗞️ Assinatura em dobro');
  });

  it('shows HTML by its paragraphs, and the options of a question one a line', () => {
    const html = '<p>Olá, Ana!</p><p>Estornamos o <b>segundo</b> pagamento.</p>';
    const question = { question: 'Quanto caiu?', options: ['4,5 %', '5,4 %', '4,75 %'], html };
    expect(renderTable([question, question], 80).split('\n\n')[0]).toContain(
      ['question  Quanto caiu?', 'options   4,5 %', '          5,4 %', '          4,75 %'].join(
        '\n',
      ),
    );
    expect(renderTable([question], 80)).toContain('Estornamos o segundo pagamento.');
    expect(renderTable([question], 80)).not.toMatch(/<\/?[pb]>/);
  });

  it.each(['<x>Oi', '<bold>Oi', 'Oi <b>lá', '< p>Oi'])(
    'shows %s, which is no HTML, whole',
    (text) => {
      expect(textOf(text)).toBe(text);
    },
  );
});

describe('the output', () => {
  const printed = (result: unknown, ...argv: string[]) => readOutput(argv).print(result);
  const rows = [
    { id: 1, tags: ['a', 'b'], open: true },
    { id: 2, note: null },
  ];
  const csv = 'id,tags,open,note\r\n1,"[""a"",""b""]",true,\r\n2,,,';

  it.each([
    ['a list', rows],
    ['a page', { items: rows, nextCursor: '2' }],
    ['a time series', { series: rows, from: '2026-03-01' }],
    ['the differences of a check', { differences: rows, count: 2 }],
    ['outcomes', { outcomes: rows, done: 2 }],
  ])('as CSV has a row for each of %s', (_, result) => {
    expect(printed(result, 'x', '--csv')).toBe(csv);
  });

  it('as CSV has one row for an object, with what it holds as JSON, and nothing for nothing', () => {
    const single = { id: 1, outcomes: [], counts: { open: 2 } };
    expect(printed(single, '--csv')).toBe('id,outcomes,counts\r\n1,[],"{""open"":2}"');
    expect(printed(undefined, '--csv')).toBe('');
  });

  it('as CSV has no text that a spreadsheet takes for a formula', () => {
    const rows = ['=1', '+1', '-1', '@a', '\ta', '\ra', -1, 'a=1'].map((a) => ({ a }));
    expect(printed(rows, '--csv').split('\r\n')).toEqual([
      'a',
      "'=1",
      "'+1",
      "'-1",
      "'@a",
      "'\ta",
      "'\ra",
      '-1',
      'a=1',
    ]);
  });

  it('is JSON, a chart of a time series alone, or a text as it is', () => {
    const result = { series: [{ period: '2026-03', total: 4 }] };
    expect(printed(result, 'reports', 'time-series', '--json', '--csv')).toBe(
      JSON.stringify(result, null, 2),
    );
    expect(printed(undefined, '--json')).toBe('null');
    expect(printed(result, 'reports', 'time-series', '--group-by', 'month')).toContain('4  █');
    expect(printed(result, 'reports', 'breakdown')).not.toContain('█');
    expect(printed('a\tb\n', '--json')).toBe('a\tb\n');
    expect(readOutput(['tags', '--json', 'list', '--csv']).words).toEqual(['tags', 'list']);
  });
});
