import { get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { startApp } from '../harness.ts';
import { openConsole, people } from './open-console.ts';

const { service: app, visit, visitUnknown } = await openConsole(startApp);

/** How much of the network a file takes, compressed by gzip. */
const bytesOf = (address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip' };
    get(address, { headers, agent: false }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });

describe('the frame of the console', () => {
  it('signs in at the provider, comes back to the address that was asked for, and signs out', async () => {
    const page = await visitUnknown('/fila?status=open');
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
    const page = await visit('/');
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

  it('closes a dialog by a click beside it, but not by a selection that ends there', async () => {
    const page = await visit('/');
    await page.getByRole('heading', { level: 1, name: 'Fila' }).waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Atalhos' });
    const box = dialog.getByRole('combobox');
    await box.fill('fila');
    await box.hover();
    await page.mouse.down();
    await page.mouse.move(5, 400);
    await page.mouse.up();
    await box.fill('outra');
    await page.mouse.click(5, 400);
    await dialog.waitFor({ state: 'detached' });
  });

  it('opens the list of keys in whatever way a keyboard writes the question mark', async () => {
    const page = await visit('/');
    await page.getByRole('heading', { level: 1, name: 'Fila' }).waitFor();
    const keys = page.getByRole('dialog', { name: 'Atalhos' });
    await page.keyboard.press('?');
    await keys.waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    // As Windows says AltGr.
    const altGr = { ctrlKey: true, altKey: true, modifierAltGraph: true };
    await page.locator('body').dispatchEvent('keydown', { key: '?', ...altGr });
    await keys.waitFor();
  });

  it('leads to the search of a screen by a key, also from a ticket on a phone', async () => {
    const trpc = await app.trpc();
    const fields = { subject: 'No telefone', body: 'Oi', main: 'Geral' };
    const { id } = await trpc.tickets.create.mutate(fields);
    const page = await visit('/respostas-rapidas');
    const focused = page.locator('input:focus');
    for (const [address, name, label] of [
      ['/respostas-rapidas', 'Respostas rápidas', 'Buscar'],
      ['/leitores', 'Leitores', 'E-mail do leitor'],
      [`/chamados/${id}`, 'No telefone', 'Buscar'],
    ] as const) {
      await page.goto(`/console${address}`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.keyboard.press('/');
      await page.getByLabel(label, { exact: true }).and(focused).waitFor();
    }
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto(`/console/chamados/${id}`);
    await page.getByRole('heading', { level: 1, name: 'No telefone' }).waitFor();
    await page.keyboard.press('/');
    await page.getByLabel('Buscar', { exact: true }).and(focused).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/fila');
  });

  it('sends at most 170 kB for the first screen', async () => {
    const page = await visit('/fila');
    await page.getByRole('navigation', { name: 'Visões' }).waitFor();
    const addresses = await page.evaluate(() => [
      location.href,
      ...performance.getEntriesByType('resource').map(({ name }) => name),
    ]);
    const files = new Set(addresses.filter((address) => /\/fila$|\.(css|js)$/.test(address)));
    const bytes = await Promise.all([...files].map(bytesOf));
    const sum = bytes.reduce((total, size) => total + size, 0);
    expect(bytes.length).toBeGreaterThan(3);
    expect(sum / 1_000).toBeLessThan(170);
  });

  it('has nothing beside the window, at 200 % and on a wide screen', async () => {
    const trpc = await app.trpc();
    const fields = { subject: 'Largura', body: 'Oi', main: 'Geral' };
    const { id } = await trpc.tickets.create.mutate(fields);
    const page = await visit('/');
    const devtools = await page.context().newCDPSession(page);
    for (const address of ['/fila', `/chamados/${id}`, '/rascunhos']) {
      await page.goto(`/console${address}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const [width, deviceScaleFactor] of [
        [640, 2],
        [1_920, 1],
      ] as const) {
        const metrics = { width, height: 540, deviceScaleFactor, mobile: false };
        await devtools.send('Emulation.setDeviceMetricsOverride', metrics);
        const { scrollWidth, shown } = await page.evaluate(() => ({
          scrollWidth: document.documentElement.scrollWidth,
          shown: innerWidth,
        }));
        expect([address, shown, scrollWidth]).toEqual([address, width, width]);
      }
    }
    await devtools.detach();
  });

  it('says that a ticket or a draft does not exist, which no other try would change', async () => {
    const page = await visit('/chamados/9999999');
    for (const address of ['/chamados/9999999', '/rascunhos/9999999']) {
      await page.goto(`/console${address}`);
      await page.getByRole('alert').getByRole('heading', { level: 1 }).waitFor();
      expect(await page.getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0);
      await expectAccessible(page);
    }
  });

  it('says what an unknown address is', async () => {
    const page = await visit('/nada');
    await page.getByRole('heading', { level: 1, name: 'Página não encontrada' }).waitFor();
    await expectAccessible(page);
  });
});
