import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createInternalClient } from '../../../packages/internal/src/index.ts';
import { aMail } from '../../inbound/mails.ts';
import { startReplyFixture } from '../../replies/reply-fixtures.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { startReceiver, verify } from '../../webhooks/receivers.ts';
import { openConsole, people } from '../open-console.ts';
import { dialog, heading, keys, press, row } from '../parts.ts';
import {
  failureTextOf,
  keyTexts,
  operationTexts,
  setAsideTexts,
  shell,
  tagTexts,
  teamTexts,
  uiTexts,
} from '../texts.ts';

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
const { columns, deliveries, mails, webhooks } = operationTexts;
const { editor, otherAgent } = people;

const refusedMail = async (subject: string): Promise<void> => {
  const id = await fixture.openTicket({ subject, email: 'lia@exemplo.com.br' });
  refuses = true;
  await trpc.tickets.reply.mutate({ id, html: '<p>Olá!</p>', sendEmail: true, undoSeconds: 0 });
  refuses = false;
};

const visit = (address: string) => visitAs(address, people.admin);
type Page = Awaited<ReturnType<typeof visit>>;
/** Presses a button and confirms what it asks. */
const doIt = async (page: Page, within: ReturnType<typeof row>, name: string) => {
  await press(within, name);
  await press(dialog(page), name);
};

it('the team has roles with their source, gives one to a new person, and changes and takes it', async () => {
  const page = await visit('/equipe');
  const admin = row(page, people.admin.email);
  await admin.getByText(teamTexts.sources.provider).waitFor();
  // What the provider gave is not proposed as the team's own.
  await admin.getByRole('button').click();
  const role = dialog(page).getByLabel(teamTexts.teamRole);
  expect(await role.inputValue()).toBe('');
  await keys(page, 'Escape');
  const email = 'nova@exemplo.com';
  await press(page, teamTexts.add);
  await dialog(page).getByRole('textbox', { name: teamTexts.email }).fill(email);
  await role.selectOption('editor');
  await dialog(page).getByLabel(teamTexts.invite).check();
  await press(dialog(page), teamTexts.add);
  await row(page, email).getByText(shell.roles.editor).waitFor();
  expect(fixture.smtp.mails.map(({ to }) => to)).toContainEqual([email]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    press(page, uiTexts.exportOf(teamTexts.people)),
  ]);
  const rows = (await text(await file.createReadStream())).split('\r\n');
  expect(rows).toContain(`${email};${email};${shell.roles.editor};${teamTexts.sources.team}`);
  await expectAccessible(page);
  const change = async (to: string) => {
    await press(page, teamTexts.changeOf(email));
    await role.selectOption(to);
    await press(dialog(page), teamTexts.change);
  };
  await change('agent');
  await row(page, email).getByText(shell.roles.agent).waitFor();
  await change('');
  await row(page, email).waitFor({ state: 'detached' });
});

it('a session of somebody else is ended by a click', async () => {
  const other = await visitAs('/tags', editor);
  await heading(other, shell.titles.tags).waitFor();
  const page = await visit('/equipe');
  await page
    .getByRole('button', { name: `Encerrar a sessão de ${editor.email}` })
    .first()
    .click();
  await page.getByText(teamTexts.ended(editor.email)).waitFor();
  await other.getByText(shell.signedOut).waitFor();
});

it('a key is made for a part of the service, shown once, and revoked', async () => {
  const page = await visit('/equipe');
  await press(page, keyTexts.create);
  await dialog(page).getByRole('textbox', { name: keyTexts.name }).fill('Painel');
  await dialog(page).getByRole('checkbox', { name: keyTexts.domains.tags }).check();
  await press(dialog(page), keyTexts.create);
  const secret = dialog(page).getByRole('textbox', { name: keyTexts.secret.title });
  const token = await secret.inputValue();
  await expectAccessible(page);
  await keys(page, 'Escape');
  const key = row(page, 'Painel');
  await key.getByText(keyTexts.domains.tags ?? '').waitFor();
  const client = createInternalClient({ url: fixture.app.internalUrl, token });
  await client.tags.list.query({});
  await press(key, keyTexts.revokeOf('Painel'));
  await press(dialog(page), keyTexts.revoke);
  await key.getByText(keyTexts.revoked).waitFor();
  await expect(client.tags.list.query({})).rejects.toThrow();
});

it('the screens of a new role are shown without a reload', async () => {
  const page = await visitAs('/tags', otherAgent, new Date());
  await heading(page, shell.titles.tags).waitFor();
  const quiz = page.getByRole('link', { name: shell.titles.quiz });
  expect(await quiz.count()).toBe(0);
  await trpc.team.set.mutate({ email: otherAgent.email, role: 'editor' });
  await page.clock.runFor(61_000);
  await quiz.click();
  await heading(page, shell.titles.quiz).waitFor();
});

it('tags are created, renamed and made the default, and deleted once no ticket has them', async () => {
  const page = await visitAs('/tags');
  // No hint says which tickets have a tag: they are counted each time.
  await page.route(/console\/events/, (route) => route.abort());
  await page.reload();
  const name = dialog(page).getByLabel(tagTexts.name);
  const create = async () => {
    await press(page, tagTexts.add);
    await name.fill('Boleto');
    await press(dialog(page), tagTexts.save);
  };
  await create();
  await row(page, 'Boleto').waitFor();
  await create();
  await page.getByText(failureTextOf('tag-name-taken')).waitFor();
  await keys(page, 'Escape');
  await press(page, tagTexts.editOf('Boleto'));
  await dialog(page).getByLabel(tagTexts.color).fill('#336699');
  await name.fill(' Cobrança ');
  await dialog(page).getByRole('checkbox', { name: tagTexts.isDefault }).check();
  await press(dialog(page), tagTexts.save);
  await row(page, 'Cobrança').getByText(tagTexts.yes).waitFor();
  await expectAccessible(page);
  const [tag] = (await trpc.tags.list.query()).items;
  expect(tag).toMatchObject({ name: 'Cobrança', color: '#336699', isDefault: true });
  const used = { id: await fixture.openTicket(), tagId: tag?.id ?? 0 };
  await trpc.tickets.addTag.mutate(used);
  await press(page, tagTexts.removeOf('Cobrança'));
  await press(dialog(page), tagTexts.remove);
  await dialog(page).getByText(failureTextOf('tag-in-use')).waitFor();
  await trpc.tickets.removeTag.mutate(used);
  await press(dialog(page), tagTexts.remove);
  await page.getByText(tagTexts.empty).waitFor();
});

it('the operation leads to a refused mail, which is sent again or dropped', async () => {
  await refusedMail('Recusado outra vez');
  await refusedMail('Descartado');
  const page = await visit('/operacao');
  await heading(page, shell.titles.operations).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: operationTexts.needs.failed(2) }).click();
  const again = row(page, 'Recusado outra vez');
  await again.getByText('550').waitFor();
  await doIt(page, row(page, 'Descartado'), mails.drop.text);
  await row(page, 'Descartado').waitFor({ state: 'detached' });
  await doIt(page, again, mails.retry.text);
  await again.waitFor({ state: 'detached' });
});

it('a mail in quarantine is shown as text, and read again', async () => {
  const raw = aMail(
    { From: 'ninguém', Subject: 'Imagem hostil', 'Content-Type': 'text/html' },
    '<p>Bom dia</p><img src="https://mau.exemplo/pixel.png"><script>alert(1)</script>',
  );
  const ingested = await trpc.inbound.ingest.mutate({ raw: raw.toString('base64') });
  expect(ingested.outcome).toBe('quarantined');
  const page = await visit('/operacao/entrada');
  const mail = page.getByRole('row').last();
  await press(mail, setAsideTexts.look);
  await dialog(page).getByText('Bom dia').first().waitFor();
  expect(await dialog(page).locator('img, iframe, script').count()).toBe(0);
  await expectAccessible(page);
  await keys(page, 'Escape');
  await doIt(page, mail, setAsideTexts.retry.text);
  await page.getByText(setAsideTexts.notTaken('quarantined')).waitFor();
});

it('a webhook is created, shows its secret once, and replays what it sent', async () => {
  const receiver = await startReceiver();
  const page = await visit('/operacao/webhooks');
  const webhook = row(page, receiver.url);
  await press(page, webhooks.create);
  await dialog(page).getByRole('textbox', { name: columns.address }).fill(receiver.url);
  await press(dialog(page), webhooks.create);
  const secret = await page.getByRole('textbox', { name: webhooks.secret.title }).inputValue();
  await keys(page, 'Escape');
  await fixture.openTicket();
  await trpc.jobs.run.mutate({ name: 'send-webhooks' });
  for (const one of receiver.received) verify(secret, one);
  await press(webhook, webhooks.deliveries);
  const delivered = row(page, deliveries.states.delivered);
  await doIt(page, delivered, deliveries.replay.text);
  await delivered.waitFor({ state: 'detached' });
  await expectAccessible(page);
  await trpc.jobs.run.mutate({ name: 'send-webhooks' });
  expect(new Set(receiver.ids()).size).toBe(1);
  expect(receiver.received).toHaveLength(2);
  await receiver.close();
});
