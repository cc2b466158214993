import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutputOf } from '../../console/src/api/client.ts';
import { Calendar } from '../../console/src/readers/calendar.tsx';
import { ReaderList } from '../../console/src/readers/list.tsx';
import { Groups, Overview } from '../../console/src/readers/overview.tsx';
import { PersonalData, Reader } from '../../console/src/readers/reader.tsx';
import ReadersScreen from '../../console/src/readers/readers-screen.tsx';
import { Retention } from '../../console/src/readers/retention.tsx';
import { readerTexts as texts } from '../../console/src/readers/texts.ts';
import { given, givenPage, outlineOf, render, rowsOf } from './render.ts';

beforeEach(() => {
  // Thursday, in the evening.
  vi.useFakeTimers({ now: new Date('2026-11-27T01:30:00Z'), toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

const email = 'ana@exemplo.com';

it('texts count', () => {
  const counts = [0, 1, 2, 1_234];
  expect(
    [texts.days, texts.members, texts.lost, texts.restored].map((of) => counts.map(of)),
  ).toEqual([
    ['0 dias', '1 dia', '2 dias', '1.234 dias'],
    ['0 membros', '1 membro', '2 membros', '1.234 membros'],
    [
      'Ninguém perdeu a sequência neste dia.',
      '1 leitor perdeu a sequência por este dia.',
      '2 leitores perderam a sequência por este dia.',
      '1.234 leitores perderam a sequência por este dia.',
    ],
    [
      'Dia devolvido a 0 leitores.',
      'Dia devolvido a 1 leitor.',
      'Dia devolvido a 2 leitores.',
      'Dia devolvido a 1.234 leitores.',
    ],
  ]);
  expect([texts.held(1), texts.eraseWarning(2), texts.erased(1_234)]).toEqual([
    'Guardamos 1 registro sobre este e-mail.',
    'Isto apaga 2 registros. Não dá para desfazer.',
    'Pessoa apagada: 1.234 registros.',
  ]);
  expect([texts.steps(0, 0), texts.steps(1, 1), texts.steps(2, 6), texts.steps(365, null)]).toEqual(
    [...['nenhum', '1', '2 a 6', '365 ou mais']],
  );
});

describe('the calendar', () => {
  it('has 53 weeks up to today, what each day counts for, and the corrections', async () => {
    const days: OutputOf<'streaks.reader'>['days'] = [
      { day: '2025-11-24', origin: 'reading', reason: null },
      { day: '2026-11-22', origin: 'quiz', reason: null },
      { day: '2026-11-24', origin: 'administrator', reason: 'leu em papel' },
      { day: '2026-11-25', origin: 'removed', reason: 'engano' },
    ];
    const onChoose = vi.fn();
    const html = await render(createElement(Calendar, { today: '2026-11-26', days, onChoose }));
    const [head = '', ...rows] = rowsOf(html).map((row) => row.split(/ \| ?/));
    expect([head.length, head[1], head[2], head.at(-1)]).toEqual([54, '24/11', '01/12', '23/11']);
    const ends = rows.map((row) => [row[0], row.length, ...row.slice(-2)].join(' | '));
    expect(ends).toMatchInlineSnapshot(`
      [
        "seg | 54 | 16 de novembro de 2026: sem leitura | 23 de novembro de 2026: sem leitura",
        "ter | 54 | 17 de novembro de 2026: sem leitura | + 24 de novembro de 2026: Devolvido por administrador",
        "qua | 54 | 18 de novembro de 2026: sem leitura | × 25 de novembro de 2026: Tirado por administrador",
        "qui | 54 | 19 de novembro de 2026: sem leitura | 26 de novembro de 2026: sem leitura",
        "sex | 54 | 20 de novembro de 2026: sem leitura | ",
        "sáb | 54 | 21 de novembro de 2026: sem leitura | ",
        "dom | 54 | Q 22 de novembro de 2026: Quiz | ",
      ]
    `);
    expect(rows[0]?.[1]).toContain('24 de novembro de 2025: Leitura');
    // The first week of a month is named.
    const shown = [...html.matchAll(/<span>(\d\d\/\d\d)<\/span>/g)].map(([, day]) => day);
    expect([shown.length, shown[0], shown.at(-1)]).toEqual([12, '01/12', '02/11']);
    expect(outlineOf(html.slice(html.indexOf('</table>')))).toMatchInlineSnapshot(`
      "{data-origin="reading"} Leitura
      {data-origin="quiz"} Q Quiz
      {data-origin="administrator"} + Devolvido por administrador
      {data-origin="removed"} × Tirado por administrador
      24 de novembro de 2026: Devolvido por administrador (leu em papel)
      25 de novembro de 2026: Tirado por administrador (engano)"
    `);
  });
});

it('weeks show who came back, with the present one open', async () => {
  const html = await render(createElement(Retention), [
    given(
      'streaks.retention',
      {},
      {
        currentWeek: '2026-11-23',
        weeks: [
          { week: '2026-11-02', readers: 1_200, returned: [600, 300, 0] },
          { week: '2026-11-09', readers: 0, returned: [0, 0] },
          { week: '2026-11-16', readers: 3, returned: [2] },
          { week: '2026-11-23', readers: 9, returned: [] },
        ],
      },
    ),
  ]);
  expect(rowsOf(html)).toMatchInlineSnapshot(`
    [
      "Chegou em | Leitores | +1 | +2 | +3",
      "02/11 | 1.200 | 50% | 25% | 0% semana em curso",
      "09/11 | 0 | – | – semana em curso",
      "16/11 | 3 | 67% semana em curso",
    ]
  `);
  expect(html.match(/data-open/g)).toHaveLength(3);
  expect(html.match(/--share:\d+%/g)).toEqual([
    '--share:20%',
    '--share:10%',
    '--share:0%',
    '--share:0%',
    '--share:0%',
    '--share:27%',
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
    days: [],
    position: 1_001,
    of: 5_000,
    groups: [{ groupId: 'g', name: 'Clube', isPublic: true, memberCount: 20, position: 2 }],
  };
  const shown = async (change: Partial<typeof data>, isAdmin = false) =>
    outlineOf(
      await render(createElement(Reader, { email, isAdmin }), [
        given('streaks.reader', { email }, { ...data, ...change }),
      ]),
    ).replace(/\{aria-label="Semanas"\}[\s\S]*Tirado por administrador/, '(calendário)');

  it('has a streak, places and groups', async () => {
    expect(await shown({})).toMatchInlineSnapshot(`
      "{aria-label="Ana"}
      Ana
      {href="/fila?search=ana%40exemplo.com&sort=newest"} Chamados na fila
      Sequência atual 3 dias
      Recorde 1.234 dias
      Última atividade {title="quinta-feira, 26 de novembro de 2026 às 09:00"} 09:00
      Ranking global 1.001º de 5.000 (anônimo)
      Leu hoje: a sequência de 3 dias vale até a meia-noite de amanhã.
      (calendário)
      No grupo Clube: 2º de 20"
    `);
    expect(await shown({}, true)).toContain('Chamados na fila\nDevolver um dia Tirar um dia');
  });

  it.each([
    [
      { status: 'active', currentStreak: 1 },
      '1 dia',
      'Leu hoje: a sequência de 1 dia vale até a meia-noite de amanhã.',
    ],
    [{ status: 'at-risk' }, '3 dias', 'Se não ler até meia-noite, perde a sequência de 3 dias.'],
    [
      { status: 'broken', lastDay: '2026-10-31' },
      '0 dias',
      'Perdeu a sequência de 3 dias: 1 de novembro de 2026 ficou sem leitura. A próxima leitura começa outra.',
    ],
    [
      { status: 'none', currentStreak: 0, lastDay: null },
      '0 dias',
      'Ainda não tem nenhum dia de leitura.',
    ],
  ] as const)('with %o has %s', async (change, streak, fate) => {
    const lines = (await shown(change)).split('\n');
    expect(lines.find((line) => line.startsWith('Sequência atual'))).toBe(
      `Sequência atual ${streak}`,
    );
    expect(lines).toContain(fate);
  });

  it('may have no name, no activity and no place', async () => {
    const nothing = { name: null, lastInteractionAt: null, position: null, groups: [] };
    const text = await shown({ ...nothing, rankingVisibility: 'hidden' });
    expect(text).toContain(`{aria-label="${email}"}\n${email}\n`);
    expect(text).toContain('Última atividade Nunca\n');
    expect(text).toContain('Ranking global Fora do ranking (oculto por escolha própria)\n');
    expect(await shown({ rankingVisibility: 'public' })).toContain('1.001º de 5.000 (com nome)');
  });

  it('has personal data, all counted', async () => {
    const records = [
      { kind: 'tickets', count: 2 },
      { kind: 'account', count: 1 },
    ];
    const html = await render(createElement(PersonalData, { email }), [
      given('people.find', { email }, { email, records } as never),
    ]);
    expect(outlineOf(html)).toBe(
      '{aria-label="Dados pessoais"}\nDados pessoais\nExportar {aria-label="Apagar esta pessoa"} Apagar\nGuardamos 3 registros sobre este e-mail.',
    );
  });
});

describe('all readers', () => {
  const perDay = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      day: new Date(Date.parse('2026-11-26') + (n - from) * 86_400_000).toISOString().slice(0, 10),
      readers: n,
    }));
  const overview = (days: number) =>
    given(
      'streaks.overview',
      { days },
      {
        readers: 1_234,
        readToday: 12,
        atRisk: 3,
        perDay: perDay(days - 1, days),
        distribution: [
          { from: 0, to: 0, readers: 5 },
          { from: 365, to: null, readers: 1 },
        ],
      },
    );
  const shown = async (address: string) =>
    outlineOf(
      await render(createElement(Overview), [overview(30), overview(90), overview(365)], {
        address,
      }),
    );

  it('are counted by day, by week from a month on, and by streak', async () => {
    expect(await shown('/')).toMatchInlineSnapshot(`
      "{aria-label="Leitores ativos"}
      Leitores ativos
      agora
      Período
      {value="*30"} Últimos 30 dias {value="90"} Últimos 90 dias {value="365"} Último ano
      Leitores 1.234
      Leram hoje 12
      Em risco hoje 3
      {aria-label="Leitores ativos por dia"}
      Leitores ativos por dia (leitores)
      {role="slider" aria-label="Leitores ativos por dia" aria-valuemax="29"}
      Leitores hoje, em curso Aponte ou use as setas para ler os valores.
      CSV PNG
      Tabela
      {aria-label="Leitores por duração da sequência"}
      Leitores por duração da sequência (leitores)
      {role="slider" aria-label="Leitores por duração da sequência" aria-valuemax="1"}
      Leitores Aponte ou use as setas para ler os valores.
      CSV PNG
      Tabela"
    `);
    const quarter = await shown('/?dias=90');
    expect(quarter).toContain('{value="*90"} Últimos 90 dias');
    expect(quarter).toContain('semana em curso');
    // Whole weeks alone: the first of the ninety days is a Saturday.
    expect(quarter).toMatch(/"Leitores ativos por semana \(média por dia\)" aria-valuemax="12"/);
    expect(await shown('/?dias=365')).toMatch(/"Leitores ativos por dia" aria-valuemax="364"/);
    expect(await shown('/?dias=31')).toContain('{value="*30"}');
  });

  const listed = (input: object) =>
    givenPage('streaks.list', input, {
      items: [
        {
          email,
          name: 'Ana',
          currentStreak: 1_200,
          maxStreak: 1_300,
          lastDay: '2026-11-25',
          atRisk: true,
        },
        {
          email: 'rui@exemplo.com',
          name: null,
          currentStreak: 0,
          maxStreak: 4,
          lastDay: '2026-10-01',
          atRisk: false,
        },
      ],
      nextCursor: null,
    });

  it.each([
    ['/', {}],
    ['/?busca=an&risco=1&minimo=7', { search: 'an', atRisk: true, minStreak: 7 }],
    ['/?busca=&risco=0&minimo=8', {}],
  ])('are listed at %s', async (address, input) => {
    const html = await render(createElement(ReaderList), [listed(input)], { address });
    expect(rowsOf(html)).toEqual([
      'Leitor | Sequência atual | Recorde | Último dia',
      'Ana ana@exemplo.com | 1.200 | 1.300 | 25/11 · em risco',
      'rui@exemplo.com | 0 | 4 | 01/10',
    ]);
    expect(/checked/.test(html)).toBe(/risco=1/.test(address));
  });

  it('have groups, whose members the address may open', async () => {
    const group = {
      groupId: 'g1',
      name: 'Clube',
      description: null,
      isPublic: true,
      ownerEmail: email,
      createdAt: '2026-11-01T12:00:00Z',
      memberCount: 2,
    };
    const known = [
      givenPage('groups.list', {}, { items: [group], nextCursor: null }),
      givenPage(
        'groups.members',
        { groupId: 'g1' },
        {
          items: [{ memberId: 1, email: 'rui@exemplo.com', name: 'Rui' }],
          nextCursor: null,
        },
      ),
    ];
    const closed = await render(createElement(Groups), known);
    expect(rowsOf(closed)).toEqual([
      'Grupo | Responsável | Membros',
      'Clube | ana@exemplo.com | 2 membros Clube',
    ]);
    const open = await render(createElement(Groups), known, { address: '/?grupo=g1' });
    expect(rowsOf(open).slice(2)).toEqual(['E-mail do leitor', 'rui@exemplo.com']);
  });

  it('are searched by name by administrators alone, who see more of them', async () => {
    const panels = async (role: 'admin' | 'agent') =>
      outlineOf(await render(createElement(ReadersScreen), [], { role, address: '/?busca=an' }))
        .split('\n')
        .filter((line) => /^\{aria-label|type="(text|email|submit)"/.test(line));
    expect(await panels('admin')).toMatchInlineSnapshot(`
      [
        "E-mail do leitor, ou nome {type="text" name="email" value="an"}",
        "{type="submit"} Buscar",
        "{aria-label="Lista de leitores"}",
        "{aria-label="Leitores ativos"}",
        "{aria-label="Quem voltou a ler"}",
        "{aria-label="Grupos"}",
      ]
    `);
    expect(await panels('agent')).toMatchInlineSnapshot(`
      [
        "E-mail do leitor {type="email" required="" name="email" value="an"}",
        "{type="submit"} Buscar",
        "{aria-label="Leitores ativos"}",
        "{aria-label="Quem voltou a ler"}",
      ]
    `);
  });
});
