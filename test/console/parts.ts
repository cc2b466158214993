import type { Locator, Page, Route } from 'playwright-core';
import { replyTexts } from '../../console/src/reply/texts.ts';
import { shell } from '../../console/src/shell/texts.ts';
import { ticketTexts } from '../../console/src/tickets/texts.ts';
import { uiTexts } from '../../console/src/ui/texts.ts';
import type { TestApp } from '../harness.ts';

// Helpers that find and use parts of the console's pages.

type Internal = Awaited<ReturnType<TestApp['trpc']>>;
type Within = Page | Locator;

/** A ticket with a text, a category and a requester. */
export const aTicket = {
  subject: 'Sem boletim',
  body: 'Não chegou',
  main: 'Entrega',
  requesterEmail: 'maria@exemplo.com.br',
};

/** Opens waiting tickets of a category; the first has waited longest. */
export const openTickets = async (trpc: Internal, main: string, ...subjects: string[]) => {
  const ids: number[] = [];
  for (const [index, subject] of subjects.entries()) {
    const createdAt = new Date(Date.now() - (subjects.length - index) * 3_600_000).toISOString();
    const requesterEmail = `leitor${index}@exemplo.com.br`;
    const fields = { subject, body: `Sobre ${subject}`, main, requesterEmail, createdAt };
    ids.push((await trpc.tickets.create.mutate(fields)).id);
  }
  return ids;
};

export const button = (within: Within, name: string) =>
  within.getByRole('button', { name, exact: true });

export const press = (within: Within, name: string) => button(within, name).click();

/** Presses keys one after another. */
export const keys = async (page: Page, ...names: string[]): Promise<void> => {
  for (const name of names) await page.keyboard.press(name);
};

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

export const dialog = (page: Page) => page.getByRole('dialog');

export const conversation = (page: Page) =>
  page.getByRole('region', { name: ticketTexts.conversation });

export const undo = (within: Within) => button(within, uiTexts.undo);

/** The box of the reply. */
export const box = (page: Page) => page.getByRole('textbox', { name: replyTexts.box });

/** Waits until the service has stored the text of the box. */
export const isStored = (page: Page) =>
  page.getByText(replyTexts.states.stored, { exact: true }).waitFor();

/** Writes a reply and sends it, once the page knows which stored text it replaces. */
export const send = async (page: Page, text: string): Promise<void> => {
  await box(page).fill(text);
  await page.getByRole('button', { name: replyTexts.send, exact: true, disabled: false }).waitFor();
  await box(page).press('Control+Enter');
};

/** Attaches a text file to a ticket. */
export const attach = (page: Page, name: string, buffer = Buffer.from('Olá')) =>
  page
    .getByLabel(ticketTexts.attach)
    .and(page.locator('input'))
    .setInputFiles({ name, mimeType: 'text/plain', buffer });

/** Waits until an element with this role or name has the focus. */
export const focusIsOn = (page: Page, role: string) =>
  page.waitForFunction(
    (wanted) =>
      (document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName) === wanted,
    role,
  );

export const hasFocus = (element: Locator) =>
  element.evaluate((it) => it === document.activeElement);

/** Signs in through the provider's page. */
export const signIn = async (page: Page, email: string): Promise<void> => {
  await press(page, shell.signIn);
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('navigation', { name: shell.navigation }).waitFor();
};

/** Lets a request reach the service and drops the response. */
export const loseResponse = async (route: Route): Promise<void> => {
  await route.fetch();
  await route.abort();
};

/** The list of the queue. */
export const list = (page: Page) => page.getByRole('list', { name: ticketTexts.list });

export const rows = (page: Page) => list(page).getByRole('link');

export const check = (page: Page, subject: string) =>
  page.getByRole('checkbox', { name: `Selecionar ${subject}`, exact: true });

/** The parameters of the address. */
export const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
