import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../harness.ts';
import { expectAccessible, openConsole, type TestConsole } from './open-console.ts';

let app: TestApp;
let opened: TestConsole;

beforeAll(async () => {
  app = await startApp();
  opened = await openConsole(app);
});

afterAll(async () => {
  await opened?.close();
  await app?.close();
});

describe('the frame of the console', () => {
  it('lists its keys and its commands, and gives the focus back', async () => {
    const page = await opened.visit('/');
    await page.getByRole('heading', { level: 1, name: 'Fila' }).waitFor();
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog', { name: 'Atalhos' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    const commands = page.getByRole('dialog', { name: 'Comandos' });
    await commands.waitFor();
    await expectAccessible(page);
    await page.keyboard.type('atalhos');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Atalhos' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('says what an unknown address is', async () => {
    const page = await opened.visit('/nada');
    await page.getByRole('heading', { level: 1, name: 'Página não encontrada' }).waitFor();
    await expectAccessible(page);
  });
});
