import { createElement } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draftTexts } from '../../../console/src/reply/draft-texts.ts';
import { askForDraft } from '../../../console/src/reply/model-draft.tsx';
import { fillVariables, missingVariables } from '../../../console/src/reply/quick-replies.tsx';
import { asHtml, PlainText } from '../../../console/src/reply/reply-html.tsx';
import { useOnce } from '../../../console/src/reply/sending.tsx';
import { addressesIn, useReplyParts } from '../../../console/src/reply/use-reply-parts.ts';
import { addParts, partsOf } from '../../../console/src/shell/browser-storage.ts';
import { linksOf, render, textOf, used } from '../render.ts';
import { renderAtNoon } from '../samples.ts';
import { stubBrowser, stubService } from '../stub-browser.ts';

await vi.hoisted(async () => (await import('../stub-window.ts')).stubWindow());
renderAtNoon();
beforeEach(() => stubBrowser());

describe('the variables of a reply', () => {
  const names = ['nome', 'primeiro_nome', 'ticket', 'newsletter', 'atendente', 'outra'];
  const html = names.map((name) => `{{${name}}} {{ ${name} }}`).join(', ');
  const known = { ticketId: 7, requesterName: 'Ana  <Lima>', newsletter: 'Bom "Dia"' };
  const nobody = { ticketId: 7, requesterName: null, newsletter: null };

  it('fills in variables as text, and leaves those without a value', () => {
    expect(fillVariables(html, known, 'Bia').split(', ')).toEqual([
      'Ana  &lt;Lima&gt; Ana  &lt;Lima&gt;',
      'Ana Ana',
      '7 7',
      'Bom &quot;Dia&quot; Bom &quot;Dia&quot;',
      'Bia Bia',
      '{{outra}} {{ outra }}',
    ]);
    expect(fillVariables('{{nome}} {{newsletter}}', nobody, 'Bia')).toBe('{{nome}} {{newsletter}}');
  });

  it('names each variable without a value once, but never the agent or the ticket', () => {
    const missing = ['nome', 'primeiro_nome', 'newsletter', 'outra'];
    expect(missingVariables(html + html, nobody)).toEqual(missing);
  });
});

it.each([
  [{ ok: true, draftId: 5 }, draftTexts.created],
  [{ ok: false, reason: 'too-late' }, draftTexts.failures['too-late']],
  [{ ok: false, reason: 'nova' }, expect.stringContaining('(nova)')],
])('who asks for a draft is told what became of it: %j', async (outcome, text) => {
  const calls = stubService({ 'replies.drafts.create': { outcomes: [outcome] } });
  expect(await askForDraft(7)).toEqual(text);
  expect(calls).toEqual([['replies.drafts.create', { ticketIds: [7] }]]);
});

it('a plain text keeps its lines and paragraphs, and what looks like a tag is text', () => {
  expect(asHtml('Olá,\n1 < 2\n"fim"\n \nAté')).toBe(
    '<p>Olá,<br>1 &lt; 2<br>&quot;fim&quot;</p><p>Até</p>',
  );
  expect(asHtml('<p>Olá</p>')).toBe('<p>Olá</p>');
});

it('an address behind the text of a link shows only where it leads', async () => {
  const text = 'Clique aqui [https://www.news.com.br/a?b=1], ou veja https://x.com/y.';
  const html = await render(createElement(PlainText, { text }));
  expect(textOf(html)).toBe('Clique aqui (news.com.br) , ou veja https://x.com/y .');
  expect(linksOf(html)).toEqual(['https://www.news.com.br/a?b=1', 'https://x.com/y']);
});

it('a request has the key of the same content until it was answered', async () => {
  const once = await used(useOnce);
  const keys: string[] = [];
  const send = (content: string, lost = false) =>
    once(content, async (key) => {
      keys.push(key);
      if (lost) throw new Error('no response');
    }).catch(() => undefined);
  await send('Oi', true);
  await send('Oi');
  await send('Oi', true);
  await send('Outro');
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
});

it('what goes with a reply is in the order it came, and nothing stays once it is taken', async () => {
  const named = (id: number, size: number) => ({ id, name: `${id}.txt`, type: 'text/plain', size });
  const extras = () => used(() => useReplyParts(81));
  const { add, remove, setCc } = await extras();
  add([named(1, 10 * 1_048_576), named(2, 10 * 1_048_576)]);
  setCc('b@x.com, a@x.com');
  add([named(3, 1)]);
  expect(await extras()).toMatchObject({
    bytes: 20 * 1_048_576 + 1,
    isTooLarge: true,
    addresses: ['b@x.com', 'a@x.com'],
    files: [{ id: 1 }, { id: 2 }, { id: 3 }],
  });
  remove(3);
  expect(await extras()).toMatchObject({ isTooLarge: false, files: [{ id: 1 }, { id: 2 }] });
  const { files, cc } = (await extras()).take();
  expect([files.map(({ id }) => id), cc]).toEqual([[1, 2], 'b@x.com, a@x.com']);
  expect((await extras()).files).toEqual([]);
});

describe('what goes with a reply', () => {
  const file = (id: number) => ({ id, name: `${id}.txt`, type: 'text/plain', size: 1 });
  it('restores undone files before the present ones, each once, and keeps a typed Cc', () => {
    const store = partsOf(71);
    addParts(71, { files: [file(1), file(2)] });
    addParts(71, { files: [file(3), file(2)], cc: 'a@x.com' });
    const ids = () => store.get().files.map(({ id }) => id);
    expect([ids(), store.get().cc]).toEqual([[3, 2, 1], 'a@x.com']);
    addParts(71, { cc: 'b@x.com' });
    expect([ids(), store.get().cc]).toEqual([[3, 2, 1], 'a@x.com']);
    expect(partsOf(72).get()).toMatchObject({ files: [] });
  });

  const many = Array.from({ length: 21 }, (_, n) => `a${n}@x.com`);
  it.each([
    [undefined, [], undefined],
    [' , ; ', [], undefined],
    ['Ana@X.com, b@x.com;c@x.com\nd@x.com e@x.com', ['ana', 'b', 'c', 'd', 'e'], undefined],
    ['a@x.com, A@x.com', ['a'], undefined],
    ['a@x.com, Bia', ['a', 'Bia'], 'Bia'],
    ['<a@x.com>', ['<a@x.com>'], '<a@x.com>'],
    [many.slice(0, 20).join(), many.slice(0, 20), undefined],
    [many.join(), many, 'a20@x.com'],
  ])('has the addresses of %j', (text, names, wrong) => {
    const found = addressesIn(text);
    const wanted = names.map((name) =>
      /@/.test(name) || name === wrong ? name.toLowerCase() : `${name}@x.com`,
    );
    expect(found).toEqual({ addresses: wanted, wrong });
  });
});
