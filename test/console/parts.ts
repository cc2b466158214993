import type { Page, Route } from 'playwright-core';
import { shell } from '../../console/src/shell/texts.ts';
import { ticketTexts } from '../../console/src/tickets/texts.ts';

// Parts of the console's pages that several tests look for.

/** A ticket with a text, a category and a reader. */
export const aTicket = {
  subject: 'Sem boletim',
  body: 'Não chegou',
  main: 'Entrega',
  requesterEmail: 'maria@exemplo.com.br',
};

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

export const dialog = (page: Page) => page.getByRole('dialog');

/** The box of the reply. */
export const box = (page: Page) => page.getByRole('textbox', { name: ticketTexts.replyTab });

/** Attaches a text file to a ticket. */
export const attach = (page: Page, name: string, buffer = Buffer.from('Olá')) =>
  page
    .getByLabel(ticketTexts.attach)
    .and(page.locator('input'))
    .setInputFiles({ name, mimeType: 'text/plain', buffer });

/** Waits for a notice. */
export const notice = (page: Page, text: string) =>
  page.locator('.notice').getByText(text, { exact: true }).waitFor();

/** Fills a dialog by its labels and confirms it. */
export const confirm = async (page: Page, fields: Readonly<Record<string, string>> = {}) => {
  for (const [label, text] of Object.entries(fields)) {
    await dialog(page).getByLabel(label).fill(text);
  }
  await dialog(page).locator('button[type=submit]').click();
  await dialog(page).waitFor({ state: 'detached' });
};

/** What has the focus: its role or its element. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return at?.getAttribute('role') ?? at?.tagName;
  });

/** Waits until an element of this role, or of this name, has the focus. */
export const focusIsOn = (page: Page, role: string) =>
  page.waitForFunction(
    (wanted) =>
      (document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName) === wanted,
    role,
  );

/** Signs in through the provider's page. */
export const signIn = async (page: Page, email: string): Promise<void> => {
  await page.getByRole('button', { name: shell.signIn }).click();
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('navigation', { name: shell.navigation }).waitFor();
};

/** Lets a request reach the service, whose response never comes. */
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
