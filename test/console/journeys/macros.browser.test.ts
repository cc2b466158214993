import { expect, it } from 'vitest';
import { macroTexts } from '../../../console/src/quick-replies/texts.ts';
import { ticketTexts } from '../../../console/src/tickets/texts.ts';
import { startApp } from '../../harness.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { openConsole, people } from '../open-console.ts';
import { dialog, heading, keys, openTickets, press, rows } from '../parts.ts';

const { service: app, visit } = await openConsole(startApp);
const trpc = await app.trpc();
const { bulk, changes } = ticketTexts;

it('a macro is made, runs by its name, and leads on; Z takes it back', async () => {
  const [first = 0] = await openTickets(trpc, 'Pela macro', 'Pela macro 0', 'Pela macro 1');
  const page = await visit('/macros/nova', people.admin);
  await page.getByRole('textbox', { name: macroTexts.name }).fill('Responde e resolve');
  await page.getByRole('checkbox', { name: macroTexts.shared }).check();
  await press(page, changes.reply);
  await page.getByRole('textbox', { name: changes.reply }).fill('Feito.');
  await page.getByRole('checkbox', { name: macroTexts.byMail }).uncheck();
  await press(page, changes.status);
  await expectAccessible(page);
  await press(page, macroTexts.save);
  await page.getByText(macroTexts.saved('Responde e resolve')).waitFor();
  await page.goto(`/console/chamados/${first}?main=Pela macro`);
  await heading(page, 'Pela macro 0').waitFor();
  await rows(page).nth(1).waitFor();
  await page.keyboard.press(';');
  await page.getByRole('dialog', { name: changes.macro }).waitFor();
  await page.keyboard.type('resp');
  await page.getByRole('option', { name: /Responde e resolve/ }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await heading(page, 'Pela macro 1').waitFor();
  const ticket = () => trpc.tickets.get.query({ id: first });
  await expect.poll(async () => (await ticket()).status).toBe('resolved');
  expect((await ticket()).messages).toHaveLength(2);
  await page.keyboard.press('z');
  await heading(page, 'Pela macro 0').waitFor();
  await expect.poll(async () => (await ticket()).status).toBe('open');
});

it('a macro runs on all that are selected, in one pass', async () => {
  const [, second = 0] = await openTickets(trpc, 'Em lote', 'Um', 'Dois', 'Três');
  await trpc.macros.save.mutate({
    name: 'Fecha o lote',
    shared: true,
    actions: [{ type: 'status', status: 'closed' }],
  });
  const page = await visit('/fila?main=Em lote');
  await rows(page).nth(2).waitFor();
  await keys(page, 'j', 'x', 'j', 'j', 'Shift+X', ';');
  await page.keyboard.type('fecha');
  await page.keyboard.press('Enter');
  await dialog(page).getByText(bulk.changes(3)).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(bulk.done(3)).waitFor();
  await page.keyboard.press('z');
  await page.getByText(ticketTexts.undone(3, 0)).waitFor();
  expect((await trpc.tickets.get.query({ id: second })).status).toBe('open');
});

it('a rule is previewed, saved and listed; agents only see it', async () => {
  await openTickets(trpc, 'Da regra', 'Da regra 0');
  await trpc.macros.save.mutate({
    name: 'Da regra',
    shared: true,
    actions: [{ type: 'status', status: 'in_progress' }],
  });
  const page = await visit('/regras/nova', people.admin);
  await page.getByLabel(macroTexts.name).fill('Pega a regra');
  await page.getByLabel(macroTexts.fields.main).fill('da regra');
  await press(page, macroTexts.preview);
  await page.getByRole('link', { name: 'Da regra 0' }).waitFor();
  await expectAccessible(page);
  await press(page, macroTexts.save);
  await page.getByRole('heading', { level: 2, name: macroTexts.rules }).waitFor();
  await page.getByRole('link', { name: 'Pega a regra' }).waitFor();
  await expectAccessible(page);
  const other = await visit('/respostas-rapidas');
  await other.getByText('Pega a regra').waitFor();
  expect(await other.getByRole('link', { name: macroTexts.addRule }).count()).toBe(0);
});
