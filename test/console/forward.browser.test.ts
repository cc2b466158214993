import { simpleParser } from 'mailparser';
import { expect, it } from 'vitest';
import { mailEnv } from '../inbound/mail-people.ts';
import { aMail, aMailWith } from '../inbound/mails.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { expectAccessible } from '../support/accessible.ts';
import { holdUndo, openConsole, people } from './open-console.ts';
import { loseResponse } from './parts.ts';

const { service: fixture, visit } = await openConsole((env) =>
  startReplyFixture({ env: { ...env, MAIL_REPLY_TO: mailEnv.MAIL_REPLY_TO } }),
);
const trpc = await fixture.app.trpc();
const ingest = (raw: Buffer) => trpc.inbound.ingest.mutate({ raw: raw.toString('base64') });

it('Encaminhar mails a message with files to others, is undone, and shows what they answer', async () => {
  const aText = (name: string) => ({ name, type: 'text/plain', contents: Buffer.from(name) });
  const files = [aText('recibo.txt'), aText('senha.txt')];
  const { ticketId = 0 } = await ingest(aMailWith(files, { From: 'Ana <ana@exemplo.com.br>' }));
  const page = await visit(`/chamados/${ticketId}`);
  await holdUndo(page);
  const conversation = page.getByRole('region', { name: 'Conversa' });
  const dialog = page.getByRole('dialog', { name: 'Encaminhar' });
  const to = dialog.getByRole('textbox', { name: 'Para' });
  const confirm = dialog.getByRole('button', { name: 'Encaminhar' });
  const focused = (name: string) =>
    expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe(name);

  await conversation.getByRole('button', { name: 'Encaminhar' }).click();
  await to.fill('rui');
  await dialog.getByText('Não dá para enviar a rui').waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await to.fill('Rui@grafica.example, eva@grafica.example');
  const { db } = fixture.app.service.contextFor('test');
  const resize = (size: number) =>
    db.updateTable('attachments').set({ size }).where('name', '=', 'senha.txt').execute();
  await resize(20 * 1_048_576);
  await page.reload();
  await conversation.getByRole('button', { name: 'Encaminhar' }).click();
  await dialog.getByRole('alert').getByText('21 MB: passa de 20 MB').waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  // 20 MB alone are not too many.
  for (const name of ['senha.txt', 'recibo.txt']) {
    await dialog.getByRole('checkbox', { name }).uncheck();
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    await dialog.getByRole('checkbox', { name }).check();
    await expect.poll(() => confirm.isDisabled()).toBe(true);
  }
  await resize(9);
  await to.press('Enter');
  await focused('Mensagem');
  await page.keyboard.type('Podem ver?');
  await dialog.getByRole('checkbox', { name: 'senha.txt' }).uncheck();
  await page.setViewportSize({ width: 375, height: 667 });
  await expectAccessible(page);
  // What was typed is still there after it was closed, and the focus is where it was.
  await page.keyboard.press('Escape');
  await focused('Encaminhar');
  await page.keyboard.press('Enter');
  await dialog.getByText('Podem ver?').waitFor();
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
  await focused('Encaminhar');
  await page.setViewportSize({ width: 1280, height: 800 });
  const note = conversation.getByText('Encaminhado a rui@grafica.example, eva@grafica.example');
  await note.waitFor();
  await page.getByText(new RegExp(`^Encaminhamento do chamado ${ticketId} sai em`)).waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByText(`Desfeito. O texto voltou ao chamado ${ticketId}`).waitFor();
  await note.waitFor({ state: 'detached' });

  await page.keyboard.press('f');
  expect(await to.inputValue()).toBe('Rui@grafica.example, eva@grafica.example');
  expect(await dialog.getByRole('checkbox', { name: 'senha.txt' }).isChecked()).toBe(false);
  // A failure stays in the dialog, with what was typed; what left already does not leave twice.
  await page.route(/tickets\.forward/, loseResponse, { times: 1 });
  await confirm.click();
  await dialog.getByRole('alert').getByText('Sem resposta do serviço.').waitFor();
  await dialog.getByRole('textbox', { name: 'Mensagem' }).press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await note.waitFor();
  const { items } = await trpc.outbox.list.query({ ticketId });
  expect(items).toHaveLength(1);
  await trpc.outbox.retry.mutate({ id: items[0]?.id ?? 0 });
  const sent = fixture.smtp.mails.at(-1);
  expect(sent?.to).toEqual(['rui@grafica.example', 'eva@grafica.example']);
  const { attachments, text, replyTo } = await simpleParser(sent?.source ?? '');
  expect(attachments.map(({ filename }) => filename)).toEqual(['recibo.txt']);
  expect(text).toContain('Podem ver?');

  const address = replyTo?.value[0]?.address ?? '';
  await ingest(aMail({ From: 'Rui Gráfica <rui@grafica.example>', To: address }, 'Foi estornado.'));
  await conversation.getByText('Rui Gráfica <rui@grafica.example>').waitFor();
  await conversation.getByText('Foi estornado.').waitFor();
  const { notes, messages } = await trpc.tickets.get.query({ id: ticketId });
  expect([messages.length, notes.at(-1)?.mentions]).toEqual([1, [people.agent.email]]);

  // What left is not offered again.
  await page.keyboard.press('f');
  await to.waitFor();
  expect(await to.inputValue()).toBe('');
  expect(await confirm.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  const news = { author: 'Ana', origin: 'requester', body: 'E mais isto' } as const;
  await trpc.tickets.addMessage.mutate({ id: ticketId, ...news });
  await conversation.getByText('E mais isto').waitFor();
  const newest = (await trpc.tickets.get.query({ id: ticketId })).messages.at(-1)?.id;
  await page.keyboard.press('f');
  await to.fill('eva@grafica.example');
  const asked = page.waitForRequest(/tickets\.forward/);
  await confirm.click();
  expect((await asked).postData()).toContain(`"messageId":${newest},`);
});
