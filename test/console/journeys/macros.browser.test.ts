import { expect, it } from 'vitest';
import { macroTexts } from '../../../console/src/quick-replies/macro-texts.ts';
import { ticketTexts } from '../../../console/src/tickets/texts.ts';
import { startApp } from '../../harness.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { openConsole, people } from '../open-console.ts';
import { button, heading, rows } from '../parts.ts';

const { service: app, visit } = await openConsole(startApp);
const trpc = await app.trpc();

/** Opens tickets that wait, the first one the longest. */
const openTickets = async (main: string, count: number) => {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const createdAt = new Date(Date.now() - (count - n) * 3_600_000).toISOString();
    const fields = { subject: `${main} ${n}`, body: 'Oi', main, createdAt };
    ids.push((await trpc.tickets.create.mutate(fields)).id);
  }
  return ids;
};

it('a macro is made, runs by its name, and leads on; Z takes it back', async () => {
  const [first = 0] = await openTickets('Pela macro', 2);
  const page = await visit('/macros/nova', people.admin);
  await page.getByRole('textbox', { name: macroTexts.name }).fill('Responde e resolve');
  await page.getByRole('checkbox', { name: macroTexts.shared }).check();
  await button(page, ticketTexts.macros.types.reply).click();
  await page.getByRole('textbox', { name: ticketTexts.macros.types.reply }).fill('Feito.');
  await button(page, ticketTexts.macros.types.status).click();
  await expectAccessible(page);
  await button(page, macroTexts.save).click();
  await page.getByText(macroTexts.saved('Responde e resolve')).waitFor();
  await page.goto(`/console/chamados/${first}?main=Pela macro`);
  await heading(page, 'Pela macro 0').waitFor();
  await rows(page).nth(1).waitFor();
  await page.keyboard.press(';');
  await page.getByRole('dialog', { name: ticketTexts.macros.title }).waitFor();
  await page.keyboard.type('resp');
  await page.getByRole('option', { name: /Responde e resolve/ }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await heading(page, 'Pela macro 1').waitFor();
  const stateOf = async () => {
    const { status, messages } = await trpc.tickets.get.query({ id: first });
    return [status, messages.length];
  };
  await expect.poll(stateOf).toEqual(['resolved', 2]);
  await page.keyboard.press('z');
  await heading(page, 'Pela macro 0').waitFor();
  await expect.poll(stateOf).toEqual(['open', 1]);
});

it('a macro runs on all that are selected, in one pass', async () => {
  const ids = await openTickets('Em lote', 3);
  await trpc.macros.save.mutate({
    name: 'Fecha o lote',
    shared: true,
    actions: [{ type: 'status', status: 'closed' }],
  });
  const page = await visit('/fila?main=Em lote');
  await rows(page).nth(2).waitFor();
  for (const key of ['j', 'x', 'j', 'j', 'Shift+X', ';']) await page.keyboard.press(key);
  await page.keyboard.type('fecha');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Fecha o lote' });
  await dialog.getByText(ticketTexts.bulk.changes(3)).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(ticketTexts.bulk.done(3)).waitFor();
  await page.keyboard.press('z');
  await page.getByText(ticketTexts.undone(3, 0)).waitFor();
  expect((await trpc.tickets.get.query({ id: ids[1] ?? 0 })).status).toBe('open');
});

it('a rule is previewed, saved and listed; agents only see it', async () => {
  await openTickets('Da regra', 1);
  await trpc.macros.save.mutate({
    name: 'Da regra',
    shared: true,
    actions: [{ type: 'status', status: 'in_progress' }],
  });
  const page = await visit('/regras/nova', people.admin);
  await page.getByLabel(macroTexts.name).fill('Pega a regra');
  await page.getByLabel(macroTexts.fields.main).fill('da regra');
  await button(page, macroTexts.preview).click();
  await page.getByRole('link', { name: 'Da regra 0' }).waitFor();
  await expectAccessible(page);
  await button(page, macroTexts.save).click();
  await page.getByRole('heading', { level: 2, name: macroTexts.rules }).waitFor();
  await page.getByRole('link', { name: 'Pega a regra' }).waitFor();
  await expectAccessible(page);
  const other = await visit('/respostas-rapidas');
  await other.getByText('Pega a regra').waitFor();
  expect(await other.getByRole('link', { name: macroTexts.addRule }).count()).toBe(0);
});
