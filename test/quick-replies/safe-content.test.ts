import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { errorCode } from '../public-client.ts';

const app = await startApp();
afterAll(() => app.close());
const agent = await app.client();
const { quickReplies } = await app.trpc({ role: 'agent' });

const unsafe: [string, string][] = [
  ['<p onclick="x()">Oi</p>', '<p>Oi</p>'],
  ['<p>Oi</p><script>x()</script>', '<p>Oi</p>'],
  ['<p>Oi</p><style>p{}</style><img src="https://exemplo.com.br/x.png">', '<p>Oi</p>'],
  ['<a href="//mau.exemplo">Oi</a>', '<a>Oi</a>'],
  ['<a href="javascript:x()">Oi</a>', '<a>Oi</a>'],
  ['<a href="data:text/html,x">Oi</a>', '<a>Oi</a>'],
  ['<a href="tel:+551130000000">Oi</a>', '<a>Oi</a>'],
  ['Oi<!-- nota -->', 'Oi'],
  ['<?php x() ?>Oi', 'Oi'],
  ['Oi</p>', 'Oi<p></p>'],
  ['<B>Oi</B>', '<b>Oi</b>'],
  ['A &#38; B', 'A &amp; B'],
  ['A &#x26; B', 'A &amp; B'],
  ['A &AMP; B', 'A &amp; B'],
];

const safe = [
  '<h1>Oi</h1><h2>Tudo</h2><u>bem</u>',
  '<a href="http://exemplo.com.br" name="a" target="_blank" rel="noopener">Oi</a>',
  '<a href="https://exemplo.com.br">Oi</a>',
  '<a href="mailto:a@exemplo.com.br">Oi</a>',
  '<table><tbody><tr><td>Oi</td></tr></tbody></table>',
];

const aReply = (content = '<p>Olá</p>') =>
  quickReplies.create.mutate({
    title: 'Segura',
    content,
    category: 'geral',
    shortcut: `/${crypto.randomUUID()}`,
  });

describe('the content of a quick reply', () => {
  it.each([...unsafe, ...safe.map((content): [string, string] => [content, content])])(
    '%s is stored as %s, when it is created and when it is changed',
    async (content, stored) => {
      expect(await aReply(content)).toMatchObject({ content: stored });
      const { id } = await aReply('<p>Outra</p>');
      expect(await quickReplies.update.mutate({ id, content })).toMatchObject({ content: stored });
    },
  );

  const contentOf = async (conteudo: string) => {
    const reply = await aReply();
    const response = await agent.updateQuickReply({
      params: { quickReplyId: reply.id },
      body: { conteudo },
    });
    return response.status === 200 ? response.body.data.conteudo : errorCode(response);
  };

  it.each([
    '5 < 6 & 7 > 3',
    'Maria & João <3',
    'linha 1\nlinha 2',
    '  recuo',
    'R&D',
    '👍',
    'x<1>y',
    'A &amp B &#38 C',
  ])('stores the plain text %j as written', async (text) => {
    expect(await contentOf(text)).toBe(text);
  });

  it.each([
    '<script>x</script>',
    ' ',
    '<p> </p>',
    '<p>&nbsp;</p>',
    '<img src="https://x/y.png">',
    '<hr>',
    '\u200b',
    '\u0301',
    '&#8203;',
  ])('refuses %j, of which nothing visible is left', async (html) => {
    expect(await contentOf(html)).toBe('quick-reply-empty');
    await expect(aReply(html)).rejects.toMatchObject({
      data: { errorCode: 'quick-reply-empty' },
    });
  });

  it('is also rid of what removing a tag would create', async () => {
    const nested = await contentOf('<p>a<sc<script>x</script>ript>alert(1)</sc</p>');
    expect(nested).not.toMatch(/<script/i);
  });
});
