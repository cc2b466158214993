import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { aPerson, from, mailEnv } from './mail-people.ts';
import { aMail, aMailWith } from './mails.ts';

const app = await startApp(mailEnv);
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });
const { db } = app.service.contextFor('test');

const ingest = async (raw: Buffer) => {
  const { ticketId = 0 } = await agent.inbound.ingest.mutate({ raw: raw.toString('base64') });
  const [message] = (await agent.tickets.get.query({ id: ticketId })).messages;
  if (!message) throw new Error('the ticket has no message');
  return { ...message, ticketId };
};
const originalOf = async (id: number | string, role: 'agent' | 'reader' = 'agent') =>
  fetch(`${app.internalUrl}/console/messages/${id}/original`, {
    headers: { authorization: `Bearer ${await app.token({ role })}` },
  });

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const withPicture = (html: string, headers = from(aPerson())) =>
  aMail(
    { ...headers, Cc: 'Bia <bia@exemplo.com.br>', 'Content-Type': 'multipart/related; boundary=r' },
    [
      '--r\r\nContent-Type: multipart/alternative; boundary=a\r\n',
      '--a\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nA edição veio assim',
      `--a\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`,
      '--a--',
      '--r\r\nContent-Type: image/png\r\nContent-ID: <foto@x>\r\nContent-Disposition: inline; filename="foto.png"\r\nContent-Transfer-Encoding: base64\r\n',
      pixel,
      '--r--',
    ].join('\r\n'),
  );

describe('GET /console/messages/{id}/original', () => {
  it('shows the HTML of a mail in a sandbox, with its own pictures and nothing from outside', async () => {
    const html = `<style>p { background: url(https://fora.example/a.png) } @import "https://fora.example/b.css";</style>
      <p style="color:red;background:url('https://fora.example/c.png');cursor:u\\72l(x);content:IMAGE-SET('https://fora.example/f.png' 1x)" onclick="x()">A edição <b>veio</b> assim</p>
      <img src="cid:foto%40x" alt="foto" style="width:9px;background:URL(https://fora.example/g.png"><img src="https://fora.example/d.png"><a href="https://link.example/pedido">pedido</a>
      <script>alert(1)</script><iframe src="https://fora.example/e"></iframe><base href="https://fora.example/"><form action="https://fora.example/"></form>`;
    const message = await ingest(withPicture(html));
    expect(message).toMatchObject({
      hasOriginal: true,
      cc: [{ email: 'bia@exemplo.com.br', name: 'Bia' }],
      attachments: [
        { nomeArquivo: 'foto.png', tipoArquivo: 'image/png', tamanhoArquivo: 70, inline: true },
      ],
    });
    const response = await originalOf(message.id);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toBe(
      "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    );
    const page = await response.text();
    expect(page).toContain(`src="data:image/png;base64,${pixel}"`);
    expect(page).toContain('color:red');
    expect(page).toContain('style="width:9px;background:none');
    expect(page).not.toContain('\\');
    // Of alternatives the last one is shown.
    expect(page).not.toContain('<pre');
    expect(page).toContain('title="https://link.example/pedido"');
    expect(page).not.toMatch(/fora\.example|<script|onclick|<iframe|<form|<base|href=/);
  });

  it('shows a mail without HTML as its texts, but for those that are attached', async () => {
    const { id } = await ingest(aMail(from(aPerson()), 'Um < dois\r\n  três'));
    expect(await (await originalOf(id)).text()).toContain('>Um &lt; dois\r\n  três</pre>');
  });

  it('is for agents, and for messages that came by mail, while it is kept', async () => {
    const { id, ticketId } = await ingest(aMail(from(aPerson())));
    expect((await originalOf(id, 'reader')).status).toBe(403);
    expect((await fetch(`${app.internalUrl}/console/messages/${id}/original`)).status).toBe(401);
    for (const unknown of ['999999999', '0', `${id}x`]) {
      expect((await originalOf(unknown)).status).toBe(404);
    }
    await sql`update inbound_originals set unwanted = true
      where id = (select original_id from inbound_mails where message_id = ${id})`.execute(db);
    expect((await originalOf(id)).status).toBe(404);
    const { messages } = await agent.tickets.get.query({ id: ticketId });
    expect(messages).toMatchObject([{ id, hasOriginal: false }]);
  });
});

describe('a file of a mail that may not be uploaded', () => {
  const heic = { name: 'foto.heic', type: 'image/heic', contents: Buffer.from('....ftypheic....') };

  it('is held: agents save it, nobody is shown it', async () => {
    const email = aPerson();
    const png = { name: 'falsa.png', type: 'image/png', contents: Buffer.from('nada disso') };
    const { ticketId, notice, attachments } = await ingest(aMailWith([heic, png], from(email)));
    expect(notice).toBeNull();
    expect(attachments).toMatchObject([
      { nomeArquivo: 'foto.heic', tipoArquivo: 'image/heic' },
      { nomeArquivo: 'falsa.png' },
    ]);
    const [file] = (await agent.attachments.list.query({ ticketId })).items;
    expect(file).toMatchObject({ held: true, quarantined: true });
    const id = file?.id ?? 0;
    const download = await fetch(`${app.internalUrl}/console/attachments/${id}/download`, {
      headers: { authorization: `Bearer ${await app.token({ role: 'agent' })}` },
    });
    expect(download.status).toBe(200);
    expect(download.headers.get('content-type')).toBe('application/octet-stream');
    expect(download.headers.get('content-disposition')).toMatch(
      /^attachment; filename="foto\.heic"/,
    );
    expect(Buffer.from(await download.arrayBuffer())).toEqual(heic.contents);
    const reader = await app.client({ email });
    const { status } = await reader.downloadAttachment({ params: { attachmentId: id }, query: {} });
    expect(status).toBe(409);
    const [listed] = (await agent.attachments.list.query({ ticketId })).items;
    expect((await fetch(listed?.downloadUrl ?? '')).status).toBe(409);
  });
});
