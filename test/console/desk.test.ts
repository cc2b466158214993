import { createElement, createRef, Fragment } from 'react';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ItemOf, OutputOf } from '../../console/src/api/client.ts';
import DraftsScreen from '../../console/src/drafts/drafts-screen.tsx';
import { EditQuickReply } from '../../console/src/quick-replies/edit-quick-reply.tsx';
import { LaterReplies } from '../../console/src/reply/later.tsx';
import { Recipients, ReplyFiles } from '../../console/src/reply/reply-extras.tsx';
import { ByMail } from '../../console/src/reply/sending.tsx';
import { Account } from '../../console/src/shell/account.tsx';
import TagsScreen from '../../console/src/tags/tags-screen.tsx';
import { BulkBar } from '../../console/src/tickets/bulk.tsx';
import { Conversation } from '../../console/src/tickets/conversation.tsx';
import { Filters } from '../../console/src/tickets/filters.tsx';
import { Merge } from '../../console/src/tickets/merge.tsx';
import { TicketFields } from '../../console/src/tickets/new-ticket.tsx';
import { Note } from '../../console/src/tickets/note.tsx';
import { Side } from '../../console/src/tickets/side.tsx';
import { TicketActions } from '../../console/src/tickets/ticket-actions.tsx';
import { MailBadge, StatusBadge, TicketRow } from '../../console/src/tickets/ticket-row.tsx';
import Views from '../../console/src/tickets/views.tsx';
import { ConfirmDialog } from '../../console/src/ui/actions.tsx';
import { Field } from '../../console/src/ui/form.tsx';
import { Facts, Failed } from '../../console/src/ui/page.tsx';
import { given, givenPage, outlineOf, render } from './render.ts';

// What the modules of the page look for when they load.
vi.hoisted(() => {
  const nothing = () => undefined;
  const kept = { getItem: () => null, setItem: nothing, removeItem: nothing };
  const matchMedia = () => ({ matches: false, addEventListener: nothing });
  const page = { window: globalThis, document: { defaultView: globalThis } };
  const globals = { ...page, localStorage: kept, matchMedia, addEventListener: nothing };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
});
for (const name of ['window', 'document']) vi.stubGlobal(name, undefined);
afterAll(() => void vi.unstubAllGlobals());

const now = '2026-11-26T15:00:00.000Z';
beforeEach(() => void vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const none = () => undefined;
const me = 'bia@leitor.example';
const hoursAgo = (hours: number) => new Date(Date.parse(now) - hours * 3_600_000).toISOString();
const tag = (id: number) => ({ id, name: `Tag ${id}`, color: '#112233' });
const team = given('me.get', {}, {
  ...{ email: me, role: 'admin' },
  team: [
    { email: me, name: 'Bia' },
    { email: 'caio@x.com', name: null },
  ],
} as never);
const categories = given('reports.filters', {}, {
  categories: [
    { main: 'Conta', issues: [] },
    { main: 'Entrega', issues: [] },
  ],
} as never);
const tags = given('tags.list', {}, { items: [tag(1), tag(2)] } as never);

const listed: ItemOf<'tickets.list'> = {
  ...{ id: 7, subject: 'Cobrança', status: 'open', main: 'Conta', issue: null, newsletter: null },
  ...{ requesterEmail: 'ana@x.com', requesterName: 'Ana', followsId: null, assigneeEmail: null },
  ...{ mergedInto: null, createdAt: hoursAgo(60), updatedAt: hoursAgo(2) },
  ...{ waitingSince: hoursAgo(24), waitingSeconds: 86_400, mail: null, snippet: 'Fui cobrado' },
  ...{ tags: [], attachmentCount: 0, hasDraft: false, snoozedUntil: null, matched: null },
};
type Opened = OutputOf<'tickets.get'>;
const opened: Opened = {
  ...{ id: 7, subject: 'Cobrança', status: 'open', main: 'Conta', issue: null, newsletter: null },
  ...{ requesterEmail: 'ana@x.com', requesterName: 'Ana', followsId: null, assigneeEmail: null },
  ...{ mergedInto: null, createdAt: hoursAgo(60), updatedAt: hoursAgo(2), replyAll: [] },
  ...{
    messages: [],
    notes: [],
    messagesCursor: null,
    tags: [tag(1)],
    later: [],
    snoozedUntil: null,
  },
};

const rows: [string, Partial<ItemOf<'tickets.list'>>, object][] = [
  ['that waits for a day', {}, {}],
  ['that waits for more', { waitingSince: hoursAgo(24.1), requesterName: null }, {}],
  ['of somebody', { assigneeEmail: me, requesterName: null, requesterEmail: null }, {}],
  ['in progress', { status: 'in_progress', subject: '', hasDraft: true, attachmentCount: 1 }, {}],
  ['settled', { waitingSince: null, status: 'resolved', mail: 'failed' }, { sort: 'newest' }],
  [
    'of a status',
    { waitingSince: null, mail: 'returned', tags: [1, 2, 3].map(tag) },
    { sort: 'newest', status: 'open' },
  ],
  ['snoozed', { mail: 'mailed', snoozedUntil: '2026-11-27T11:00:00Z', tags: [1, 2].map(tag) }, {}],
  [
    'found',
    { matched: 'A cobrança de novo', snoozedUntil: '9999-01-01T00:00:00Z' },
    { search: 'cobrancas' },
  ],
];
it('rows say what tells a ticket from others', async () => {
  const shown = rows.map(async ([name, ticket, filter]) => {
    const html = await render(
      createElement(TicketRow, {
        ticket: { ...listed, ...ticket },
        filter: { sort: 'waiting', ...filter },
        ...{ selected: false, nameOf: (email: string) => `<${email}>`, onSelect: none },
      }),
    );
    const marks = html.match(/<mark>.*?<\/mark>|data-late|<strong/g) ?? [];
    return [`- ${name}:`, outlineOf(html), ...marks].join('\n');
  });
  expect((await Promise.all(shown)).join('\n')).toMatchInlineSnapshot(`
    "- that waits for a day:
    {type="checkbox" aria-label="Selecionar Cobrança"} {href="/chamados/7"} Ana #7 {title="quarta-feira, 25 de novembro de 2026 às 12:00"} 1 d Espera há 1 d Cobrança Fui cobrado
    <strong
    - that waits for more:
    {type="checkbox" aria-label="Selecionar Cobrança"} {href="/chamados/7"} ana@x.com #7 {title="quarta-feira, 25 de novembro de 2026 às 11:54"} 1 d Espera há 1 d Cobrança Fui cobrado
    <strong
    data-late
    - of somebody:
    {type="checkbox" aria-label="Selecionar Cobrança"} {href="/chamados/7"} Leitor anônimo #7 {title="quarta-feira, 25 de novembro de 2026 às 12:00"} 1 d Espera há 1 d Cobrança {role="img" title="<bia@leitor.example>" aria-label="Com <bia@leitor.example>"} < Fui cobrado
    - in progress:
    {type="checkbox" aria-label="Selecionar Sem assunto"} {href="/chamados/7"} Ana #7 {title="quarta-feira, 25 de novembro de 2026 às 12:00"} 1 d Espera há 1 d Sem assunto {role="img" aria-label="Rascunho do modelo para revisar"} {role="img" aria-label="1 anexo"} Fui cobrado
    - settled:
    {type="checkbox" aria-label="Selecionar Cobrança"} {href="/chamados/7"} Ana #7 {title="quinta-feira, 26 de novembro de 2026 às 10:00"} 2 h Mudou há 2 h Cobrança E-mail não saiu {data-tone="good"} Resolvido Fui cobrado
    - of a status:
    {type="checkbox" aria-label="Selecionar Cobrança"} {href="/chamados/7"} Ana #7 {title="quinta-feira, 26 de novembro de 2026 às 10:00"} 2 h Mudou há 2 h Cobrança E-mail devolvido Fui cobrado Tag 1 Tag 2 +1
    - snoozed:
    {type="checkbox" aria-label="Selecionar Cobrança"} {href="/chamados/7"} Ana #7 {title="quarta-feira, 25 de novembro de 2026 às 12:00"} 1 d Espera há 1 d Cobrança {title="sexta-feira, 27 de novembro de 2026 às 08:00"} Adiado até 27/11/2026, 08:00 Fui cobrado Tag 1 Tag 2
    <strong
    - found:
    {type="checkbox" aria-label="Selecionar Cobrança"} {href="/chamados/7"} Ana #7 {title="quarta-feira, 25 de novembro de 2026 às 12:00"} 1 d Espera há 1 d Cobrança {title="quinta-feira, 31 de dezembro de 9998 às 21:00"} Adiado até o leitor escrever A cobrança de novo
    <strong
    <mark>Cobrança</mark>
    <mark>cobrança</mark>"
  `);
});

it('badges have the tone of what they say', async () => {
  const statuses = ['open', 'in_progress', 'resolved', 'closed'] as const;
  const mails = ['saved', 'waiting', 'failed', 'returned'] as const;
  const html = await render(
    createElement(
      Fragment,
      null,
      statuses.map((status) => createElement(StatusBadge, { key: status, status })),
      mails.map((mail) => createElement(MailBadge, { key: mail, mail })),
    ),
  );
  expect(outlineOf(html)).toMatchInlineSnapshot(
    `"{data-tone="info"} Aberto {data-tone="warn"} Em andamento {data-tone="good"} Resolvido Fechado Salva, sem e-mail E-mail na fila {data-tone="ask"} E-mail não saiu {data-tone="ask"} E-mail devolvido"`,
  );
});

describe('the queue', () => {
  it('has filters with the values of the address', async () => {
    const filter = {
      sort: 'newest',
      status: 'open',
      tag: '2',
      assignee: 'nobody',
      from: '2026-11-01',
    } as const;
    const html = await render(createElement(Filters, { filter, change: none }), [
      team,
      tags,
      categories,
    ]);
    expect(outlineOf(html)).toMatchInlineSnapshot(`
      "Filtros 4
      Ordem
      {value="waiting"} Espera mais longa {value="*newest"} Mais novos {value="updated"} Mudança mais recente
      Situação
      {value=""} Todas {value="*open"} Aberto {value="in_progress"} Em andamento {value="resolved"} Resolvido {value="closed"} Fechado
      Com quem
      {value=""} Qualquer pessoa {value="me"} Comigo {value="*nobody"} Ninguém {value="bia@leitor.example"} Bia {value="caio@x.com"} caio@x.com
      Tag
      {value=""} Todas {value="1"} Tag 1 {value="*2"} Tag 2
      Categoria
      {value="*"} Todas {value="Conta"} Conta {value="Entrega"} Entrega
      Aberto desde {type="date" value="2026-11-01"}
      Aberto antes de {type="date" value=""}
      Sem mudança desde {type="date" value=""}
      Limpar filtros"
    `);
  });

  it('has views with their counts, and what can be done with them', async () => {
    const view = { filter: { main: 'Conta' }, sort: 'newest', updatedAt: now } as const;
    const items = [
      { ...view, id: 1, name: 'Minha', shared: false, ownerEmail: me },
      { ...view, id: 2, name: 'Do time', shared: true, ownerEmail: 'caio@x.com' },
    ];
    const views = [
      ...[{ waiting: true }, { waiting: true, assignee: 'me' }, { mentions: 'me' }],
      ...[{ waiting: true, assignee: null }, { snoozed: true }, { status: 'open' }, {}],
      ...[{ main: 'Conta' }, { main: 'Conta' }],
    ] as object[];
    const known = [
      given('views.list', {}, { items } as never),
      given('tickets.counts', { views }, { counts: [1, 2, 3, 4, 5, 6, 12_345, 0, 9] }),
      given('inbound.status', {}, {
        unseen: [
          { reason: 'list', count: 2 },
          { reason: 'bounce', count: 3 },
        ],
      } as never),
    ];
    const addresses = ['/fila?sort=newest&main=Conta', '/fila?sort=updated&main=Conta'];
    const shown = addresses.map((address) => render(createElement(Views), known, { address }));
    expect((await Promise.all(shown)).map(outlineOf).join('\n---\n')).toMatchInlineSnapshot(`
      "{aria-label="Visões"}
      {href="/fila?sort=waiting"} Esperando 1
      {href="/fila?sort=waiting&assignee=me"} Comigo 2
      {href="/fila?sort=updated&mentions=me"} Para mim 3
      {href="/fila?sort=waiting&assignee=nobody"} Sem responsável 4
      {href="/fila?sort=updated&snoozed=true"} Adiados 5
      {href="/fila?sort=updated&status=open"} Abertos 6
      {href="/fila?sort=newest"} Todos 10 mil+
      {aria-current="page" href="/fila?status=undefined&main=Conta&search=undefined&mentions=undefined&sort=newest&snoozed=undefined&updatedBefore=undefined&tag=undefined&assignee=undefined&from=undefined&to=undefined"} Minha 0 {title="Excluir a visão Minha" aria-label="Excluir a visão Minha"}
      {aria-current="page" href="/fila?status=undefined&main=Conta&search=undefined&mentions=undefined&sort=newest&snoozed=undefined&updatedBefore=undefined&tag=undefined&assignee=undefined&from=undefined&to=undefined"} {role="img" aria-label="Visão do time"} Do time 9
      {href="/emails"} E-mails à parte 5
      ---
      {aria-label="Visões"}
      {href="/fila?sort=waiting"} Esperando 1
      {href="/fila?sort=waiting&assignee=me"} Comigo 2
      {href="/fila?sort=updated&mentions=me"} Para mim 3
      {href="/fila?sort=waiting&assignee=nobody"} Sem responsável 4
      {href="/fila?sort=updated&snoozed=true"} Adiados 5
      {href="/fila?sort=updated&status=open"} Abertos 6
      {href="/fila?sort=newest"} Todos 10 mil+
      {href="/fila?status=undefined&main=Conta&search=undefined&mentions=undefined&sort=newest&snoozed=undefined&updatedBefore=undefined&tag=undefined&assignee=undefined&from=undefined&to=undefined"} Minha 0 {title="Excluir a visão Minha" aria-label="Excluir a visão Minha"}
      {href="/fila?status=undefined&main=Conta&search=undefined&mentions=undefined&sort=newest&snoozed=undefined&updatedBefore=undefined&tag=undefined&assignee=undefined&from=undefined&to=undefined"} {role="img" aria-label="Visão do time"} Do time 9
      {href="/emails"} E-mails à parte 5
      Guardar visão"
    `);
  });

  it('offers what can be done with what is selected', async () => {
    const selection = { toggle: none, selectAll: none, clear: none };
    const bar = async (ids: number[], all: boolean) =>
      outlineOf(
        await render(
          createElement(BulkBar, {
            selection: { ...selection, ids: new Map(ids.map((id) => [id, listed])), all },
            filter: { sort: 'newest' },
          }),
        ),
      );
    expect(await bar([], false)).toBe('');
    expect([await bar([1, 2], false), await bar([], true)].join('\n\n')).toMatchInlineSnapshot(`
      "{role="status"} 2 selecionados Selecionar tudo o que o filtro encontra Limpar seleção Resolver Atribuir Adicionar tag Mudar situação Adiar

      {role="status"} Tudo o que o filtro encontra Limpar seleção Resolver Atribuir Adicionar tag Mudar situação"
    `);
  });
});

const file = {
  ...{ id: 1, ticketId: 7, messageId: null, noteId: null, uploaderEmail: me, name: 'a.txt' },
  ...{ path: '', type: 'text/plain', size: 2_500, sha256: '', quarantined: false, held: false },
  ...{ inline: false, downloadUrl: '', createdAt: now },
};
const files = given(
  'attachments.list',
  { ticketId: 7 },
  {
    items: [
      { ...file, messageId: 21 },
      { ...file, id: 2, name: 'b.png', type: 'image/png', noteId: 31 },
      { ...file, id: 3, name: 'c.pdf', type: 'application/pdf' },
      { ...file, id: 4, name: 'd.zip', type: 'application/zip', uploaderEmail: null },
      { ...file, id: 5, name: 'e.txt', quarantined: true },
    ],
    nextCursor: null,
  },
);

describe('a ticket', () => {
  const message = {
    ...{ kind: 'message', author: 'Ana', origin: 'requester', body: 'Veja https://a.example/x.' },
    ...{ folded: null, notice: null, mail: null, cc: [], attachments: [], hasOriginal: false },
  } as const;
  const note = {
    ...{ kind: 'note', author: me, body: 'Nota', inPrompt: false, mentions: [], forwardedTo: [] },
    ...{ mail: null, folded: null, notice: null, attachments: [] },
  } as const;
  const act = { kind: 'event', author: 'caio@x.com', action: 'x' } as const;
  const items = [
    { ...message, id: 21, createdAt: hoursAgo(9), hasOriginal: true, folded: 'Antes' },
    {
      ...message,
      id: 22,
      createdAt: hoursAgo(8),
      author: me,
      origin: 'agent' as const,
      mail: 'saved' as const,
    },
    {
      ...message,
      id: 23,
      createdAt: hoursAgo(7),
      origin: 'ai' as const,
      author: 'modelo',
      mail: 'mailed' as const,
    },
    {
      ...message,
      id: 24,
      createdAt: hoursAgo(6),
      author: 'caio@x.com',
      origin: 'agent' as const,
      mail: 'failed' as const,
      notice: 'Recusado',
    },
    {
      ...message,
      id: 25,
      createdAt: hoursAgo(5),
      author: me,
      origin: 'agent' as const,
      mail: 'waiting' as const,
      cc: [
        { email: 'z@x.com', name: 'Zé' },
        { email: 'y@x.com', name: '' },
      ],
    },
    {
      ...act,
      id: '1',
      at: hoursAgo(4),
      createdAt: hoursAgo(4),
      changes: [
        { field: 'status', after: 'closed' },
        { field: 'snippet', after: 'x' },
        { field: 'assignee', after: null },
      ],
    },
    {
      ...act,
      id: '2',
      at: hoursAgo(3),
      createdAt: hoursAgo(3),
      changes: [{ field: 'subject', after: 'x' }],
    },
    { ...note, id: 31, createdAt: hoursAgo(2), inPrompt: true },
    { ...note, id: 32, createdAt: hoursAgo(1), author: 'Rui <r@x.com>', mail: 'mailed' as const },
  ];
  const conversation = async (ticket: Partial<Opened>, more: object) => {
    const thread = {
      items,
      hasOlder: false,
      isLoadingOlder: false,
      loadOlder: async () => {},
      ...more,
    };
    const html = await render(
      createElement(Conversation, {
        ticketId: 7,
        thread: { ...thread, ticket: { data: { ...opened, ...ticket } } as never } as never,
        onForward: ticket.mergedInto ? undefined : none,
      }),
      [team, files],
    );
    return outlineOf(html);
  };

  it('shows what was said and done', async () => {
    expect(await conversation({}, { hasOlder: true })).toMatchInlineSnapshot(`
      "{aria-label="Conversa"}
      Mostrar mensagens anteriores
      {data-origin="requester"}
      Ana {title="quinta-feira, 26 de novembro de 2026 às 03:00"} 03:00 {title="Ver original" aria-label="Ver original"} {title="Encaminhar" aria-label="Encaminhar"}
      Veja {href="https://a.example/x"} https://a.example/x .
      Mostrar texto citado
      Antes
      {aria-label="Anexos"}
      {href="/console/attachments/1/download"} Baixar a.txt a.txt 3 kB {title="Ver a.txt" aria-label="Ver a.txt"}
      {data-origin="agent"}
      Bia {title="quinta-feira, 26 de novembro de 2026 às 04:00"} 04:00 {title="Encaminhar" aria-label="Encaminhar"}
      Salva, sem e-mail
      Mandar por e-mail
      {data-origin="ai"}
      modelo Modelo {title="quinta-feira, 26 de novembro de 2026 às 05:00"} 05:00 {title="Encaminhar" aria-label="Encaminhar"}
      E-mail enviado
      {data-origin="agent"}
      caio {title="quinta-feira, 26 de novembro de 2026 às 06:00"} 06:00 {title="Encaminhar" aria-label="Encaminhar"}
      Recusado
      {data-tone="ask"} E-mail não saiu
      Mandar de novo Corrigir endereço
      {data-origin="agent"}
      Bia Cc Zé, y@x.com {title="quinta-feira, 26 de novembro de 2026 às 07:00"} 07:00 {title="Encaminhar" aria-label="Encaminhar"}
      E-mail na fila
      caio mudou a situação para Fechado, deixou o chamado sem responsável · {title="quinta-feira, 26 de novembro de 2026 às 08:00"} 08:00
      {data-origin="note"}
      Bia Nota interna · O modelo pode ler {title="quinta-feira, 26 de novembro de 2026 às 10:00"} 10:00
      Nota
      {aria-label="Anexos"}
      {aria-label="b.png"} {href="/console/attachments/2/download"} Baixar b.png b.png 3 kB
      {data-origin="note"}
      Rui <r@x.com> Nota interna {title="quinta-feira, 26 de novembro de 2026 às 11:00"} 11:00
      Nota
      E-mail enviado"
    `);
    const acts = /Mandar|Corrigir|Encaminhar/;
    expect(await conversation({ mergedInto: 8 }, {})).not.toMatch(acts);
    expect(await conversation({ requesterEmail: null }, {})).not.toMatch(/Mandar|Corrigir/);
    expect(await conversation({}, { hasOlder: true, isLoadingOlder: true })).toMatch(
      /\{disabled="" ?\} Mostrar mensagens/,
    );
  });

  const sides: Partial<Opened>[] = [
    { issue: 'Pix', newsletter: 'Bom Dia', assigneeEmail: me },
    { requesterEmail: null, requesterName: null, tags: [], mergedInto: 8 },
  ];
  it('has its reader beside it, or says that nobody knows them', async () => {
    const other = (id: number, email = 'ana@x.com') => ({
      ...listed,
      id,
      requesterEmail: email,
      subject: id === 9 ? '' : `N${id}`,
    });
    const known = [
      team,
      files,
      given(
        'tickets.list',
        { search: 'ana@x.com', sort: 'newest', limit: 9 },
        {
          items: [
            other(7),
            other(8, 'b@x.com'),
            other(9),
            ...[10, 11, 12, 13, 14, 15, 16, 17].map((id) => other(id)),
          ],
          nextCursor: null,
        },
      ),
      given('streaks.reader', { email: 'ana@x.com' }, {
        ...{ today: '2026-11-26', status: 'broken', currentStreak: 5, maxStreak: 9 },
        days: [
          { day: '2026-11-12', origin: 'reading' },
          { day: '2026-11-13', origin: 'quiz' },
          { day: '2026-11-25', origin: 'removed' },
          { day: '2026-11-26', origin: 'reading' },
        ],
      } as never),
    ];
    const shown = sides.map((fields) =>
      render(createElement(Side, { ticket: { ...opened, ...fields }, onUse: none }), known),
    );
    const html = await Promise.all(shown);
    expect(html.map(outlineOf).join('\n---\n')).toMatchInlineSnapshot(`
      "{aria-label="Sobre o chamado"}
      {aria-label="Leitor"}
      Leitor
      Ana
      {href="/leitores/ana%40x.com"} ana@x.com
      {role="img" aria-label="Últimos 14 dias: leu em 2"} {data-origin="quiz" title="13/11"} {title="14/11"} {title="15/11"} {title="16/11"} {title="17/11"} {title="18/11"} {title="19/11"} {title="20/11"} {title="21/11"} {title="22/11"} {title="23/11"} {title="24/11"} {data-origin="removed" title="25/11"} {data-origin="reading" title="26/11"}
      0 dias seguidos; recorde 9
      Outros chamados
      {href="/chamados/9"} Sem assunto
      {data-tone="info"} Aberto {title="terça-feira, 24 de novembro de 2026 às 00:00"} 24/11/2026, 00:00
      {href="/chamados/10"} N10
      {data-tone="info"} Aberto {title="terça-feira, 24 de novembro de 2026 às 00:00"} 24/11/2026, 00:00
      {href="/chamados/11"} N11
      {data-tone="info"} Aberto {title="terça-feira, 24 de novembro de 2026 às 00:00"} 24/11/2026, 00:00
      {href="/chamados/12"} N12
      {data-tone="info"} Aberto {title="terça-feira, 24 de novembro de 2026 às 00:00"} 24/11/2026, 00:00
      {href="/chamados/13"} N13
      {data-tone="info"} Aberto {title="terça-feira, 24 de novembro de 2026 às 00:00"} 24/11/2026, 00:00
      {href="/chamados/14"} N14
      {data-tone="info"} Aberto {title="terça-feira, 24 de novembro de 2026 às 00:00"} 24/11/2026, 00:00
      {href="/chamados/15"} N15
      {data-tone="info"} Aberto {title="terça-feira, 24 de novembro de 2026 às 00:00"} 24/11/2026, 00:00
      {href="/chamados/16"} N16
      {data-tone="info"} Aberto {title="terça-feira, 24 de novembro de 2026 às 00:00"} 24/11/2026, 00:00
      {aria-label="Tags"}
      Tags
      Tag 1 {title="Tirar a tag Tag 1" aria-label="Tirar a tag Tag 1"}
      {aria-label="Detalhes"}
      Detalhes
      Responsável Bia
      Categoria Conta
      Problema Pix
      Newsletter Bom Dia
      Aberto em {title="terça-feira, 24 de novembro de 2026 às 00:00"} 24/11/2026, 00:00
      {aria-label="Arquivos só no chamado"}
      Arquivos só no chamado
      {aria-label="Anexos"}
      {href="/console/attachments/3/download"} Baixar c.pdf c.pdf 3 kB {title="Ver c.pdf" aria-label="Ver c.pdf"} só no chamado {title="Pôr c.pdf na resposta" aria-label="Pôr c.pdf na resposta"}
      {href="/console/attachments/4/download"} Baixar d.zip d.zip 3 kB só no chamado
      e.txt · Em quarentena só no chamado
      ---
      {aria-label="Sobre o chamado"}
      {aria-label="Leitor"}
      Leitor
      Leitor anônimo
      Sem e-mail
      Outros chamados
      Nenhum outro chamado.
      {aria-label="Tags"}
      Tags
      Sem tags
      {aria-label="Detalhes"}
      Detalhes
      Responsável Ninguém
      Categoria Conta
      Aberto em {title="terça-feira, 24 de novembro de 2026 às 00:00"} 24/11/2026, 00:00
      {aria-label="Arquivos só no chamado"}
      Arquivos só no chamado
      {aria-label="Anexos"}
      {href="/console/attachments/3/download"} Baixar c.pdf c.pdf 3 kB {title="Ver c.pdf" aria-label="Ver c.pdf"} só no chamado
      {href="/console/attachments/4/download"} Baixar d.zip d.zip 3 kB só no chamado
      e.txt · Em quarentena só no chamado"
    `);
  });

  it('offers what can be done with it, by which key, and asks for what it needs', async () => {
    const acts = async (status: Opened['status']) =>
      outlineOf(
        await render(
          createElement(TicketActions, { ticket: { ...opened, status }, onForward: none }),
          [team],
        ),
      );
    expect(await acts('open')).toMatchInlineSnapshot(`
      "Resolver Atribuir Adiar Tags Mesclar {title="Mais ações" aria-label="Mais ações"}
      Resolver E Atribuir A Adiar S Tags T Mesclar M Encaminhar F Editar chamado"
    `);
    expect(
      [await acts('in_progress'), await acts('resolved'), await acts('closed')].map(
        (text) => /Resolver|Reabrir/.exec(text)?.[0],
      ),
    ).toEqual(['Resolver', 'Reabrir', 'Reabrir']);
    const fields = { email: 'ana@x.com', subject: 'Oi', main: 'Conta', issue: '' };
    expect(
      outlineOf(await render(createElement(TicketFields, fields), [categories])),
    ).toMatchInlineSnapshot(`
      "E-mail {type="email" maxLength="254" name="email" value="ana@x.com"}
      Nome {maxLength="120" name="name"}
      Assunto {required="" maxLength="300" name="subject" value="Oi"}
      Categoria {required="" maxLength="100" name="main" value="Conta"} {value="Conta"} {value="Entrega"}
      Problema {maxLength="100" name="issue" value=""}"
    `);
    const candidates = [
      { ...listed, sameRequester: true, subject: '' },
      { ...listed, id: 8, sameRequester: false, status: 'resolved' as const },
      { ...listed, id: 9, sameRequester: false, requesterName: null },
    ];
    const proposed = given('tickets.mergeCandidates', { id: 7 }, {
      items: candidates,
      nextCursor: null,
    } as never);
    expect(
      outlineOf(await render(createElement(Merge, { ticket: opened }), [proposed])),
    ).toMatchInlineSnapshot(`
      "Chamados abertos deste leitor, e parecidos
      {type="radio" name="proposed"} Sem assunto #7 {data-tone="info"} Aberto
      {type="radio" name="proposed"} Cobrança #8 Ana {data-tone="good"} Resolvido
      {type="radio" name="proposed"} Cobrança #9 ana@x.com {data-tone="info"} Aberto
      Número do chamado que fica {required="" name="into" value=""}
      {role="status"}"
    `);
  });
});

describe('a reply', () => {
  it('says to whom it goes, with what, and how', async () => {
    const used = {
      ...{ addresses: [], bytes: 3_000_000, isTooLarge: false, add: none, remove: none },
      setCc: none,
      take: () => ({ files: [] }),
    };
    const extras = (cc: string | undefined, wrong?: string) => ({
      ...used,
      cc,
      wrong,
      files: [{ ...file, size: 3_000_000 }],
    });
    const to = { address: 'ana@x.com', onAll: none };
    const parts = [
      createElement(Recipients, { ...to, everyone: [], extras: extras(undefined) }),
      createElement(Recipients, {
        ...to,
        everyone: ['b@x.com', 'c@x.com'],
        extras: extras(undefined),
      }),
      createElement(Recipients, { ...to, everyone: ['b@x.com'], extras: extras('d', 'd') }),
      createElement(ReplyFiles, { extras: extras(undefined) }),
      createElement(ReplyFiles, { extras: { ...extras(undefined), isTooLarge: true } }),
      ...[
        [false, true],
        [true, true],
        [true, false],
      ].map(([hasAddress = false, checked = false]) =>
        createElement(ByMail, { hasAddress, checked, onChange: none }),
      ),
    ];
    const shown = await Promise.all(parts.map(async (part) => outlineOf(await render(part))));
    expect(shown.join('\n---\n')).toMatchInlineSnapshot(`
      "Para ana@x.com Cc
      ---
      Para ana@x.com Cc Responder a todos (3)
      ---
      Para ana@x.com
      Cc {value="d"} {role="alert"} Não dá para enviar a d
      ---
      {aria-label="Anexos da resposta"}
      a.txt 3 MB {title="Tirar a.txt da resposta" aria-label="Tirar a.txt da resposta"}
      3 MB de 20 MB
      ---
      {aria-label="Anexos da resposta"}
      a.txt 3 MB {title="Tirar a.txt da resposta" aria-label="Tirar a.txt da resposta"}
      {role="alert"} 3 MB: passa de 20 MB. Tire um arquivo para enviar.
      ---
      Este leitor não tem e-mail: a resposta só fica salva.
      ---
      {type="checkbox" checked=""} Por e-mail
      ---
      {type="checkbox"} Por e-mail
      Só salva: o leitor não recebe e-mail."
    `);
    expect(
      await render(createElement(ReplyFiles, { extras: { ...extras(undefined), files: [] } })),
    ).toBe('');
  });

  it('of later waits above the box, or says that it was held', async () => {
    const later = { author: me, html: 'Oi', sendsAt: '2026-11-27T11:00:00Z', heldAt: null };
    const html = await render(
      createElement(LaterReplies, {
        ticketId: 7,
        later: [
          { ...later, mailId: 1, resolve: false },
          { ...later, mailId: 2, resolve: true, author: 'caio@x.com' },
          { ...later, mailId: 3, resolve: true, heldAt: now },
        ],
        onUse: none,
      }),
      [team, files],
    );
    expect(outlineOf(html)).toMatchInlineSnapshot(`
      "{aria-label="Respostas agendadas"}
      Resposta de Bia sai {title="sexta-feira, 27 de novembro de 2026 às 08:00"} 27/11/2026, 08:00 Desfazer
      Resposta de caio sai e resolve {title="sexta-feira, 27 de novembro de 2026 às 08:00"} 27/11/2026, 08:00 Desfazer
      {title="quinta-feira, 26 de novembro de 2026 às 12:00"} Não vai sair: algo mudou antes. Resposta de Bia. Desfazer"
    `);
  });
});

it('an account says who it is, and what was chosen', async () => {
  const known = [given('me.preferences.get', {}, { afterSending: 'next' } as never)];
  expect(outlineOf(await render(createElement(Account), known))).toMatchInlineSnapshot(`
    "B Conta de Bia Bia
    Bia
    bia@leitor.example
    Administração
    Aparência
    {value="*system"} Do sistema {value="light"} Clara {value="dark"} Escura
    Linhas
    {value="*compact"} Compactas {value="roomy"} Espaçosas
    Depois de enviar
    {value="stay"} Fica {value="*next"} Próximo {value="list"} Lista
    Sair"
  `);
});

it('drafts, tags, notes and quick replies are shown as they are', async () => {
  const draft = {
    ...{ id: 5, subject: '', requesterName: null, requesterEmail: 'ana@x.com', confidence: 0.876 },
    question: 'Como assino?',
  };
  const drafts = givenPage('replies.drafts.list', { status: 'stale', limit: 50 }, {
    items: [draft, { ...draft, id: 6, subject: 'Oi', requesterName: 'Ana' }],
    nextCursor: 'x',
  } as never);
  const stored = given('tags.list', {}, {
    items: [
      { ...tag(1), isDefault: true, updatedAt: now },
      { ...tag(2), isDefault: false, updatedAt: hoursAgo(48) },
    ],
  } as never);
  const reply = {
    id: 1,
    title: 'Oi',
    shortcut: '/oi',
    category: 'geral',
    content: 'Oi',
    createdAt: now,
    updatedAt: now,
  };
  const shown = [
    await render(createElement(DraftsScreen), [drafts], { address: '/rascunhos?situacao=stale' }),
    await render(createElement(TagsScreen), [stored]),
    await render(
      createElement(Note, { ticketId: 7, ref: createRef<HTMLTextAreaElement>(), onSaved: none }),
      [team],
    ),
    await render(createElement(EditQuickReply, { reply })),
    await render(createElement(EditQuickReply, { reply: undefined })),
  ];
  expect(shown.map(outlineOf).join('\n---\n')).toMatchInlineSnapshot(`
    "Rascunhos
    Situação
    {value="pending"} Esperando {value="*stale"} Desatualizados {value="approved"} Aprovados {value="discarded"} Descartados
    {aria-label="Rascunhos"}
    {href="/rascunhos/5?situacao=stale"} ana@x.com Confiança 88 % Sem assunto Como assino?
    {href="/rascunhos/6?situacao=stale"} Ana Confiança 88 % Oi Como assino?
    {disabled=""} Mostrar mais
    ---
    Tags
    Nova tag
    {aria-label="Tags"}
    Nome Padrão Alterada Ações
    Tag 1 Sim {title="quinta-feira, 26 de novembro de 2026 às 12:00"} 12:00
    {aria-label="Editar Tag 1"} Editar {aria-label="Excluir Tag 1"} Excluir
    Tag 2 {title="terça-feira, 24 de novembro de 2026 às 12:00"} 24/11/2026, 12:00
    {aria-label="Editar Tag 2"} Editar {aria-label="Excluir Tag 2"} Excluir
    ---
    {aria-label="Nota"}
    {type="checkbox"} O modelo pode ler
    {disabled=""} Salvar nota
    ---
    Título {maxLength="200" required="" name="title" value="Oi"}
    Atalho {maxLength="60" title="Começa com / e não tem espaços" required="" name="shortcut" value="/oi"}
    Categoria {maxLength="60" required="" name="category" value="geral"} {value="saudacao"} {value="despedida"} {value="tecnico"} {value="financeiro"} {value="geral"}
    {aria-label="Texto"}
    Texto
    {role="textbox" aria-label="Texto"}
    {role="toolbar" aria-label="Formatação"} {title="Negrito" aria-label="Negrito"} {title="Itálico" aria-label="Itálico"} {title="Lista" aria-label="Lista"} {title="Citação" aria-label="Citação"} {title="Link" aria-label="Link"}
    {aria-label="Como o leitor vê"}
    Como o leitor vê
    Exemplo: chamado 4711, de Maria Souza.
    {type="submit"} Salvar
    Excluir
    ---
    Título {maxLength="200" required="" name="title" value=""}
    Atalho {maxLength="60" title="Começa com / e não tem espaços" required="" name="shortcut" value="/"}
    Categoria {maxLength="60" required="" name="category" value=""} {value="saudacao"} {value="despedida"} {value="tecnico"} {value="financeiro"} {value="geral"}
    {aria-label="Texto"}
    Texto
    {role="textbox" aria-label="Texto"}
    {role="toolbar" aria-label="Formatação"} {title="Negrito" aria-label="Negrito"} {title="Itálico" aria-label="Itálico"} {title="Lista" aria-label="Lista"} {title="Citação" aria-label="Citação"} {title="Link" aria-label="Link"}
    {aria-label="Como o leitor vê"}
    Como o leitor vê
    Exemplo: chamado 4711, de Maria Souza.
    {type="submit" disabled=""} Salvar"
  `);
});

it('facts, failures and dialogs of the page say what they are for', async () => {
  const asks = createElement(Field, { label: 'Campo', children: createElement('textarea') });
  const shown = [
    createElement(Facts, {
      facts: [
        ['Um', 5, 'por quê'],
        ['Dois', '1.234'],
        ['Três', 'texto'],
      ],
    }),
    createElement(Failed, { error: new Error('x'), onAgain: none }),
    createElement(Failed, { error: new Error('x'), onAgain: none, heading: 'h1' }),
    ...[true, false].map((danger) =>
      createElement(ConfirmDialog, {
        ...{
          title: 'Título',
          confirm: 'Fazer',
          danger,
          busy: danger,
          onConfirm: none,
          onClose: none,
        },
        children: asks,
      }),
    ),
  ];
  const html = await Promise.all(shown.map((part) => render(part)));
  expect(html.map(outlineOf).join('\n---\n')).toMatchInlineSnapshot(`
    "Um 5 por quê
    Dois 1.234
    Três texto
    ---
    {role="alert"}
    Não foi possível carregar
    Error: x
    Tentar de novo
    ---
    {role="alert"}
    Não foi possível carregar
    Error: x
    Tentar de novo
    ---
    Título
    Campo
    Cancelar {type="submit" disabled=""} Fazer
    {title="Fechar" aria-label="Fechar"}
    ---
    Título
    Campo
    Cancelar {type="submit"} Fazer
    {title="Fechar" aria-label="Fechar"}"
  `);
  expect(
    html.map((text) =>
      /class="([^"]*)" disabled|type="submit" class="([^"]*)"/.exec(text)?.slice(1).join(''),
    ),
  ).toEqual([...['', '', '', 'danger lined', 'primary'].map((name) => name || undefined)]);
  expect(html[0]?.match(/data-figure/g)).toHaveLength(2);
});
