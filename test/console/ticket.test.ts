import { createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Conversation } from '../../console/src/tickets/conversation/conversation.tsx';
import { Merge } from '../../console/src/tickets/merge.tsx';
import { TicketFields } from '../../console/src/queue/new-ticket.tsx';
import { Side } from '../../console/src/tickets/side.tsx';
import { TicketActions } from '../../console/src/tickets/ticket-actions.tsx';
import {
  categories,
  files,
  hoursAgo,
  listed,
  me,
  none,
  type Opened,
  opened,
  renderAtNoon,
  team,
} from './desk-samples.ts';
import { given, outlineOf, render } from './render.ts';

await vi.hoisted(async () => (await import('./stub-window.ts')).stubWindow());
renderAtNoon();

describe('a ticket', () => {
  const message = {
    kind: 'message',
    author: 'Ana',
    origin: 'requester',
    body: 'Veja https://a.example/x.',
    folded: null,
    notice: null,
    mail: null,
    cc: [],
    attachments: [],
    hasOriginal: false,
  } as const;
  const note = {
    kind: 'note',
    author: me,
    body: 'Nota',
    inPrompt: false,
    mentions: [],
    forwardedTo: [],
    mail: null,
    folded: null,
    notice: null,
    attachments: [],
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
    { ...note, id: 31, createdAt: hoursAgo(2), inPrompt: true, mail: 'saved' as const },
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

  it('shows below a reply the files that are not in its text', async () => {
    const filesOf = async (picture: number) => {
      const body = `<p>Veja <img src="cid:anexo-${picture}"></p>`;
      const reply = { ...message, id: 21, origin: 'agent', body, createdAt: hoursAgo(1) };
      return conversation({}, { items: [reply] });
    };
    expect(await filesOf(12)).toContain('a.txt');
    expect(await filesOf(1)).not.toContain('a.txt');
  });

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
        today: '2026-11-26',
        status: 'broken',
        currentStreak: 5,
        maxStreak: 9,
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
