import { json } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addDays, civilDayOf, mondayOf } from '../../server/core/civil-time.ts';
import { startApp } from '../harness.ts';
import { expectAccessible } from '../support/accessible.ts';
import { openConsole, people } from './open-console.ts';

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
  await page.getByRole('textbox', { name: 'E-mail do leitor' }).fill(email);
  await page.keyboard.press('Enter');
};

describe('readers', () => {
  it('shows an agent why a streak was lost, of readers with a ticket alone', async () => {
    const lost = await aReader('Ana', 9, 8, 7, 5, 4, 3);
    const email = await aReader('Bia', 0);
    await aTicket(lost);
    const page = await visit('/leitores');
    await page.getByRole('heading', { level: 1, name: 'Leitores' }).waitFor();
    await page.getByText('Em risco hoje').waitFor();
    expect(await page.getByRole('region', { name: 'Grupos' }).count()).toBe(0);
    await find(page, lost.toUpperCase());
    await page
      .getByText(`Perdeu a sequência de 3 dias: ${inFull(daysAgo(2))} ficou sem leitura.`)
      .waitFor();
    await page.getByRole('definition').getByText('0 dias', { exact: true }).waitFor();
    const calendar = page.getByRole('table', { name: 'Dias dos últimos 12 meses' });
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
    await page.getByRole('link', { name: 'Chamados na fila' }).click();
    await page.getByRole('list', { name: 'Chamados' }).getByText('Ofensiva').click();
    await page.getByRole('button', { name: 'Sobre o chamado' }).click();
    await page.getByText('0 dias seguidos; recorde 3').waitFor();
    await page.goBack();
    await page.goBack();
    await find(page, email);
    await page.getByText('Só administradores podem ver').waitFor();
  });

  it('lets an administrator give a day back and take one away, with the reason', async () => {
    const email = await aReader('Caio', 4, 3, 1);
    const page = await visit(`/leitores/${encodeURIComponent(email)}`, people.admin);
    const warning = (days: string) =>
      page.getByText(`Se não ler até meia-noite, perde a sequência de ${days}.`).waitFor();
    await warning('1 dia');
    const correct = async (button: string, day: string, reason: string) => {
      await page.getByRole('button', { name: button }).click();
      const dialog = page.getByRole('dialog', { name: button });
      await dialog.getByLabel('Dia').fill(day);
      await dialog.getByLabel('Motivo').fill(reason);
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
      .getByRole('table', { name: 'Dias dos últimos 12 meses' })
      .getByText(`${inFull(daysAgo(3))}: Tirado por administrador`)
      .waitFor();
    await expectAccessible(page);
  });

  it('offers an administrator to give the day back that they click on', async () => {
    const email = await aReader('Elza', 4, 2);
    const page = await visit(`/leitores/${encodeURIComponent(email)}`, people.admin);
    const calendar = page.getByRole('table', { name: 'Dias dos últimos 12 meses' });
    const missed = `${inFull(daysAgo(3))}: sem leitura`;
    await calendar.getByTitle(missed).click();
    await page.getByRole('status').getByText(missed).waitFor();
    await page.getByRole('button', { name: 'Devolver este dia' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Dia').inputValue()).toBe(daysAgo(3));
    await dialog.getByLabel('Motivo').fill('leu em papel');
    await page.keyboard.press('Enter');
    await calendar.getByTitle(`${inFull(daysAgo(3))}: Devolvido por administrador`).waitFor();
    await calendar.getByTitle(`${inFull(daysAgo(4))}: Leitura`).click();
    await page.getByRole('button', { name: 'Tirar este dia' }).waitFor();
    // A day that was taken away can be given back.
    await trpc.streaks.removeDay.mutate({ email, day: daysAgo(4), reason: 'engano' });
    await page.reload();
    await calendar.getByTitle(`${inFull(daysAgo(4))}: Tirado`).click();
    await page.getByRole('button', { name: 'Devolver este dia' }).waitFor();
  });

  it('finds a member of a group, exports and erases them after their e-mail was typed', async () => {
    const email = await aReader('Davi', 0);
    const name = `Clube de ${email}`;
    const club = { name, isPublic: true, ownerEmail: email };
    const { groupId } = await trpc.groups.create.mutate(club);
    await trpc.groups.addMember.mutate({ groupId, email });
    const page = await visit('/leitores', people.admin);
    await page.getByRole('button', { name: `1 membro ${name}` }).click();
    const members = page.getByRole('table', { name: 'Membros' });
    await members.getByRole('link', { name: email }).waitFor();
    await expectAccessible(page);
    await members.getByRole('link', { name: email }).click();
    await page.getByText(`No grupo ${name}: 1º de 1`).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar' }).click();
    const exported = await json(await (await download).createReadStream());
    expect(exported).toMatchObject({ email, records: { account: [{ name: 'Davi' }] } });
    await page.getByRole('button', { name: 'Apagar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Apagar esta pessoa' });
    const { total } = await trpc.people.erase.mutate({ email });
    await dialog.getByText(`Isto apaga ${total} registros.`).waitFor();
    const erase = dialog.getByRole('button', { name: 'Apagar' });
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
    await page.getByText('Não conhecemos ninguém com este e-mail.').waitFor();
  });

  it('are shown by the week that they came, and the present week is not over', async () => {
    const monday = mondayOf(daysAgo(0));
    const back = (Date.parse(daysAgo(0)) - Date.parse(monday)) / 86_400_000;
    await aReader('Nara', back + 7, back + 14);
    const page = await visit('/leitores');
    const weeks = page.getByRole('table', { name: 'Quem voltou a ler' }).getByRole('row');
    const shown = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`;
    for (const after of [1, 2]) {
      const name = shown(addDays(monday, -7 * after));
      const cells = weeks.filter({ has: page.getByRole('rowheader', { name }) }).getByRole('cell');
      await cells.nth(after).getByText('semana em curso').waitFor();
      expect(await cells.getByText('semana em curso').count()).toBe(1);
      expect(await cells.count()).toBe(1 + after);
      const { weeks: counted } = await trpc.streaks.retention.query({});
      const { readers = 0, returned = [] } = counted.at(-1 - after) ?? {};
      const shares = returned.map((count) =>
        readers === 0 ? '–' : `${Math.round((100 * count) / readers)}%`,
      );
      const texts = (await cells.allInnerTexts()).map((text) => /^[\d.]+%?|^–/.exec(text)?.[0]);
      expect(texts).toEqual([String(readers), ...shares]);
    }
    // Days of more than a year are told apart by it.
    const perDayOf = async (period: string) => {
      await page.getByRole('combobox', { name: 'Período' }).selectOption(period);
      const figure = page.getByRole('figure', { name: 'Leitores ativos por dia' });
      if (!(await figure.getByRole('table').isVisible())) await figure.getByText('Tabela').click();
      await expect
        .poll(() => figure.getByRole('row').count())
        .toBe(1 + (period === 'Último ano' ? 365 : 30));
      return figure.getByRole('row').nth(1).getByRole('cell').first().innerText();
    };
    expect(await perDayOf('Últimos 30 dias')).toBe(shown(daysAgo(29)));
    expect(await perDayOf('Último ano')).toBe(`${shown(daysAgo(364))}/${daysAgo(364).slice(2, 4)}`);
    // The mean of each whole week of ninety days, and of the days so far of the present one.
    await page.getByRole('combobox', { name: 'Período' }).selectOption('Últimos 90 dias');
    const perWeek = page.getByRole('figure', { name: 'Leitores ativos por semana' });
    await perWeek.getByText('Tabela').click();
    await perWeek.getByRole('table').waitFor();
    const { perDay } = await trpc.streaks.overview.query({ days: 90 });
    const rows = await perWeek.getByRole('row').all();
    const drawn = await Promise.all(
      rows.slice(1).map(async (row) => (await row.getByRole('cell').allInnerTexts()).join(' ')),
    );
    const mondays = perDay.flatMap(({ day }) => (mondayOf(day) === day ? [day] : []));
    expect(drawn).toEqual(
      mondays.map((start) => {
        const week = perDay.filter(({ day }) => mondayOf(day) === start);
        const sum = week.reduce((total, one) => total + one.readers, 0);
        return `${shown(start)}/${start.slice(2, 4)} ${Math.round(sum / week.length)}`;
      }),
    );
  });

  it('are listed by name and risk, and get a day back together, counted first', async () => {
    await aReader('Gilda', 5, 4, 3);
    await aReader('Hugo', 4);
    const page = await visit('/leitores', people.admin);
    const list = page.getByRole('table', { name: 'Lista de leitores' });
    await page.getByRole('textbox', { name: 'E-mail do leitor' }).fill('gild');
    await page.keyboard.press('Enter');
    await list.getByText('Gilda', { exact: true }).waitFor();
    expect(await list.getByRole('row').count()).toBe(2);
    const minimum = page.getByRole('combobox', { name: 'Sequência' });
    // Her streak is broken.
    await minimum.selectOption('2 dias ou mais');
    await page.getByText('Nenhum leitor com estes filtros.').waitFor();
    await minimum.selectOption('Qualquer');
    await list.getByText('Gilda', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Só em risco' }).check();
    await page.getByText('Nenhum leitor com estes filtros.').waitFor();

    const { total } = await trpc.streaks.addDayForAll.mutate({ day: daysAgo(2), reason: '.' });
    await page.getByRole('button', { name: 'Devolver um dia a todos' }).click();
    const dialog = page.getByRole('dialog', { name: 'Devolver um dia a todos' });
    expect(await dialog.getByLabel('Dia').getAttribute('max')).toBe(daysAgo(1));
    await dialog.getByLabel('Motivo').fill('o envio falhou');
    await dialog.getByLabel('Dia').fill(daysAgo(2));
    const many = total === 1 ? '1 leitor' : `${total} leitores`;
    await dialog.getByText(`${many} perde`).waitFor();
    await dialog.getByLabel('Dia').fill('1999-01-01');
    await dialog.getByRole('alert').getByText('antes do primeiro dia conhecido').waitFor();
    await dialog.getByLabel('Dia').fill(daysAgo(2));
    await dialog.getByRole('button', { name: 'Devolver um dia a todos' }).click();
    await page.getByText(`Dia devolvido a ${many}.`).waitFor();
    await expectAccessible(page);
  });
});
