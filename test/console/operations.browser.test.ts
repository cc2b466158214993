import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { civilDayOf } from '../../server/core/civil-time.ts';
import { aMail } from '../inbound/mails.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { expectAccessible } from '../support/accessible.ts';
import { startReceiver, verify } from '../webhooks/receivers.ts';
import { openConsole, people, rewriting } from './open-console.ts';
import { row } from './parts.ts';

let refuses = false;

const { service: fixture, visit: visitAs } = await openConsole((env) =>
  startReplyFixture({
    env: { ...env, WEBHOOK_ADDRESSES: 'any', MODEL_TOKENS_PER_DAY: '1000' },
    mail: {
      onRecipient: () => {
        if (refuses) throw Object.assign(new Error('no such user'), { responseCode: 550 });
      },
    },
  }),
);
const trpc = await fixture.app.trpc();

const refusedMail = async (subject: string): Promise<number> => {
  const id = await fixture.openTicket({ subject, email: 'lia@exemplo.com.br' });
  refuses = true;
  await trpc.tickets.reply.mutate({ id, html: '<p>Olá!</p>', sendEmail: true, undoSeconds: 0 });
  refuses = false;
  return id;
};

const quarantinedMail = async (subject: string): Promise<void> => {
  const raw = aMail(
    { From: 'ninguém', Subject: subject, 'Content-Type': 'text/html' },
    '<p>Bom dia</p><img src="https://mau.exemplo/pixel.png"><script>alert(1)</script>',
  );
  const ingested = await trpc.inbound.ingest.mutate({ raw: raw.toString('base64') });
  expect(ingested.outcome).toBe('quarantined');
};

const visit = (address: string) => visitAs(address, people.admin);
/** Presses a button and confirms what it asks. */
const doIt = async (page: Page, within: ReturnType<Page['getByRole']>, name: string) => {
  await within.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
};

describe('the operation', () => {
  it('is for administrators', async () => {
    const page = await visitAs('/operacao');
    await page.getByText('Seu papel não permite ver esta página.').waitFor();
    expect(await page.getByRole('link', { name: 'Operação' }).count()).toBe(0);
    await page.goto('/console/auditoria');
    await page.getByText('Seu papel não permite ver esta página.').waitFor();
  });

  it('leads to what needs somebody, and says on what it runs', async () => {
    await refusedMail('Recusado visto');
    await sql`insert into model_tokens (day, tokens)
      values ((now() at time zone 'America/Sao_Paulo')::date, 900)
      on conflict (day) do update set tokens = 900`.execute(
      fixture.app.service.contextFor('test').db,
    );
    const page = await visit('/operacao');
    await page.getByRole('heading', { level: 1, name: 'Operação' }).waitFor();
    await page.getByText('Limite diário do modelo, % já usado: 90').waitFor();
    await page.getByText('900 de 1.000').waitFor();
    await page.getByText('Versões em uso').waitFor();
    await page.getByRole('link', { name: /recusou/ }).click();
    await row(page, 'Recusado visto').waitFor();
    expect(page.url()).toMatch(/\/operacao\/emails\?situacao=failed$/);
  });

  it('counts a replica that does not respond, and leads to the mails in doubt', async () => {
    const page = await visit('/');
    const away = '"replicas":[{"replica":"leitura-1","seconds":120,"usable":false}]';
    const status = rewriting((body) =>
      body
        .replace('"replicas":[]', away)
        .replace(/"mails":\{.*?\}/, '"mails":{"pending":0,"sending":0,"unknown":2,"failed":3}')
        .replace(/"quarantinedMails":\d+/, '"quarantinedMails":4')
        .replace(/"failing":\d+/, '"failing":5')
        .replace(/"bytes":\d+/, '"bytes":7400000')
        .replace(/"failedJobs":\d+/, '"failedJobs":6'),
    );
    await page.route(/operations\.status/, status);
    await page.getByRole('link', { name: 'Operação' }).click();
    await page.getByText('Serviços de que dependemos e que não respondem: 1').waitFor();
    const links = page
      .getByRole('region', { name: 'Agora' })
      .getByRole('listitem')
      .getByRole('link');
    const needs = await links.evaluateAll((all) =>
      all.map((link) => `${link.textContent} ${link.getAttribute('href')}`),
    );
    expect(needs.filter((need) => !/modelo|dependemos/.test(need))).toEqual([
      'E-mails que o destino recusou: 3 /console/operacao/emails?situacao=failed',
      'E-mails que podem ter chegado ou não: 2 /console/operacao/emails?situacao=unknown',
      'E-mails de leitores em quarentena: 4 /console/operacao/entrada',
      'Tarefas que falharam na última vez: 6 /console/operacao/tarefas',
      'Webhooks que não recebem nossos avisos: 5 /console/operacao/webhooks',
    ]);
    await page.getByText('Réplica leitura-1').waitFor();
    await page.getByText('(7,4 MB)').waitFor();
    await page.getByRole('link', { name: 'podem ter chegado ou não: 2' }).click();
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Situação' }).locator(':checked').innerText())
      .toBe('Em dúvida');
  });

  it('sends a refused mail again, and drops one', async () => {
    const id = await refusedMail('Recusado outra vez');
    await refusedMail('Descartado');
    const page = await visit('/operacao/emails');
    await row(page, 'Recusado outra vez').getByText('550').waitFor();
    await doIt(page, row(page, 'Descartado'), 'Descartar');
    await row(page, 'Descartado').waitFor({ state: 'detached' });
    await doIt(page, row(page, 'Recusado outra vez'), 'Enviar de novo');
    await page.getByText('Situação: Enviado').waitFor();
    await row(page, 'Recusado outra vez').waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Situação' }).selectOption('Enviado');
    await row(page, 'Recusado outra vez').getByRole('link', { name: 'Recusado outra vez' }).click();
    await page.waitForURL(`**/console/chamados/${id}`);
  });

  it('shows a mail in quarantine as text, and reads it again', async () => {
    await quarantinedMail('Imagem hostil');
    const page = await visit('/operacao/entrada');
    const mail = row(page, 'Tem mais de um remetente').or(row(page, 'Não tem remetente')).first();
    await mail.getByRole('button', { name: 'Ver' }).click();
    const dialog = page.getByRole('dialog', { name: 'Imagem hostil' });
    await dialog.getByText('Bom dia').first().waitFor();
    expect(await dialog.locator('img, iframe, script').count()).toBe(0);
    await dialog.getByText('Fonte do e-mail').click();
    await dialog.getByText('https://mau.exemplo/pixel.png').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await doIt(page, mail, 'Ler de novo');
    await page.getByText('O e-mail continua em quarentena.').waitFor();
  });

  it('runs a job', async () => {
    const page = await visit('/operacao/tarefas');
    const job = row(page, 'Enviar os e-mails que esperam');
    await doIt(page, job, 'Rodar agora');
    await job.getByText('Deu certo').waitFor();
    const { items } = await trpc.audit.list.query({ action: 'jobs.run', limit: 1 });
    expect(items[0]).toMatchObject({ target: 'job:send-mails', actorEmail: people.admin.email });
  });

  it('creates a webhook, shows its secret once, and replays what it sent', async () => {
    const receiver = await startReceiver();
    const page = await visit('/operacao/webhooks');
    await page.getByRole('button', { name: 'Novo webhook' }).click();
    const form = page.getByRole('dialog', { name: 'Novo webhook' });
    await form.getByRole('textbox', { name: 'Endereço' }).fill(receiver.url);
    for (const event of ['Quiz publicado', 'Quiz respondido'])
      await form.getByRole('checkbox', { name: event }).uncheck();
    await form.getByRole('button', { name: 'Novo webhook' }).click();
    const secret = await page.getByRole('textbox', { name: 'Segredo' }).inputValue();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copiar' }).click();
    await page.getByText('Segredo copiado.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await page.keyboard.press('Escape');
    await fixture.openTicket();
    await fixture.openTicket();
    await trpc.jobs.run.mutate({ name: 'send-webhooks' });
    for (const one of receiver.received) verify(secret, one);
    await row(page, receiver.url).getByRole('button', { name: 'Entregas' }).click();
    const deliveries = page.getByRole('region', { name: `Entregas a ${receiver.url}` });
    await row(page, 'Entregue').nth(1).waitFor();
    await deliveries.getByLabel('Repetir desde').fill('2026-01-01');
    await doIt(page, deliveries, 'Repetir 2 avisos');
    await row(page, 'Entregue').first().waitFor({ state: 'detached' });
    await expectAccessible(page);
    await trpc.jobs.run.mutate({ name: 'send-webhooks' });
    expect(new Set(receiver.ids()).size).toBe(2);
    expect(receiver.received).toHaveLength(4);
    await doIt(page, row(page, receiver.url), 'Trocar segredo');
    expect(await page.getByRole('textbox', { name: 'Segredo' }).inputValue()).not.toBe(secret);
    await page.keyboard.press('Escape');
    await doIt(page, row(page, receiver.url), 'Excluir');
    await row(page, receiver.url).waitFor({ state: 'detached' });
    await receiver.close();
  });

  it('has no violations that axe finds', async () => {
    await refusedMail('Recusado e de assunto tão comprido que não cabe em uma linha de telefone');
    const page = await visit('/operacao');
    await page.getByText('Versões em uso').waitFor();
    await expectAccessible(page);
    for (const [section, text] of [
      ['emails', 'lia@exemplo.com.br'],
      ['tarefas', 'Ler a caixa de e-mails'],
    ]) {
      await page.goto(`/console/operacao/${section}`);
      await page
        .getByText(text ?? '')
        .first()
        .waitFor();
      await expectAccessible(page);
    }
  });
});

it('says that a part of the console could not be loaded, and shows it once it can', async () => {
  const page = await visit('/operacao');
  await page.getByRole('heading', { level: 1, name: 'Operação' }).waitFor();
  const part = /tags-screen/;
  await page.route(part, (route) => route.abort());
  await page.getByRole('link', { name: 'Tags' }).click();
  await page.getByRole('status').getByText('Sem conexão').waitFor();
  await page.unroute(part);
  await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
});

describe('the trail', () => {
  it('names jobs, and quizzes by their day', async () => {
    await trpc.jobs.run.mutate({ name: 'send-mails' });
    const page = await visit('/auditoria?alvo=job:send-mails');
    const act = row(page, 'Rodou tarefa').first();
    await act.getByText('Tarefa: Enviar os e-mails que esperam').waitFor();
    await act.getByText('Resultado: deu certo').waitFor();
  });

  it('is narrowed by person, act, target and days, in the address', async () => {
    const agent = await fixture.app.trpc({ role: 'agent', email: 'nina@exemplo.com.br' });
    const id = await fixture.openTicket({ subject: 'Auditado' });
    await agent.tickets.setStatus.mutate({ id, status: 'resolved' });
    await agent.tickets.addNote.mutate({ id, body: 'Nota' });
    const page = await visit(`/auditoria?alvo=ticket:${id}`);
    await row(page, 'Anotou no chamado').waitFor();
    await row(page, 'Abriu chamado').waitFor();
    await page.getByRole('combobox', { name: 'Ação' }).selectOption('Mudou situação');
    await page.getByRole('textbox', { name: 'Pessoa' }).fill(' nina@exemplo.com.br ');
    await page.keyboard.press('Enter');
    await page.waitForURL(/ato=tickets.setStatus/);
    await row(page, 'Anotou no chamado').waitFor({ state: 'detached' });
    const act = row(page, 'Mudou situação');
    expect(await act.getByRole('cell').nth(4).innerText()).toContain('Situação: Aberto');
    expect(await act.getByRole('cell').nth(5).innerText()).toContain('Situação: Resolvido');
    await expectAccessible(page);
    await page.getByLabel('Até').fill('2020-01-01');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await page.getByText('Nada com estes filtros.').waitFor();
    // The last day is part of them.
    await page.getByLabel('Até').fill(civilDayOf(new Date()));
    await page.keyboard.press('Enter');
    await act.getByRole('link', { name: `Chamado ${id}` }).click();
    await page.waitForURL(`**/console/chamados/${id}`);
  });
});
