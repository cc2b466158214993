import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { aMail } from '../../inbound/mails.ts';
import { hostileHtml } from '../../markup/hostile-html.ts';
import { startReplyFixture } from '../../replies/reply-fixtures.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { openConsole } from '../open-console.ts';
import { box, conversation, press } from '../parts.ts';
import { ticketTexts } from '../texts.ts';

const { service: fixture, visit } = await openConsole((env) => startReplyFixture({ env }));
const trpc = await fixture.app.trpc();

/** What would run a script, or ask another host for something. */
const more = [
  '<img src="https://mal.example/a.png">',
  '<svg onload="alert(1)"><use href="https://mal.example/a.svg#a"/></svg>',
  '<link rel="stylesheet" href="https://mal.example/a.css">',
  '<style>@import "https://mal.example/b.css"; * { background: url(https://mal.example/c.png) }</style>',
  '<p style="background: url(https://mal.example/d.png)">Oi</p>',
  '<meta http-equiv="refresh" content="0; url=https://mal.example/">',
  '<base href="https://mal.example/">',
  '<object data="https://mal.example/"></object><embed src="https://mal.example/">',
  '<video src="https://mal.example/a.mp4" poster="https://mal.example/e.png"></video>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<form action="https://mal.example/"><button formaction="javascript:alert(1)">x</button></form>',
  '<template><script>alert(1)</script></template>',
  '<a href="javascript:alert(1)" autofocus onfocus="alert(1)">x</a>',
  '<details open ontoggle="alert(1)">x</details>',
  '<div id="root"><div id="content">x</div></div>',
  '{{constructor.constructor("alert(1)")()}}',
  '"><script>alert(1)</script>',
];

const corpus = [...hostileHtml.map(([given]) => given), ...more];

/** Expects that nothing of the corpus became an element that acts. */
const expectHarmless = async (page: Page) => {
  const acting = await page.evaluate(() =>
    [...document.querySelectorAll('[aria-label="Conversa"] *, [role="textbox"] *, h1 *')]
      .filter(
        (element) =>
          element.matches(
            'script, style, link, meta, base, iframe, object, embed, video, form, template, noscript, math, [id="root"], img[src^="http"], svg[onload]',
          ) ||
          element.getAttributeNames().some((name) => /^on|^style$|^formaction$/.test(name)) ||
          /^(javascript|data):/i.test(element.getAttribute('href') ?? ''),
      )
      .map(({ outerHTML }) => outerHTML),
  );
  expect(acting).toEqual([]);
};

it('shows what no line can hold within the conversation', async () => {
  const id = await fixture.openTicket();
  for (const body of ['x'.repeat(2_000), `مرحبا بالعالم ${'👩‍👩‍👧‍👦'.repeat(200)}`]) {
    await trpc.tickets.addMessage.mutate({ id, author: 'Rui', origin: 'requester', body });
  }
  const page = await visit(`/chamados/${id}`);
  await conversation(page).getByRole('article').nth(2).waitFor();
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const beyond = await conversation(page).evaluate((region) => {
      const end = region.getBoundingClientRect().right + 1;
      return [...region.querySelectorAll('*')].filter(
        (element) => element.getBoundingClientRect().right > end,
      ).length;
    });
    expect([width, beyond]).toEqual([width, 0]);
  }
});

it('shows hostile messages and drafts without running or fetching anything of them', async () => {
  const { db } = fixture.app.service.contextFor('test');
  const ticketId = await fixture.openTicket({
    subject: '<img src=x onerror=alert(1)>',
    name: '<script>alert(1)</script>',
  });
  for (const body of corpus) {
    await trpc.tickets.addMessage.mutate({
      id: ticketId,
      author: body.slice(0, 100),
      origin: 'requester',
      body,
    });
  }
  // As if the service had stored replies without sanitising them.
  await sql`
    insert into ticket_messages (ticket_id, author, origin, body, created_at)
    select ticket_id, 'agente@exemplo.com', 'agent', body, created_at from ticket_messages where ticket_id = ${ticketId}
  `.execute(db);
  const { outcomes } = await trpc.replies.drafts.create.mutate({
    ticketIds: [await fixture.openTicket({ subject: 'Rascunho' })],
  });
  const draftId = outcomes[0]?.ok ? outcomes[0].draftId : 0;
  await sql`update reply_drafts set html = ${corpus.join('')} where id = ${draftId}`.execute(db);

  const page = await visit(`/chamados/${ticketId}`);
  await conversation(page).getByText('<object data="https://mal.example/">').first().waitFor();
  await expectHarmless(page);
  await page.goto(`/console/rascunhos/${draftId}`);
  await box(page).getByText('Olá, Maria!').click();
  await page.keyboard.type('Oi');
  await expectHarmless(page);
});

it('shows a mail as its program shows it, sealed', async () => {
  const html = '<table><tr><td>Nome</td><td>Pedido</td></tr></table>';
  const raw = aMail({ 'Content-Type': 'text/html; charset=utf-8' }, html);
  const { ticketId } = await trpc.inbound.ingest.mutate({ raw: raw.toString('base64') });
  const page = await visit(`/chamados/${ticketId}`);
  await press(page, ticketTexts.original);
  const mail = page.frameLocator('article iframe');
  await mail.getByRole('cell', { name: 'Pedido' }).waitFor();
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-same-origin');
  const isWhole = (frame: HTMLIFrameElement) => {
    const shown = frame.contentDocument?.documentElement;
    return shown !== undefined && shown.scrollHeight <= shown.clientHeight;
  };
  await expect.poll(() => page.locator('article iframe').evaluate(isWhole)).toBe(true);
  await expectAccessible(page);
});

it('shows links of a reply, which open elsewhere', async () => {
  const id = await fixture.openTicket();
  const links = ['https://a.example/', 'mailto:a@x.com', 'ftp://c.example/'].map(
    (href) => `<p><a href="${href}">${href}</a></p>`,
  );
  await trpc.tickets.reply.mutate({ id, html: links.join(''), sendEmail: false });
  const page = await visit(`/chamados/${id}`);
  const reply = page.getByRole('article').last();
  const shown = reply.locator('p a');
  await shown.last().waitFor();
  const attributes = await shown.evaluateAll((all) =>
    all.map((link) => ['href', 'rel', 'target'].map((name) => link.getAttribute(name))),
  );
  expect(attributes).toEqual([
    ['https://a.example/', 'noreferrer', '_blank'],
    ['mailto:a@x.com', 'noreferrer', '_blank'],
    [null, 'noreferrer', '_blank'],
  ]);
});
