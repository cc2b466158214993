import { json } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { textOf } from '../../../console/src/readers/calendar.tsx';
import { readerTexts as texts } from '../../../console/src/readers/texts.ts';
import { fullDay } from '../../../console/src/ui/format/time.ts';
import { addDays, civilDayOf } from '../../../server/core/civil-time.ts';
import { startApp } from '../../harness.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { openConsole, people } from '../open-console.ts';
import { button, dialog, keys, list, press } from '../parts.ts';
import { failureTextOf, ticketTexts, uiTexts } from '../texts.ts';

const { service: app, visit } = await openConsole(startApp);
const trpc = await app.trpc();
const daysAgo = (days: number): string => addDays(civilDayOf(new Date()), -days);

/** A reader who read on these days before today. */
const aReader = async (name: string, ...ago: number[]): Promise<string> => {
  const email = `${name.toLowerCase()}+${crypto.randomUUID()}@exemplo.com.br`;
  await trpc.accounts.upsert.mutate({ email, name });
  const readings = ago.map((days) => ({ email, at: daysAgo(days) }));
  await trpc.streaks.importReadings.mutate({ readings });
  return email;
};
const visitReader = (email: string) =>
  visit(`/leitores/${encodeURIComponent(email)}`, people.admin);
const aTicket = (requesterEmail: string) =>
  trpc.tickets.create.mutate({ requesterEmail, subject: 'Ofensiva', body: 'Sumiu', main: 'Conta' });
const calendar = (page: Page) => page.getByRole('table', { name: texts.calendar });
const find = async (page: Page, email: string) => {
  await page.getByRole('textbox', { name: texts.email }).fill(email);
  await keys(page, 'Enter');
};

it('an agent sees why a streak was lost, of readers with a ticket alone', async () => {
  const lost = await aReader('Ana', 9, 8, 7, 5, 4, 3);
  const email = await aReader('Bia', 0);
  await aTicket(lost);
  const page = await visit('/leitores');
  await find(page, lost.toUpperCase());
  await page.getByText(texts.fates.broken(3, fullDay(daysAgo(2)))).waitFor();
  await calendar(page)
    .getByText(textOf(daysAgo(6), undefined))
    .waitFor();
  await calendar(page)
    .getByText(textOf(daysAgo(5), 'reading'))
    .waitFor();
  for (const name of [texts.addDay, texts.export, texts.eraseTitle]) {
    expect(await button(page, name).count()).toBe(0);
  }
  await page.getByRole('link', { name: texts.tickets }).click();
  await list(page).getByText('Ofensiva').click();
  await press(page, ticketTexts.actions.side);
  await page.getByText(ticketTexts.streak(0, 3)).waitFor();
  await page.goto('/console/leitores');
  await find(page, email);
  await page.getByText(texts.notAllowed).waitFor();
});

it('an administrator gives a day back and takes one away, with the reason', async () => {
  const page = await visitReader(await aReader('Caio', 4, 3, 1));
  const atRisk = (streak: number) => page.getByText(texts.fates['at-risk'](streak)).waitFor();
  await atRisk(1);
  const correct = async (act: string, day: string, reason: string) => {
    await press(page, act);
    await dialog(page).getByLabel(texts.day).fill(day);
    await dialog(page).getByLabel(uiTexts.reason).fill(reason);
    await keys(page, 'Enter');
  };
  await correct(texts.addDay, daysAgo(2), 'leu por e-mail');
  await page.getByText(texts.corrected(4)).waitFor();
  await atRisk(4);
  await correct(texts.removeDay, daysAgo(3), 'conta repetida');
  await atRisk(2);
  await page.getByRole('listitem').getByText('(conta repetida)').waitFor();
  await expectAccessible(page);
});

it('an administrator gives the day back that they click on', async () => {
  const email = await aReader('Elza', 5, 4, 2);
  await trpc.streaks.removeDay.mutate({ email, day: daysAgo(4), reason: 'engano' });
  const page = await visitReader(email);
  const choose = (ago: number, origin?: Parameters<typeof textOf>[1]) =>
    calendar(page)
      .getByTitle(textOf(daysAgo(ago), origin))
      .click();
  await choose(3);
  await press(page, texts.addDay);
  expect(await dialog(page).getByLabel(texts.day).inputValue()).toBe(daysAgo(3));
  await dialog(page).getByLabel(uiTexts.reason).fill('leu em papel');
  await keys(page, 'Enter');
  await choose(3, 'administrator');
  await choose(4, 'removed');
});

it('a member of a group is exported, and erased after their e-mail was typed', async () => {
  const email = await aReader('Davi', 0);
  const name = `Clube de ${email}`;
  const club = { name, isPublic: true, ownerEmail: email };
  const { groupId } = await trpc.groups.create.mutate(club);
  await trpc.groups.addMember.mutate({ groupId, email });
  const page = await visitReader(email);
  await page.getByText(texts.placedIn(name, 1, 1)).waitFor();
  const download = page.waitForEvent('download');
  await press(page, texts.export);
  const exported = await json(await (await download).createReadStream());
  expect(exported).toMatchObject({ email, records: { account: [{ name: 'Davi' }] } });
  await press(page, texts.eraseTitle);
  const isCounted = async () => {
    const { total } = await trpc.people.erase.mutate({ email });
    await dialog(page).getByText(texts.eraseWarning(total)).waitFor();
  };
  await isCounted();
  const erase = button(dialog(page), texts.erase);
  await dialog(page).getByRole('textbox').fill('outra@exemplo.com.br');
  expect(await erase.isDisabled()).toBe(true);
  await dialog(page).getByRole('textbox').fill(email);
  await aTicket(email);
  await erase.click();
  await page.getByText(failureTextOf('erasure-outdated')).waitFor();
  await isCounted();
  await erase.click();
  await dialog(page).waitFor({ state: 'detached' });
  await find(page, email);
  await page.getByText(failureTextOf('person-not-found')).waitFor();
});

it('readers are listed by name, and get a day back together, counted first, until it is undone', async () => {
  await aReader('Gilda', 5, 4, 3);
  await aReader('Hugo', 4);
  const page = await visit('/leitores', people.admin);
  const listed = page.getByRole('table', { name: texts.list });
  await find(page, 'gild');
  await listed.getByText('Gilda', { exact: true }).waitFor();
  expect(await listed.getByRole('row').count()).toBe(2);
  await press(page, texts.addDayForAll);
  const day = dialog(page).getByLabel(texts.day);
  expect(await day.getAttribute('max')).toBe(daysAgo(-30));
  await dialog(page).getByLabel(uiTexts.reason).fill('o envio falhou');
  await day.fill(daysAgo(2));
  const { total } = await trpc.streaks.addDayForAll.mutate({ day: daysAgo(2), reason: '.' });
  await dialog(page).getByText(texts.lost(total)).waitFor();
  await press(dialog(page), texts.addDayForAll);
  await page.getByText(texts.restored(total)).waitFor();
  const given = page.getByRole('table', { name: texts.daysForAll });
  await button(given, texts.undoDay(fullDay(daysAgo(2)))).click();
  await dialog(page).getByText(texts.wouldLose(total)).waitFor();
  await press(dialog(page), uiTexts.undo);
  await page.getByText(texts.takenBack(total)).waitFor();
  await given.getByText(texts.undone).waitFor();
  await expectAccessible(page);
});
