import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { OutputOf } from '../../console/src/api/client.ts';
import { addDays, civilDayOf } from '../../server/core/civil-time.ts';
import { startApp } from '../harness.ts';
import { callsOf, openConsole, people } from './open-console.ts';
import { confirm, notice } from './parts.ts';

// What the owner's screens send to the service, which is told what to give.

const { visit } = await openConsole(startApp);

const today = civilDayOf(new Date());
const yesterday = addDays(today, -1);
const email = 'ana@exemplo.com';
const visitAs = (address: string) => visit(address, people.admin);
const search = (page: Page) => new URL(page.url()).searchParams;

describe('a reader', () => {
  const reader: OutputOf<'streaks.reader'> = {
    currentStreak: 1,
    maxStreak: 3,
    name: 'Ana',
    rankingVisibility: 'public',
    status: 'at-risk',
    lastDay: yesterday,
    lastInteractionAt: null,
    today,
    days: [{ day: yesterday, origin: 'reading', reason: null }],
    position: null,
    of: 0,
    groups: [],
  };
  const removed = { day: yesterday, origin: 'removed', reason: 'engano' } as const;
  const corrected = { currentStreak: 2, maxStreak: 3 };

  it('gets or loses the day that was clicked, for a reason', async () => {
    const page = await visitAs('/tags');
    let { days } = reader;
    const calls = await callsOf(page, {
      'streaks.reader': () => ({ ...reader, days }),
      'streaks.addDay': { ...corrected, changed: false },
      'streaks.removeDay': () => {
        days = [removed];
        return { ...corrected, changed: true };
      },
      'people.find': { email, records: [] },
    });
    await page.goto(`/console/leitores/${email.toUpperCase()}`);
    await expect.poll(() => page.title()).toBe(`${email} · leitor`);
    const calendar = page.getByRole('table', { name: 'Dias dos últimos 12 meses' });
    await calendar.getByTitle(': Leitura').click();
    await page.getByRole('button', { name: 'Tirar este dia' }).click();
    const day = page.getByRole('dialog').getByLabel('Dia');
    expect([await day.inputValue(), await day.getAttribute('max')]).toEqual([yesterday, today]);
    await confirm(page, { Motivo: ' engano ' });
    await notice(page, 'Pronto: a sequência é de 2 dias.');
    expect(calls('streaks.removeDay')).toEqual([{ email, day: yesterday, reason: 'engano' }]);
    // What became of it is said, and it can be given back.
    await page.getByRole('status').getByText(': Tirado por administrador').waitFor();
    await page.getByRole('button', { name: 'Devolver este dia' }).waitFor();
    expect(await page.getByRole('button', { name: 'Tirar este dia' }).count()).toBe(0);
    // Another day that is clicked then is the one.
    await calendar.getByTitle('sem leitura').last().click();
    await page.getByRole('button', { name: 'Devolver este dia' }).click();
    const other = await day.inputValue();
    expect(other).not.toBe(yesterday);
    await confirm(page, { Motivo: 'leu' });
    await notice(page, 'Este dia já contava.');
    await page.getByRole('button', { name: 'Devolver um dia', exact: true }).click();
    expect(await day.inputValue()).toBe('');
    await confirm(page, { Dia: addDays(today, -9), Motivo: 'leu' });
    expect(calls('streaks.addDay')).toEqual([
      { email, day: other, reason: 'leu' },
      { email, day: addDays(today, -9), reason: 'leu' },
    ]);
  });

  it('is erased once their e-mail was typed, in capitals too, and others are found from there', async () => {
    const page = await visitAs('/tags');
    const calls = await callsOf(page, {
      'streaks.reader': reader,
      'people.find': {
        email,
        records: [
          { kind: 'tickets', count: 2 },
          { kind: 'account', count: 1 },
        ],
      } as OutputOf<'people.find'>,
      'people.erase': {
        dryRun: false,
        total: 3,
        counts: {},
      } as unknown as OutputOf<'people.erase'>,
    });
    await page.goto(`/console/leitores/${email}`);
    await page.getByRole('button', { name: 'Apagar esta pessoa' }).click();
    const submit = page.getByRole('dialog').locator('button[type=submit]');
    for (const typed of ['', 'ana@exemplo.co', 'ana@exemplo.com.br']) {
      await page.getByRole('dialog').getByRole('textbox').fill(typed);
      expect(await submit.isDisabled()).toBe(true);
    }
    await confirm(page, { 'Digite o e-mail da pessoa para confirmar': ` ${email.toUpperCase()} ` });
    await notice(page, 'Pessoa apagada: 3 registros.');
    expect(calls('people.erase')).toEqual([{ email, dryRun: false, expected: 3 }]);
    await page.waitForURL('**/console/leitores');
    await expect.poll(() => page.title()).toBe('Leitores · leitor');
    const box = page.getByRole('textbox', { name: 'E-mail do leitor, ou nome' });
    const find = async (text: string) => {
      await box.fill(text);
      await page.getByRole('button', { name: 'Buscar' }).click();
    };
    await find('Gil da');
    await expect.poll(() => search(page).get('busca')).toBe('Gil da');
    // The beginning of an e-mail is nobody's page.
    await find('gil@ex');
    await expect.poll(() => search(page).get('busca')).toBe('gil@ex');
    await find('Gil@Exemplo.com');
    await page.waitForURL(/leitores\/gil(@|%40)exemplo\.com$/);
    await page.getByRole('link', { name: 'Todos os leitores' }).click();
    await page.waitForURL('**/console/leitores');
    expect(await box.inputValue()).toBe('');
  });
});

describe('all readers', () => {
  it('are narrowed by the address, get a day back, and come page by page', async () => {
    const page = await visitAs('/tags');
    const one = (name: string) => ({
      email: `${name}@exemplo.com`,
      name,
      currentStreak: 3,
      maxStreak: 3,
      lastDay: yesterday,
      atRisk: true,
    });
    let fails = true;
    const calls = await callsOf(page, {
      'streaks.list': ({ cursor } = {}) => ({
        items: [one(cursor ? 'Bia' : 'Ana')],
        nextCursor: cursor ? null : 'depois',
      }),
      'streaks.addDayForAll': ({ expected }) =>
        ({ dryRun: expected === undefined, counts: {}, total: expected ? 3 : 2 }) as never,
    });
    await page.route(/streaks\.list.*depois/, (route) =>
      fails ? route.abort() : route.fallback(),
    );
    await page.goto('/console/leitores');
    const list = page.getByRole('table', { name: 'Lista de leitores' });
    const panel = page.getByRole('region', { name: 'Lista de leitores' });
    await panel.getByRole('button', { name: 'Mostrar mais' }).click();
    const again = panel.getByRole('button', { name: 'Tentar de novo' });
    await again.waitFor();
    fails = false;
    await again.click();
    await list.getByText('Bia', { exact: true }).waitFor();
    expect(await list.getByRole('row').count()).toBe(3);
    expect(await panel.getByRole('button', { name: 'Mostrar mais' }).count()).toBe(0);

    const risk = page.getByRole('checkbox', { name: 'Só em risco' });
    await risk.check();
    await expect.poll(() => calls('streaks.list').at(-1)).toEqual({ atRisk: true });
    await page.getByRole('combobox', { name: 'Sequência' }).selectOption('30 dias ou mais');
    await expect.poll(() => calls('streaks.list').at(-1)).toEqual({ atRisk: true, minStreak: 30 });
    await risk.uncheck();
    await expect.poll(() => calls('streaks.list').at(-1)).toEqual({ minStreak: 30 });
    expect([...search(page)]).toEqual([['minimo', '30']]);
    // No group is open, whose members would be asked for.
    expect(calls('groups.members')).toEqual([]);
    await page.getByRole('combobox', { name: 'Período' }).selectOption('Último ano');
    await expect.poll(() => calls('streaks.overview').at(-1)).toEqual({ days: 365 });

    await page.getByRole('button', { name: 'Devolver um dia a todos' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 leitores perderam a sequência por este dia.').waitFor();
    await dialog.getByLabel('Dia').fill('');
    await expect.poll(() => dialog.locator('button[type=submit]').isDisabled()).toBe(true);
    const day = addDays(today, -4);
    await dialog.getByLabel('Dia').fill(day);
    await dialog.getByText('2 leitores perderam a sequência por este dia.').waitFor();
    await confirm(page, { Motivo: 'falhou' });
    // Those that were restored, not those that were counted.
    await notice(page, 'Dia devolvido a 3 leitores.');
    expect(calls('streaks.addDayForAll')).toEqual([
      { day: yesterday, reason: '.' },
      { day, reason: '.' },
      { day, reason: 'falhou', expected: 2 },
    ]);
  });
});
