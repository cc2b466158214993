import { get } from 'node:http';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { expectAccessible } from '../support/accessible.ts';
import { callsOf, openConsole, people } from './open-console.ts';

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
    expect(await page.title()).toBe('Entrar · leitor');
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

  it('begins its commands anew each time, the page first, and leads to screens and tickets', async () => {
    const trpc = await app.trpc();
    const word = `zebra${Date.now()}`;
    const fields = { subject: `Uma ${word}`, body: 'Oi', main: 'Geral' };
    const from = { requesterName: 'Rui Prado', requesterEmail: 'rui.prado@exemplo.com' };
    const { id } = await trpc.tickets.create.mutate({ ...fields, ...from });
    for (let n = 0; n < 9; n += 1) await trpc.tickets.create.mutate({ ...fields, body: word });
    const page = await visit('/tags');
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    const opener = page.getByRole('button', { name: 'Comandos' });
    await opener.click();
    const commands = page.getByRole('dialog', { name: 'Comandos' });
    const options = commands.getByRole('option');
    await options.first().waitFor();
    const all = await options.allInnerTexts();
    expect(all.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      'Atalhos ?',
      ...[
        'Fila',
        'E-mails à parte',
        'Rascunhos',
        'Relatórios',
        'Leitores',
        'Respostas rápidas',
        'Tags',
      ].map((title) => `Ir para ${title}`),
    ]);
    const box = commands.getByRole('combobox');
    await box.fill(word.slice(0, 1));
    expect(await commands.getByText(word).count()).toBe(0);
    await box.fill(word);
    await options.filter({ hasText: word }).nth(7).waitFor();
    expect(await options.count()).toBe(8);
    expect(await options.last().innerText()).toMatch(/#\d+$/);
    await page.keyboard.press('Escape');
    await commands.waitFor({ state: 'detached' });
    expect(await opener.evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+k');
    await expect.poll(() => options.count()).toBe(all.length);
    expect(await box.inputValue()).toBe('');
    expect(await commands.getByText(word).count()).toBe(0);
    await page.keyboard.press('ArrowUp');
    await commands.getByRole('option', { selected: true }).getByText('Ir para Tags').waitFor();
    await box.fill('xyzw');
    await commands.getByText('Nenhum resultado.').waitFor();
    await box.fill(`#${id}`);
    const best = options.filter({ hasText: new RegExp(`#${id}$`) });
    expect((await best.innerText()).replace(/\s+/g, ' ')).toBe(`Uma ${word} Rui Prado #${id}`);
    await best.click();
    await page.getByRole('heading', { level: 1, name: `Uma ${word}` }).waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Atalhos' });
    const pressed = async () =>
      Promise.all(
        ['Comandos', 'Selecionar até aqui', 'Resolver', 'Buscar'].map(async (text) =>
          keys.getByRole('option').filter({ hasText: text }).locator('kbd').allInnerTexts(),
        ),
      );
    await expect.poll(pressed).toEqual([['Ctrl', 'K'], ['Shift', 'X'], ['E'], ['/']]);
    expect(await keys.getByRole('option').filter({ hasText: 'Ir para' }).count()).toBe(0);
    // Keys do nothing to the page behind a dialog.
    await keys.getByRole('button', { name: 'Fechar' }).focus();
    await page.keyboard.press('e');
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    expect((await trpc.tickets.get.query({ id })).status).toBe('open');
    await page.keyboard.press('Control+k');
    await box.fill('relatorios');
    await options.getByText('Ir para Relatórios').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Relatórios' }).waitFor();
  });

  it('has in its menu what the role may see, and refuses the rest', async () => {
    const menu = (page: Page) =>
      page.getByRole('navigation', { name: 'Principal' }).locator('a.entry[title]');
    const titles = async (page: Page) => {
      await menu(page).first().waitFor();
      return [
        ...new Set(
          await menu(page).evaluateAll((all) => all.map((one) => one.getAttribute('title'))),
        ),
      ];
    };
    const agents = ['Fila', 'Rascunhos', 'Relatórios', 'Leitores', 'Respostas rápidas', 'Tags'];
    const page = await visit('/auditoria');
    await page.getByRole('heading', { level: 1, name: 'Sem acesso' }).waitFor();
    await page.getByText('Seu papel não permite ver esta página.').waitFor();
    expect(await titles(page)).toEqual(agents);
    await page.getByRole('link', { name: 'Ir para o início' }).click();
    await page.getByRole('heading', { level: 1, name: 'Fila' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/fila');
    const editors = agents.toSpliced(2, 0, 'Quiz');
    expect(await titles(await visit('/tags', people.editor))).toEqual(editors);
    const admins = [...editors, 'Operação', 'Auditoria', 'Equipe'];
    const admin = await visit('/tags', people.admin);
    expect(await titles(admin)).toEqual(admins);
    const open = menu(admin).and(admin.locator('[data-open]'));
    expect(await open.first().getAttribute('title')).toBe('Tags');
    await admin.goto('/console/operacao/tarefas?x=1');
    await expect.poll(() => open.first().getAttribute('title')).toBe('Operação');
    await admin.setViewportSize({ width: 375, height: 700 });
    const shown = menu(admin).filter({ visible: true });
    await expect.poll(() => shown.count()).toBe(4);
    await admin.getByRole('button', { name: 'Mais', exact: true }).click();
    await shown.filter({ hasText: 'Equipe' }).click();
    await admin.getByRole('heading', { level: 1, name: 'Equipe' }).waitFor();
    await expect.poll(() => shown.count()).toBe(4);
  });

  it('names the page and takes the focus to its heading, and keeps how it looks', async () => {
    const page = await visit('/fila');
    await expect.poll(() => page.title()).toBe('Fila · leitor');
    await page.getByRole('link', { name: 'Tags' }).click();
    await expect.poll(() => page.title()).toBe('Tags · leitor');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('Tags');
    await page.getByRole('link', { name: 'Ir para o conteúdo' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.getByRole('button', { name: 'Conta de Agente' }).click();
    await page.getByText(people.agent.email, { exact: true }).waitFor();
    await page.getByText('Atendimento', { exact: true }).waitFor();
    expect(await page.locator('[data-initials]').first().innerText()).toBe('A');
    const look = () =>
      page.evaluate(() => [
        document.documentElement.style.colorScheme,
        document.documentElement.dataset.rows,
        ...Object.keys(localStorage).sort(),
      ]);
    expect(await look()).toEqual(['', 'compact']);
    await page.getByRole('combobox', { name: 'Linhas' }).selectOption('Espaçosas');
    await page.getByRole('combobox', { name: 'Aparência' }).selectOption('Clara');
    expect(await look()).toEqual(['light', 'roomy', 'console:rows', 'console:scheme']);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    expect((await look()).slice(0, 2)).toEqual(['light', 'roomy']);
    await page.getByRole('button', { name: 'Conta de Agente' }).click();
    await page.getByRole('combobox', { name: 'Aparência' }).selectOption('Do sistema');
    expect(await look()).toEqual(['', 'roomy', 'console:rows']);
  });

  it('shows three notices at most, the last ones, each until it is closed', async () => {
    const trpc = await app.trpc();
    const fields = { subject: 'Sem avisos', body: 'Oi', main: 'Geral' };
    const { id } = await trpc.tickets.create.mutate(fields);
    // There they stand above the reply, elsewhere below the page.
    const page = await visit(`/chamados/${id}`);
    await page.getByRole('textbox', { name: 'Resposta' }).waitFor();
    await page.getByRole('link', { name: 'Tags' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    for (const name of ['Um', 'Dois', 'Três', 'Quatro']) {
      await page.getByRole('button', { name: 'Nova tag' }).click();
      await page.getByLabel('Nome').fill(name);
      await page.route(/tags\.create/, (route) => route.abort(), { times: 1 });
      await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
      await page.locator('.notice').getByText('Sem resposta do serviço').first().waitFor();
      // What was typed stays.
      expect(await page.getByLabel('Nome').inputValue()).toBe(name);
      await page.keyboard.press('Escape');
    }
    const notices = page.locator('.notice');
    await expect.poll(() => notices.count()).toBe(3);
    await notices.last().getByRole('button', { name: 'Fechar' }).click();
    expect(await notices.count()).toBe(2);
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
    // Nor by one that begins beside it.
    await page.mouse.down();
    await box.hover();
    await page.mouse.up();
    await box.fill('mais uma');
    await page.mouse.click(5, 400);
    await dialog.waitFor({ state: 'detached' });
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
    // What is no number, or too long for one, is nobody's ticket or draft.
    const calls = await callsOf(page, {});
    for (const [address, title] of [
      ['/chamados/12x', 'Fila'],
      ['/chamados/1234567890', 'Fila'],
      ['/rascunhos/x12', 'Rascunhos'],
    ] as const) {
      await page.goto(`/console${address}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
    const asked = ['tickets.get', 'replies.drafts.get'].flatMap(calls);
    expect(asked).toEqual([]);
  });
});
