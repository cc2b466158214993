import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { expectAccessible, openConsole, people, type TestConsole } from './open-console.ts';

let opened: TestConsole;

beforeAll(async () => {
  opened = await openConsole(startApp);
});

afterAll(async () => {
  await opened?.close();
  await opened?.app.close();
});

describe('the frame of the console', { retry: 2 }, () => {
  it('signs in at the provider, comes back to the address that was asked for, and signs out', async () => {
    const page = await opened.visitUnknown('/fila?status=open');
    const signIn = page.getByRole('button', { name: 'Entrar' });
    await signIn.waitFor();
    await expectAccessible(page);
    await signIn.click();
    await page.getByRole('button', { name: people.agent.email }).click();
    await page.getByRole('heading', { level: 1, name: 'Fila' }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=open');
    await page.getByRole('button', { name: 'Conta de Agente' }).click();
    await page.getByRole('button', { name: 'Sair' }).click();
    await signIn.waitFor();
    await page.goto('/console/fila');
    await signIn.waitFor();
  });

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
