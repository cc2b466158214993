import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const { quickReplies } = await app.trpc({ role: 'agent' });

const unsafe: [string, string][] = [
  ['<p onclick="x()">Oi</p>', '<p>Oi</p>'],
  ['<p>Oi</p><script>x()</script>', '<p>Oi</p>'],
  ['<p>Oi</p><style>p{}</style><img src="https://exemplo.com.br/x.png">', '<p>Oi</p>'],
  ['<a href="//mau.exemplo">Oi</a>', '<a>Oi</a>'],
  ['<a href="javascript:x()">Oi</a>', '<a>Oi</a>'],
  ['<a href="data:text/html,x">Oi</a>', '<a>Oi</a>'],
  ['<a href="tel:+551130000000">Oi</a>', '<a>Oi</a>'],
];

const safe = [
  '<h1>Oi</h1><h2>Tudo</h2><u>bem</u>',
  '<a href="http://exemplo.com.br" name="a" target="_blank" rel="noopener">Oi</a>',
  '<a href="https://exemplo.com.br">Oi</a>',
  '<a href="mailto:a@exemplo.com.br">Oi</a>',
  '<table><tbody><tr><td>Oi</td></tr></tbody></table>',
];

const aReply = (content: string) =>
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
      const { id, content: created } = await aReply(content);
      expect(created).toBe(stored);
      const changed = await aReply('<p>Outra</p>');
      expect(await quickReplies.update.mutate({ id: changed.id, content })).toMatchObject({
        content: stored,
      });
      const listed = await quickReplies.list.query({});
      for (const reply of listed.filter((row) => [id, changed.id].includes(row.id))) {
        expect(reply.content).toBe(stored);
      }
    },
  );
});
