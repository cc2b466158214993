import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { failureTextOf } from '../../../console/src/api/failure.ts';
import { auditTexts } from '../../../console/src/audit/texts.ts';
import { operationTexts } from '../../../console/src/operations/texts.ts';
import { setAsideTexts } from '../../../console/src/set-aside/texts.ts';
import { shell } from '../../../console/src/shell/texts.ts';
import { tagTexts } from '../../../console/src/tags/texts.ts';
import { teamTexts } from '../../../console/src/team/texts.ts';
import { uiTexts } from '../../../console/src/ui/texts.ts';
import { civilDayOf } from '../../../server/core/civil-time.ts';
import { aMail } from '../../inbound/mails.ts';
import { startReplyFixture } from '../../replies/reply-fixtures.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { startReceiver, verify } from '../../webhooks/receivers.ts';
import { openConsole, people } from '../open-console.ts';
import { dialog, heading, row } from '../parts.ts';

let refuses = false;

const { service: fixture, visit: visitAs } = await openConsole((env) =>
  startReplyFixture({
    env: { ...env, WEBHOOK_ADDRESSES: 'any' },
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

it('the team has roles with their source, gives one to a new person, and changes and takes it', async () => {
  const page = await visit('/equipe');
  await heading(page, shell.titles.team).waitFor();
  await row(page, people.admin.email).getByText(teamTexts.sources.provider).waitFor();
  // What the provider gave is not proposed as the team's own.
  await row(page, people.admin.email).getByRole('button').click();
  const own = dialog(page).getByLabel(teamTexts.teamRole);
  expect(await own.locator(':checked').innerText()).toBe('Nenhum');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: teamTexts.add }).click();
  await dialog(page).getByLabel(teamTexts.email).fill('nova@exemplo.com');
  await dialog(page).getByLabel(teamTexts.teamRole).selectOption(shell.roles.editor);
  await dialog(page).getByRole('button', { name: teamTexts.add }).click();
  await row(page, 'nova@exemplo.com').getByText(shell.roles.editor).waitFor();
  const change = page.getByRole('button', { name: 'Mudar papel de nova@exemplo.com' });
  await change.click();
  await dialog(page).getByLabel(teamTexts.teamRole).selectOption(shell.roles.agent);
  await dialog(page).getByRole('button', { name: teamTexts.change }).click();
  await row(page, 'nova@exemplo.com').getByText(shell.roles.agent).waitFor();
  await expectAccessible(page);
  await change.click();
  await dialog(page).getByLabel(teamTexts.teamRole).selectOption(teamTexts.none);
  await dialog(page).getByRole('button', { name: teamTexts.change }).click();
  await row(page, 'nova@exemplo.com').waitFor({ state: 'detached' });
});

it('open sessions are listed, and one is ended by a click', async () => {
  const other = await visitAs('/tags', people.editor);
  await heading(other, shell.titles.tags).waitFor();
  const page = await visit('/equipe');
  await page.getByText(teamTexts.current).first().waitFor();
  await page
    .getByRole('button', { name: `Encerrar a sessão de ${people.editor.email}` })
    .first()
    .click();
  await page.getByText(`A sessão de ${people.editor.email} terminou.`).waitFor();
  await other.getByText(shell.signedOut).waitFor();
});

it('the screens of a new role are shown without a reload', async () => {
  const page = await visitAs('/tags', people.otherAgent, new Date());
  await page.getByRole('heading', { level: 1, name: shell.titles.tags }).waitFor();
  const quiz = page.getByRole('link', { name: shell.titles.quiz });
  expect(await quiz.count()).toBe(0);
  await trpc.team.set.mutate({ email: people.otherAgent.email, role: 'editor' });
  await page.clock.runFor(61_000);
  await quiz.click();
  await page.getByRole('heading', { level: 1, name: shell.titles.quiz }).waitFor();
});

it('tags are created, renamed and made the default, and deleted once no ticket has them', async () => {
  const page = await visitAs('/tags');
  // No hint says which tickets have a tag: they are counted each time.
  await page.route(/console\/events/, (route) => route.abort());
  await page.reload();
  await page.getByRole('button', { name: tagTexts.add }).click();
  await dialog(page).getByLabel(tagTexts.name).fill('Boleto');
  await dialog(page).getByRole('button', { name: tagTexts.save }).click();
  await row(page, 'Boleto').waitFor();
  await page.getByText('Tag Boleto salva.').waitFor();
  expect((await trpc.tags.list.query()).items).toMatchObject([
    { name: 'Boleto', color: '#1d4ed8', isDefault: false },
  ]);
  await page.getByRole('button', { name: tagTexts.add }).click();
  await dialog(page).getByLabel(tagTexts.name).fill('Boleto');
  await dialog(page).getByRole('button', { name: tagTexts.save }).click();
  await page.getByText(failureTextOf('tag-name-taken')).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Editar Boleto' }).click();
  const name = dialog(page).getByLabel(tagTexts.name);
  await dialog(page).getByLabel(tagTexts.color).fill('#336699');
  await name.fill(' Cobrança ');
  await dialog(page).getByRole('checkbox', { name: tagTexts.isDefault }).check();
  await dialog(page).getByRole('button', { name: tagTexts.save }).click();
  await row(page, 'Cobrança').getByText(tagTexts.yes).waitFor();
  await expectAccessible(page);
  const [tag] = (await trpc.tags.list.query()).items;
  expect(tag).toMatchObject({ name: 'Cobrança', color: '#336699', isDefault: true });
  const { id } = await trpc.tickets.create.mutate({ subject: 'Oi', body: 'Oi', main: 'Outros' });
  await trpc.tickets.addTag.mutate({ id, tagId: tag?.id ?? 0 });
  await page.getByRole('button', { name: 'Excluir Cobrança' }).click();
  await dialog(page).getByText('1 chamado tem esta tag.').waitFor();
  const confirm = dialog(page).getByRole('button', { name: tagTexts.remove, exact: true });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog(page).getByRole('button', { name: uiTexts.cancel }).click();
  await trpc.tickets.removeTag.mutate({ id, tagId: tag?.id ?? 0 });
  await page.getByRole('button', { name: 'Excluir Cobrança' }).click();
  await dialog(page).getByText('Nenhum chamado tem esta tag.').waitFor();
  await confirm.click();
  await page.getByText('Tag Cobrança excluída.').waitFor();
  await page.getByText(tagTexts.empty).waitFor();
});

it('the operation is refused to agents', async () => {
  const page = await visitAs('/operacao');
  await heading(page, shell.refused).waitFor();
});

it('the operation leads to what needs somebody', async () => {
  await refusedMail('Recusado visto');
  const page = await visit('/operacao');
  await page.getByRole('heading', { level: 1, name: shell.titles.operations }).waitFor();
  await page.getByText(operationTexts.state.versions).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: /recusou/ }).click();
  await row(page, 'Recusado visto').waitFor();
  expect(page.url()).toMatch(/\/operacao\/emails\?situacao=failed$/);
});

it('a refused mail is sent again, and another is dropped', async () => {
  const id = await refusedMail('Recusado outra vez');
  await refusedMail('Descartado');
  const page = await visit('/operacao/emails');
  await row(page, 'Recusado outra vez').getByText('550').waitFor();
  await doIt(page, row(page, 'Descartado'), operationTexts.mails.drop.text);
  await row(page, operationTexts.mails.statuses.dropped).waitFor({ state: 'detached' });
  await doIt(page, row(page, 'Recusado outra vez'), operationTexts.mails.retry.text);
  await page.getByText('Situação: Enviado').waitFor();
  await row(page, 'Recusado outra vez').waitFor({ state: 'detached' });
  await page
    .getByRole('combobox', { name: operationTexts.columns.state })
    .selectOption(operationTexts.mails.statuses.sent);
  await row(page, 'Recusado outra vez').getByRole('link', { name: 'Recusado outra vez' }).click();
  await page.waitForURL(`**/console/chamados/${id}`);
});

it('a mail in quarantine is shown as text, and read again', async () => {
  await quarantinedMail('Imagem hostil');
  const page = await visit('/operacao/entrada');
  const mail = row(page, 'Tem mais de um remetente').or(row(page, 'Não tem remetente')).first();
  await mail.getByRole('button', { name: setAsideTexts.look }).click();
  const dialog = page.getByRole('dialog', { name: 'Imagem hostil' });
  await dialog.getByText('Bom dia').first().waitFor();
  expect(await dialog.locator('img, iframe, script').count()).toBe(0);
  await dialog.getByText(setAsideTexts.source).click();
  await dialog.getByText('https://mau.exemplo/pixel.png').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await doIt(page, mail, 'Ler de novo');
  await page.getByText('O e-mail continua em quarentena.').waitFor();
});

it('a job is run', async () => {
  const page = await visit('/operacao/tarefas');
  const job = row(page, 'Enviar os e-mails que esperam');
  await doIt(page, job, 'Rodar agora');
  await job.getByText('Deu certo').waitFor();
  const { items } = await trpc.audit.list.query({ action: 'jobs.run', limit: 1 });
  expect(items[0]).toMatchObject({ target: 'job:send-mails', actorEmail: people.admin.email });
});

it('a webhook is created, shows its secret once, and replays what it sent', async () => {
  const receiver = await startReceiver();
  const page = await visit('/operacao/webhooks');
  await page.getByRole('button', { name: operationTexts.webhooks.create }).click();
  const form = page.getByRole('dialog', { name: operationTexts.webhooks.create });
  await form.getByRole('textbox', { name: operationTexts.columns.address }).fill(receiver.url);
  for (const event of ['Quiz publicado', 'Quiz respondido'])
    await form.getByRole('checkbox', { name: event }).uncheck();
  await form.getByRole('button', { name: operationTexts.webhooks.create }).click();
  const secret = await page
    .getByRole('textbox', { name: operationTexts.webhooks.secret })
    .inputValue();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: operationTexts.webhooks.copy }).click();
  await page.getByText(operationTexts.webhooks.copied).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await page.keyboard.press('Escape');
  await fixture.openTicket();
  await fixture.openTicket();
  await trpc.jobs.run.mutate({ name: 'send-webhooks' });
  for (const one of receiver.received) verify(secret, one);
  await row(page, receiver.url)
    .getByRole('button', { name: operationTexts.webhooks.deliveries })
    .click();
  const deliveries = page.getByRole('region', { name: `Entregas a ${receiver.url}` });
  await row(page, operationTexts.deliveries.states.delivered).nth(1).waitFor();
  await deliveries.getByLabel(operationTexts.deliveries.since).fill('2026-01-01');
  await doIt(page, deliveries, 'Repetir 2 avisos');
  await row(page, operationTexts.deliveries.states.delivered)
    .first()
    .waitFor({ state: 'detached' });
  await expectAccessible(page);
  await trpc.jobs.run.mutate({ name: 'send-webhooks' });
  expect(new Set(receiver.ids()).size).toBe(2);
  expect(receiver.received).toHaveLength(4);
  await doIt(page, row(page, receiver.url), 'Trocar segredo');
  expect(
    await page.getByRole('textbox', { name: operationTexts.webhooks.secret }).inputValue(),
  ).not.toBe(secret);
  await page.keyboard.press('Escape');
  await doIt(page, row(page, receiver.url), 'Excluir');
  await row(page, receiver.url).waitFor({ state: 'detached' });
  await receiver.close();
});

it('the trail is narrowed by person, act, target and days, in the address', async () => {
  const agent = await fixture.app.trpc({ role: 'agent', email: 'nina@exemplo.com.br' });
  const id = await fixture.openTicket({ subject: 'Auditado' });
  await agent.tickets.setStatus.mutate({ id, status: 'resolved' });
  await agent.tickets.addNote.mutate({ id, body: 'Nota' });
  const page = await visit(`/auditoria?alvo=ticket:${id}`);
  await row(page, 'Anotou no chamado').waitFor();
  await row(page, 'Abriu chamado').waitFor();
  await page.getByRole('combobox', { name: auditTexts.action }).selectOption('Mudou situação');
  await page.getByRole('textbox', { name: teamTexts.person }).fill(' nina@exemplo.com.br ');
  await page.keyboard.press('Enter');
  await page.waitForURL(/ato=tickets.setStatus/);
  await row(page, 'Anotou no chamado').waitFor({ state: 'detached' });
  const act = row(page, 'Mudou situação');
  expect(await act.getByRole('cell').nth(4).innerText()).toContain('Situação: Aberto');
  expect(await act.getByRole('cell').nth(5).innerText()).toContain('Situação: Resolvido');
  await expectAccessible(page);
  await page.getByLabel(auditTexts.filters.ate).fill('2020-01-01');
  await page.getByRole('button', { name: auditTexts.filter }).click();
  await page.getByText(auditTexts.empty).waitFor();
  // The last day is part of them.
  await page.getByLabel(auditTexts.filters.ate).fill(civilDayOf(new Date()));
  await page.keyboard.press('Enter');
  await act.getByRole('link', { name: `Chamado ${id}` }).click();
  await page.waitForURL(`**/console/chamados/${id}`);
});
