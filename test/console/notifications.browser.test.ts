import { expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { callsOf, openConsole, people } from './open-console.ts';

const { service: app, visit } = await openConsole(startApp);
const trpc = await app.trpc();

it('tells of assigned tickets and of answers while nobody looks, in the title and by the browser', async () => {
  const { email } = people.agent;
  const page = await visit('/fila');
  await page.context().grantPermissions(['notifications']);
  await page.getByRole('button', { name: 'Conta de Agente' }).click();
  const choice = page.getByRole('checkbox', { name: 'Avisar por este navegador' });
  await choice.click();
  await expect.poll(() => choice.isChecked()).toBe(true);
  await page.evaluate(`
    globalThis.shown = [];
    globalThis.tags = new Set();
    globalThis.visibility = 'hidden';
    Object.defineProperty(document, 'visibilityState', { get: () => visibility });
    globalThis.Notification = class {
      static permission = 'granted';
      constructor(title, { body, tag }) {
        shown.push([title, body].join(': '));
        globalThis.last = this;
        this.tag = tag;
        tags.add(tag);
      }
    };
  `);
  const { id } = await trpc.tickets.create.mutate({
    subject: 'Cobrança',
    body: 'Fui cobrado duas vezes.',
    main: 'Financeiro',
  });
  await trpc.tickets.assign.mutate({ ids: [id], agentEmail: email });
  await expect.poll(() => page.title()).toBe('(1) Fila · leitor');
  await trpc.tickets.reply.mutate({ id, html: '<p>Vamos ver.</p>', sendEmail: false });
  await trpc.tickets.addMessage.mutate({ id, author: 'Rui', origin: 'requester', body: 'E aí?' });
  await expect.poll(() => page.title()).toBe('(2) Fila · leitor');
  await trpc.tickets.addMessage.mutate({ id, author: 'Rui', origin: 'requester', body: 'Oi?' });
  await expect.poll(() => page.title()).toBe('(3) Fila · leitor');
  expect(await page.evaluate('shown')).toEqual([
    'Novo chamado para você: Cobrança',
    'O leitor respondeu: Cobrança',
    'O leitor respondeu: Cobrança',
  ]);
  // A mention is told once, whatever else happens on the ticket.
  const { id: cited } = await trpc.tickets.create.mutate({ subject: 'Nota', body: 'a', main: 'b' });
  await trpc.tickets.addNote.mutate({ id: cited, body: 'Você sabe?', mentions: [email] });
  await expect
    .poll(() => page.evaluate('shown.slice(3)'))
    .toEqual(['Você foi citado numa nota: Nota']);
  await trpc.tickets.addNote.mutate({ id: cited, body: 'Sem citar' });
  await trpc.tickets.addMessage.mutate({
    id: cited,
    author: 'Rui',
    origin: 'requester',
    body: 'E?',
  });
  await trpc.tickets.assign.mutate({ ids: [cited], agentEmail: email });
  await expect
    .poll(() => page.evaluate('shown.slice(4)'))
    .toEqual(['Novo chamado para você: Nota']);
  await trpc.tickets.addNote.mutate({ id: cited, body: 'E agora?', mentions: [email] });
  await expect
    .poll(() => page.evaluate('shown.slice(5)'))
    .toEqual(['Você foi citado numa nota: Nota']);
  await page.evaluate(
    "visibility = 'visible'; document.dispatchEvent(new Event('visibilitychange'))",
  );
  await expect.poll(() => page.title()).toBe('Fila · leitor');
  // Nobody is notified while they look at the page.
  const assign = async (subject: string) => {
    const ticket = await trpc.tickets.create.mutate({ subject, body: 'a', main: 'b' });
    await trpc.tickets.assign.mutate({ ids: [ticket.id], agentEmail: email });
  };
  await assign('À vista');
  const row = page.getByRole('link').filter({ hasText: 'À vista' });
  await row.getByRole('img', { name: /^Com / }).waitFor();
  await page.evaluate("visibility = 'hidden'");
  await assign('Longe');
  await expect
    .poll(() => page.evaluate('shown.slice(6)'))
    .toEqual(['Novo chamado para você: Longe']);
  expect(await page.evaluate('last.tag')).toMatch(/^ticket:\d+:/);
  // What is news twice is shown twice.
  expect(await page.evaluate('tags.size')).toBe(7);
  await choice.uncheck();
  await assign('Sem aviso');
  await expect.poll(() => page.title()).toBe('(2) Fila · leitor');
  expect(await page.evaluate('shown.length')).toBe(7);
  await page.evaluate('last.onclick()');
  await page.getByRole('heading', { level: 1, name: 'Longe' }).waitFor();
});

it('says that the browser does not allow to be told, and asks it only when it is wanted', async () => {
  const page = await visit('/tags');
  const calls = await callsOf(page, {});
  await page.goto('/console/tags');
  const followed = { sort: 'updated', limit: 100 };
  await expect
    .poll(() => calls('tickets.list'))
    .toEqual([
      { mentions: 'me', ...followed },
      { assignee: people.agent.email, ...followed },
    ]);
  await page.evaluate(`
    globalThis.answers = ['denied', 'granted'];
    globalThis.Notification = class {
      static permission = 'default';
      static requestPermission = async () => answers.shift();
    };
  `);
  await page.getByRole('button', { name: 'Conta de Agente' }).click();
  const choice = page.getByRole('checkbox', { name: 'Avisar por este navegador' });
  const refused = page.getByText('O navegador não permite avisos desta página.');
  const kept = () => page.evaluate(() => localStorage.getItem('console:notifications'));
  await choice.click();
  await refused.waitFor();
  expect([await choice.isChecked(), await kept()]).toEqual([false, null]);
  await choice.click();
  await refused.waitFor({ state: 'detached' });
  await expect.poll(() => choice.isChecked()).toBe(true);
  expect(await kept()).toBe('true');
  await choice.click();
  await expect.poll(kept).toBeNull();
});
