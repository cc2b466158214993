import { createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { LaterReplies } from '../../console/src/reply/later.tsx';
import { askForDraft } from '../../console/src/reply/model-draft.tsx';
import { fillVariables, missingVariables } from '../../console/src/reply/quick-replies.tsx';
import { Recipients, ReplyFiles } from '../../console/src/reply/reply-extras.tsx';
import { asHtml } from '../../console/src/reply/reply-html.tsx';
import { ByMail } from '../../console/src/reply/sending.tsx';
import { file, files, me, none, now, renderAtNoon, team } from './desk-samples.ts';
import { outlineOf, render } from './render.ts';

await vi.hoisted(async () => (await import('./stub-window.ts')).stubWindow());
renderAtNoon();

describe('the variables of a reply', () => {
  const names = ['nome', 'primeiro_nome', 'ticket', 'newsletter', 'atendente', 'outra'];
  const html = names.map((name) => `{{${name}}} {{ ${name} }}`).join(', ');
  const known = { ticketId: 7, requesterName: 'Ana  <Lima>', newsletter: 'Bom "Dia"' };
  const nobody = { ticketId: 7, requesterName: null, newsletter: null };

  it('are filled in as text, and stay as they are without a value', () => {
    expect(fillVariables(html, known, 'Bia').split(', ')).toEqual([
      'Ana  &lt;Lima&gt; Ana  &lt;Lima&gt;',
      'Ana Ana',
      '7 7',
      'Bom &quot;Dia&quot; Bom &quot;Dia&quot;',
      'Bia Bia',
      '{{outra}} {{ outra }}',
    ]);
    expect(fillVariables(html, nobody, 'Bia').split(', ')).toEqual([
      '{{nome}} {{ nome }}',
      '{{primeiro_nome}} {{ primeiro_nome }}',
      '7 7',
      '{{newsletter}} {{ newsletter }}',
      'Bia Bia',
      '{{outra}} {{ outra }}',
    ]);
  });

  it('are named once if they have no value, never who replies or the ticket', () => {
    expect(missingVariables(html, known)).toEqual(['{{outra}}', '{{ outra }}']);
    const missing = ['nome', 'primeiro_nome', 'newsletter', 'outra'];
    expect(missingVariables(html + html, nobody)).toEqual(
      missing.flatMap((name) => [`{{${name}}}`, `{{ ${name} }}`]),
    );
  });
});

it.each([
  [{ ok: true, draftId: 5 }, 'O modelo escreveu um rascunho.'],
  [{ ok: false, reason: 'already-answered' }, 'O chamado já foi respondido.'],
  [{ ok: false, reason: 'draft-exists' }, 'O chamado já tem um rascunho.'],
  [{ ok: false, reason: 'link-not-allowed' }, 'O modelo escreveu um link que não é permitido.'],
  [{ ok: false, reason: 'too-late' }, 'O modelo demorou demais.'],
  [{ ok: false, reason: 'low-confidence' }, 'O modelo não sabe o que responder.'],
  [{ ok: false, reason: 'model-failed' }, 'O modelo não respondeu.'],
  [{ ok: false, reason: 'nova' }, 'Não foi possível (nova).'],
])('who asks for a draft is told what became of it: %j', async (outcome, text) => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    asked.push(JSON.parse(String(body)));
    return Response.json([{ result: { data: { outcomes: [outcome] } } }]);
  });
  expect(await askForDraft(7)).toBe(text);
  expect(asked).toEqual([{ 0: { ticketIds: [7] } }]);
});

describe('a reply', () => {
  it('says to whom it goes, with what, and how', async () => {
    const used = {
      addresses: [],
      bytes: 3_000_000,
      isTooLarge: false,
      add: none,
      remove: none,
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

  it('of a plain text keeps its lines and paragraphs, and what looks like a tag is text', () => {
    expect(asHtml('Olá,\n1 < 2\n"fim"\n \nAté')).toBe(
      '<p>Olá,<br>1 &lt; 2<br>&quot;fim&quot;</p><p>Até</p>',
    );
    expect(asHtml('<p>Olá</p>')).toBe('<p>Olá</p>');
  });
});
