import { createElement, createRef } from 'react';
import { expect, it, vi } from 'vitest';
import DraftsScreen from '../../console/src/drafts/drafts-screen.tsx';
import { EditQuickReply } from '../../console/src/quick-replies/edit-quick-reply.tsx';
import { Account } from '../../console/src/shell/account.tsx';
import TagsScreen from '../../console/src/tags/tags-screen.tsx';
import { Note } from '../../console/src/tickets/note.tsx';
import { ConfirmDialog } from '../../console/src/ui/actions.tsx';
import { Field } from '../../console/src/ui/form.tsx';
import { Facts, Failed } from '../../console/src/ui/page.tsx';
import { hoursAgo, none, now, renderAtNoon, tag, team } from './desk-samples.ts';
import { given, givenPage, outlineOf, render } from './render.ts';

await vi.hoisted(async () => (await import('./stub-window.ts')).stubWindow());
renderAtNoon();

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
    id: 5,
    subject: '',
    requesterName: null,
    requesterEmail: 'ana@x.com',
    confidence: 0.876,
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

it('a quick reply names each variable that does not exist once, and is not saved with it', async () => {
  const edit = async (content: string) => {
    const dates = { createdAt: now, updatedAt: now };
    const reply = { id: 1, title: 'Oi', shortcut: '/oi', category: 'geral', content, ...dates };
    return outlineOf(await render(createElement(EditQuickReply, { reply })));
  };
  const known = '{{nome}} {{primeiro_nome}} {{ticket}} {{newsletter}} {{atendente}}';
  const right = await edit(known);
  expect(right).not.toContain('{role="alert"}');
  expect(right).toContain('{type="submit"} Salvar');
  const wrong = await edit(`${known} {{cupom}} {{ cpf }} {{cupom}}`);
  expect(wrong).toContain('{role="alert"} Estas variáveis não existem: {{cupom}}, {{ cpf }}\n');
  expect(wrong).toContain('{type="submit" disabled=""} Salvar');
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
        title: 'Título',
        confirm: 'Fazer',
        danger,
        busy: danger,
        onConfirm: none,
        onClose: none,
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
