import type { Page } from 'playwright-core';

// Parts of the console's pages that several tests look for.

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

export const dialog = (page: Page) => page.getByRole('dialog');

/** The box of the reply. */
export const box = (page: Page) => page.getByRole('textbox', { name: 'Resposta' });

/** Attaches a text file to a ticket. */
export const attach = (page: Page, name: string, buffer = Buffer.from('Olá')) =>
  page
    .getByLabel('Anexar arquivo')
    .and(page.locator('input'))
    .setInputFiles({ name, mimeType: 'text/plain', buffer });
