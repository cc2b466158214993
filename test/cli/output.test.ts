import stringWidth from 'string-width';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readOutput } from '../../cli/output.ts';
import { withSpinner } from '../../cli/spinner.ts';
import { renderFields, renderTable, textOf } from '../../cli/table.ts';

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
    ['em 2026-03-10T15:04:05Z', 'em 2026-03-10T15:04:05Z'],
    ['2026-03-10T15:04:05Z?', '2026-03-10T15:04:05Z?'],
    ['2026-03-10T15:04:05-03:00', '2026-03-10T15:04:05-03:00'],
    [
      { id: 1, at: '2026-03-10T15:04:05Z', note: null, names: ['a', 'b'] },
      'id 1, at 2026-03-10 12:04, names a b',
    ],
    [[{ id: 1 }, { id: 2, name: 'a\nb' }], 'id 1, id 2, name a b'],
    [['a-b', 'c_d.e'], 'a-b, c_d.e'],
    [['a-b', 'C-d'], 'a-b\nC-d'],
    [['2026-03-10', 'a b'], '2026-03-10\na b'],
    [['2026-03-10', '2026-03-11'], '2026-03-10, 2026-03-11'],
    [['42', '10,5'], '42\n10,5'],
    [[3, 14], '3, 14'],
    [false, 'false'],
    [undefined, ''],
  ])('has of %j the text %j', (value, text) => {
    expect(textOf(value)).toBe(text);
  });

  it('has numbers on the right, also if some rows have none, and names on the left', () => {
    const row = (total: number | null) => ({ n: total, code: 'a' });
    expect(renderTable([row(1), row(null), row(1_000)], 80).split('\n')).toEqual([
      '┌──────┬──────┐',
      '│ n    │ code │',
      '├──────┼──────┤',
      '│    1 │ a    │',
      '│      │ a    │',
      '│ 1000 │ a    │',
      '└──────┴──────┘',
    ]);
  });

  it('has cells of six lines, and words of 32 characters in a sentence', () => {
    const table = (words: number) =>
      renderTable([{ id: 1, name: 'x'.repeat(10).concat(' ').repeat(words) }], 22);
    expect(table(6)).toMatch(/^┌/);
    expect(table(7)).toMatch(/^id {4}1\n/);
    const long = (length: number) => renderTable([{ a: `a ${'b'.repeat(length)}` }], 36);
    expect(long(32)).toContain('b'.repeat(32));
    expect(long(33)).toMatch(/^┌/);
  });

  it.each([120, 60, 45, 40])('wraps texts to fit a terminal of %i columns', (width) => {
    const lines = renderTable(rows, width).split('\n');
    expect(new Set(lines.map((line) => stringWidth(line))).size).toBe(1);
    expect(stringWidth(lines[0] ?? '')).toBeLessThanOrEqual(width);
    expect(lines[3]).toContain('│ 2026-03-10 12:04 │');
    const words = lines.flatMap((line) => line.split('│')[2]?.trim().split(' ') ?? []);
    expect(words.join(' ')).toContain('Não recebi a edição de hoje 🗞️🗞️🗞️ Assinatura em dobro');
  });

  it('drops columns on the right that do not fit, and says so', () => {
    expect(renderTable(rows, 30)).toBe(
      [
        '┌────┬───────────────────────┐',
        '│ id │ subject               │',
        '├────┼───────────────────────┤',
        '│  1 │ Não recebi a edição   │',
        '│    │ de hoje 🗞️🗞️🗞️        │',
        '│ 12 │ Assinatura em dobro   │',
        '└────┴───────────────────────┘',
        'without at: --json shows all',
      ].join('\n'),
    );
  });

  const mail = {
    id: 615,
    ticketId: 555,
    mailId: `<ticket-555.${'x'.repeat(24)}@exemplo.com.br>`,
    recipient: 'atendimento@exemplo.com.br',
    recipientName: 'Rosa',
    subject: 'Re: Ajuda',
    status: 'sent',
    createdAt: '2026-03-10T15:04:05.000Z',
  };
  const act = {
    id: '2024',
    at: '2026-03-10T15:04:05.000Z',
    actor: 'atendimento@exemplo.com.br',
    actorEmail: 'atendimento@exemplo.com.br',
    role: 'admin',
    channel: 'trpc',
    action: 'webhooks.create',
    target: 'webhook:34',
    requestId: crypto.randomUUID(),
  };

  it.each([
    [[mail], ['id', 'ticketId', 'recipient', 'subject', 'status']],
    [[act], ['at', 'actor', 'action', 'target']],
  ])('has the columns that a person looks for in 80 columns: %#', (items, names) => {
    const lines = renderTable(items, 80).split('\n');
    expect(lines.every((line) => stringWidth(line) <= 80)).toBe(true);
    const header = lines[1]?.split('│').map((cell) => cell.trim());
    expect(header?.filter(Boolean)).toEqual(names);
    const cells = lines[3]?.split('│').map((cell) => cell.trim());
    expect(cells).toContain('atendimento@exemplo.com.br');
    expect(lines.slice(5).join(' ')).toMatch(/^without .*, .*: --json shows all$/);
  });

  it('has the columns first that a person looks for, in their order', () => {
    const first = [
      'url',
      'subject',
      'title',
      'action',
      'target',
      'status',
      'at',
      'waitingSince',
      'recipient',
      'name',
      'actor',
      'other',
    ];
    const row = Object.fromEntries(first.toReversed().map((name) => [name, 'x'.repeat(12)]));
    for (let count = 2; count <= first.length; count += 1) {
      const [, header = ''] = renderTable([row], 15 * count + 1).split('\n');
      const names = header.split(/[│ ]+/).filter(Boolean);
      expect(names).toEqual(first.slice(0, count).toReversed());
    }
  });

  it('breaks no address and no name of a column: an address that does not fit gets a block', () => {
    const hook = { id: 1, isEnabledForAll: true, url: `https://exemplo.com.br/${'a'.repeat(40)}` };
    expect(renderTable([hook], 80)).toContain(`│ ${hook.url} │`);
    expect(renderTable([hook], 100)).toContain('│ isEnabledForAll │');
    expect(renderTable([hook], 66).split('\n')[0]).toBe('id               1');
  });

  it('falls back to a block per row, wrapped, if the terminal is too narrow', () => {
    const [first] = renderTable(rows, 15).split('\n\n');
    expect(first).toBe(
      [
        'id       1',
        'subject  Não recebi',
        '         a edição',
        '         de hoje',
        '         🗞️🗞️🗞️',
        'at       2026-03-10',
        '         12:04',
        'note',
      ].join('\n'),
    );
  });

  it('shows a long text whole, in a block per row', () => {
    const body = Array.from({ length: 120 }, (_, word) => `palavra${word}`).join(' ');
    const text = renderTable([{ id: 1, author: 'Ana', body: `${body}\n\nAté logo` }], 60);
    expect(text.split('\n').every((line) => stringWidth(line) <= 60)).toBe(true);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`${body} Até logo`);
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

  it.each('p div ul ol h1 h2 h3 h4 h5 h6 br blockquote table a b strong em'.split(' '))(
    'shows no tags of a text that begins with %s',
    (tag) => {
      expect(textOf(` <${tag} class="x">Oi</${tag}> <i>lá</i>`)).not.toMatch(/<|class|\w>/);
    },
  );

  it.each(['<x>Oi', '<bold>Oi', 'Oi <b>lá', '< p>Oi'])(
    'shows %s, which is no HTML, whole',
    (text) => {
      expect(textOf(text)).toBe(text);
    },
  );

  it('wraps HTML once, to the terminal', () => {
    const sentence = 'Recebemos a sua mensagem sobre a assinatura e já estamos cuidando dela.';
    const lines = renderFields({ html: `<p>${sentence} ${sentence}</p>` }, 60).split('\n');
    expect(lines.map((line) => line.trim()).join(' ')).toBe(`html  ${sentence} ${sentence}`);
    for (const line of lines.slice(0, -1)) expect(line.length).toBeGreaterThan(45);
  });

  it('does not break words in 80 columns', () => {
    const wide = {
      id: 1,
      subject: 'Confirmação do recadastramento '.repeat(3),
      email: 'atendimento@exemplo.com.br',
    };
    const text = renderTable(
      [{ ...wide, name: 'Maria Aparecida', issue: 'Cancelamento', status: 'in_progress' }],
      80,
    );
    expect(text.split('\n').every((row) => stringWidth(row) <= 80)).toBe(true);
    for (const word of ['recadastramento', 'atendimento@exemplo.com.br'])
      expect(text).toContain(word);
  });
});

it('a spinner turns in a terminal after a while, says the seconds, and goes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const written: string[] = [];
  const screen = { isTTY: true, write: (text: string) => written.push(text) };
  const work = Promise.withResolvers<string>();
  const wait = withSpinner('quiz.generate', work.promise, { screen });
  const quick = withSpinner('tags.list', Promise.resolve(1), { screen });
  const silent = withSpinner('tags.list', work.promise, { screen: { ...screen, isTTY: false } });
  expect(await quick).toBe(1);
  vi.advanceTimersByTime(399);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(1_701);
  work.resolve('done');
  expect(await Promise.all([wait, silent])).toEqual(['done', 'done']);
  vi.advanceTimersByTime(1_000);
  const clear = '\r\u001b[K';
  const frames = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏⠋⠙⠹⠸⠼⠴⠦⠧'];
  expect(written).toEqual([
    ...frames.map((frame, at) => `${clear}${frame} quiz.generate ${Math.round(0.4 + at / 10)} s`),
    clear,
  ]);
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
