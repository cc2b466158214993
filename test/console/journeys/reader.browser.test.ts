import { json } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { failureTextOf } from '../../../console/src/api/failure.ts';
import { readerTexts } from '../../../console/src/readers/texts.ts';
import { ticketTexts } from '../../../console/src/tickets/texts.ts';
import { uiTexts } from '../../../console/src/ui/texts.ts';
import { addDays, civilDayOf } from '../../../server/core/civil-time.ts';
import { startApp } from '../../harness.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { openConsole, people } from '../open-console.ts';

const { service: app, visit } = await openConsole(startApp);
const trpc = await app.trpc();

const daysAgo = (days: number): string => addDays(civilDayOf(new Date()), -days);
const inFull = (day: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', dateStyle: 'long' }).format(new Date(day));

/** A reader who read on these days before today. */
const aReader = async (name: string, ...ago: number[]): Promise<string> => {
  const email = `${name.toLowerCase()}+${crypto.randomUUID()}@exemplo.com.br`;
  await trpc.accounts.upsert.mutate({ email, name });
  const readings = ago.map((days) => ({ email, at: daysAgo(days) }));
  await trpc.streaks.importReadings.mutate({ readings });
  return email;
};

const aTicket = (requesterEmail: string) =>
  trpc.tickets.create.mutate({ requesterEmail, subject: 'Ofensiva', body: 'Sumiu', main: 'Conta' });

const find = async (page: Page, email: string) => {
  await page.getByRole('textbox', { name: readerTexts.email }).fill(email);
  await page.keyboard.press('Enter');
};

it('an agent sees why a streak was lost, of readers with a ticket alone', async () => {
  const lost = await aReader('Ana', 9, 8, 7, 5, 4, 3);
  const email = await aReader('Bia', 0);
  await aTicket(lost);
  const page = await visit('/leitores');
  await page.getByRole('heading', { level: 1, name: readerTexts.readers }).waitFor();
  await page.getByText(readerTexts.atRisk).waitFor();
  expect(await page.getByRole('region', { name: readerTexts.groups }).count()).toBe(0);
  await find(page, lost.toUpperCase());
  await page
    .getByText(`Perdeu a sequência de 3 dias: ${inFull(daysAgo(2))} ficou sem leitura.`)
    .waitFor();
  await page.getByRole('definition').getByText('0 dias', { exact: true }).waitFor();
  const calendar = page.getByRole('table', { name: readerTexts.calendar });
  for (const [ago, text] of [
    [6, 'sem leitura'],
    [5, 'Leitura'],
  ] as const) {
    await calendar.getByText(`${inFull(daysAgo(ago))}: ${text}`).waitFor();
  }
  // Each day stands in the row of its weekday, in Brazil too, where midnight in UTC is the
  // evening before.
  const weekdays = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'];
  for (const ago of [0, 3, 9]) {
    const weekday = weekdays[new Date(daysAgo(ago)).getUTCDay()] ?? '';
    const header = page.getByRole('rowheader', { name: weekday });
    const row = calendar.getByRole('row').filter({ has: header });
    await row.getByText(`${inFull(daysAgo(ago))}: `).waitFor();
  }
  for (const name of ['Devolver um dia', 'Exportar', 'Apagar']) {
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  }
  await page.getByRole('link', { name: readerTexts.tickets }).click();
  await page.getByRole('list', { name: ticketTexts.list }).getByText('Ofensiva').click();
  await page.getByRole('button', { name: ticketTexts.actions.side }).click();
  await page.getByText('0 dias seguidos; recorde 3').waitFor();
  await page.goBack();
  await page.goBack();
  await find(page, email);
  await page.getByText('Só administradores podem ver').waitFor();
});

it('an administrator gives a day back and takes one away, with the reason', async () => {
  const email = await aReader('Caio', 4, 3, 1);
  const page = await visit(`/leitores/${encodeURIComponent(email)}`, people.admin);
  const warning = (days: string) =>
    page.getByText(`Se não ler até meia-noite, perde a sequência de ${days}.`).waitFor();
  await warning('1 dia');
  const correct = async (button: string, day: string, reason: string) => {
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: button });
    await dialog.getByLabel(readerTexts.day).fill(day);
    await dialog.getByLabel(uiTexts.reason).fill(reason);
    await page.keyboard.press('Enter');
  };
  await correct('Devolver um dia', daysAgo(2), 'leu por e-mail');
  await page.getByText('Pronto: a sequência é de 4 dias.').waitFor();
  await warning('4 dias');
  const corrections = page.getByRole('listitem');
  await corrections.getByText('Devolvido por administrador (leu por e-mail)').waitFor();
  await correct('Tirar um dia', daysAgo(3), 'conta repetida');
  await warning('2 dias');
  await corrections.getByText('Tirado por administrador (conta repetida)').waitFor();
  await page
    .getByRole('table', { name: readerTexts.calendar })
    .getByText(`${inFull(daysAgo(3))}: Tirado por administrador`)
    .waitFor();
  await expectAccessible(page);
});

it('an administrator gives the day back that they click on', async () => {
  const email = await aReader('Elza', 4, 2);
  const page = await visit(`/leitores/${encodeURIComponent(email)}`, people.admin);
  const calendar = page.getByRole('table', { name: readerTexts.calendar });
  const missed = `${inFull(daysAgo(3))}: sem leitura`;
  await calendar.getByTitle(missed).click();
  await page.getByRole('status').getByText(missed).waitFor();
  await page.getByRole('button', { name: readerTexts.addThisDay }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel(readerTexts.day).inputValue()).toBe(daysAgo(3));
  await dialog.getByLabel(uiTexts.reason).fill('leu em papel');
  await page.keyboard.press('Enter');
  await calendar.getByTitle(`${inFull(daysAgo(3))}: Devolvido por administrador`).waitFor();
  await calendar.getByTitle(`${inFull(daysAgo(4))}: Leitura`).click();
  await page.getByRole('button', { name: readerTexts.removeThisDay }).waitFor();
  // A day that was taken away can be given back.
  await trpc.streaks.removeDay.mutate({ email, day: daysAgo(4), reason: 'engano' });
  await page.reload();
  await calendar.getByTitle(`${inFull(daysAgo(4))}: Tirado`).click();
  await page.getByRole('button', { name: readerTexts.addThisDay }).waitFor();
});

it('a member of a group is found, exported, and erased after their e-mail was typed', async () => {
  const email = await aReader('Davi', 0);
  const name = `Clube de ${email}`;
  const club = { name, isPublic: true, ownerEmail: email };
  const { groupId } = await trpc.groups.create.mutate(club);
  await trpc.groups.addMember.mutate({ groupId, email });
  const page = await visit('/leitores', people.admin);
  await page.getByRole('button', { name: `1 membro ${name}` }).click();
  const members = page.getByRole('table', { name: readerTexts.membersOf });
  await members.getByRole('link', { name: email }).waitFor();
  await expectAccessible(page);
  await members.getByRole('link', { name: email }).click();
  await page.getByText(`No grupo ${name}: 1º de 1`).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: readerTexts.export }).click();
  const exported = await json(await (await download).createReadStream());
  expect(exported).toMatchObject({ email, records: { account: [{ name: 'Davi' }] } });
  await page.getByRole('button', { name: readerTexts.erase }).click();
  const dialog = page.getByRole('dialog', { name: readerTexts.eraseTitle });
  const { total } = await trpc.people.erase.mutate({ email });
  await dialog.getByText(`Isto apaga ${total} registros.`).waitFor();
  const erase = dialog.getByRole('button', { name: readerTexts.erase });
  const typed = dialog.getByRole('textbox');
  await typed.fill('outra@exemplo.com.br');
  expect(await erase.isDisabled()).toBe(true);
  await typed.fill(email);
  await aTicket(email);
  await erase.click();
  await page.getByText('O que guardamos mudou desde a contagem.').waitFor();
  const { total: counted } = await trpc.people.erase.mutate({ email });
  await dialog.getByText(`Isto apaga ${counted} registros.`).waitFor();
  await erase.click();
  await page.getByText(`Pessoa apagada: ${counted} registros.`).waitFor();
  await find(page, email);
  await page.getByText(failureTextOf('person-not-found')).waitFor();
});

it('readers are listed by name and risk, and get a day back together, counted first', async () => {
  await aReader('Gilda', 5, 4, 3);
  await aReader('Hugo', 4);
  const page = await visit('/leitores', people.admin);
  const list = page.getByRole('table', { name: readerTexts.list });
  await page.getByRole('textbox', { name: readerTexts.email }).fill('gild');
  await page.keyboard.press('Enter');
  await list.getByText('Gilda', { exact: true }).waitFor();
  expect(await list.getByRole('row').count()).toBe(2);
  const minimum = page.getByRole('combobox', { name: readerTexts.minimum });
  // Her streak is broken.
  await minimum.selectOption('2 dias ou mais');
  await page.getByText(readerTexts.noReaders).waitFor();
  await minimum.selectOption(readerTexts.anyStreak);
  await list.getByText('Gilda', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: readerTexts.onlyAtRisk }).check();
  await page.getByText(readerTexts.noReaders).waitFor();

  const { total } = await trpc.streaks.addDayForAll.mutate({ day: daysAgo(2), reason: '.' });
  await page.getByRole('button', { name: readerTexts.addDayForAll }).click();
  const dialog = page.getByRole('dialog', { name: readerTexts.addDayForAll });
  expect(await dialog.getByLabel(readerTexts.day).getAttribute('max')).toBe(daysAgo(1));
  await dialog.getByLabel(uiTexts.reason).fill('o envio falhou');
  await dialog.getByLabel(readerTexts.day).fill(daysAgo(2));
  const many = total === 1 ? '1 leitor' : `${total} leitores`;
  await dialog.getByText(`${many} perde`).waitFor();
  await dialog.getByLabel(readerTexts.day).fill('1999-01-01');
  await dialog.getByRole('alert').getByText('antes do primeiro dia conhecido').waitFor();
  await dialog.getByLabel(readerTexts.day).fill(daysAgo(2));
  await dialog.getByRole('button', { name: readerTexts.addDayForAll }).click();
  await page.getByText(`Dia devolvido a ${many}.`).waitFor();
  await expectAccessible(page);
});
