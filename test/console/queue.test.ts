import { createElement, Fragment } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { ItemOf } from '../../console/src/api/client.ts';
import { BulkBar } from '../../console/src/queue/bulk.tsx';
import { Filters } from '../../console/src/queue/filters.tsx';
import { MailBadge, StatusBadge, TicketRow } from '../../console/src/queue/ticket-row.tsx';
import Views from '../../console/src/queue/views.tsx';
import {
  categories,
  hoursAgo,
  listed,
  me,
  none,
  now,
  renderAtNoon,
  tag,
  tags,
  team,
} from './desk-samples.ts';
import { given, outlineOf, render } from './render.ts';

await vi.hoisted(async () => (await import('./stub-window.ts')).stubWindow());
renderAtNoon();

const rows: [string, Partial<ItemOf<'tickets.list'>>, object][] = [
  ['that waits for a day', {}, {}],
  ['that waits for more', { waitingSince: hoursAgo(24.1), requesterName: null }, {}],
  [
    'of somebody',
    { assigneeEmail: me, requesterName: null, requesterEmail: null, mail: 'saved' },
    {},
  ],
  [
    'in progress',
    { status: 'in_progress', subject: '', hasDraft: true, attachmentCount: 1, mail: 'waiting' },
    {},
  ],
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
        selected: false,
        nameOf: (email: string) => `<${email}>`,
        onSelect: none,
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
      { waiting: true },
      { waiting: true, assignee: 'me' },
      { mentions: 'me' },
      { waiting: true, assignee: null },
      { snoozed: true },
      { status: 'open' },
      {},
      { main: 'Conta' },
      { main: 'Conta' },
    ] as object[];
    const known = [
      given('views.list', {}, { items } as never),
      given('tickets.counts', { views }, { counts: [1, 2, 3, 4, 5, 6, 12_345, 0, 9] }),
    ];
    const aside = (...unseen: object[]) => given('inbound.status', {}, { unseen } as never);
    const unseen = [aside({ reason: 'list', count: 2 }, { reason: 'bounce', count: 3 }), aside()];
    const addresses = ['/fila?sort=newest&main=Conta', '/fila?sort=updated&main=Conta'];
    const shown = addresses.map((address, n) =>
      render(createElement(Views), [...known, ...unseen.slice(n, n + 1)], { address }),
    );
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
      {href="/emails"} E-mails à parte
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
