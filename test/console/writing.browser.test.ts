import type { Locator } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { goodReply, startReplyFixture } from '../replies/reply-fixtures.ts';
import { expectAccessible } from '../support/accessible.ts';
import { holdUndo, openConsole } from './open-console.ts';
import { box as boxIn, focusIsOn } from './parts.ts';

const { service: fixture, visit } = await openConsole((env) => startReplyFixture({ env }));
const trpc = await fixture.app.trpc();

describe('a long conversation', () => {
  it('begins with its newest messages; what was done meanwhile comes with the older ones', async () => {
    const id = await fixture.openTicket();
    await trpc.tickets.setStatus.mutate({ id, status: 'in_progress' });
    const written = { id, author: 'Ana', origin: 'agent' } as const;
    for (let number = 1; number <= 60; number += 1) {
      await trpc.tickets.addMessage.mutate({ ...written, body: `Mensagem ${number}.` });
    }
    const page = await visit(`/chamados/${id}`);
    const conversation = page.getByRole('region', { name: 'Conversa' });
    const top = async (text: string) =>
      (await conversation.getByText(text).boundingBox())?.y ?? Number.NaN;
    const bottom = (await boxIn(page).boundingBox())?.y ?? 0;
    expect(await top('Mensagem 60.')).toBeLessThan(bottom);
    const done = conversation.getByText('mudou a situação para Em andamento');
    const first = conversation.getByText('Mensagem 1.', { exact: true });
    expect([await first.count(), await done.count()]).toEqual([0, 0]);
    const older = page.getByRole('button', { name: 'Mostrar mensagens anteriores' });
    await older.scrollIntoViewIfNeeded();
    const before = await top('Mensagem 12.');
    await older.click();
    await first.waitFor();
    // What is read stays where it is.
    expect(await top('Mensagem 12.')).toBeCloseTo(before, 0);
    await older.waitFor({ state: 'detached' });
    await done.waitFor();
    expect(await conversation.getByRole('article').count()).toBe(61);
    // Of what was searched for, the newest is led to.
    await page.goto(`/console/chamados/${id}?search=mensagem`);
    await conversation.getByText('Mensagem 59.').waitFor();
    expect(await top('Mensagem 60.')).toBeLessThan(bottom);
  });
});

/**
 * Where an element begins once it no longer moves: on a phone the bottom bar leaves for the keyboard.
 */
const settledTop = async (locator: Locator): Promise<number> => {
  let top = Number.NaN;
  await expect
    .poll(async () => {
      const former = top;
      top = (await locator.boundingBox())?.y ?? Number.NaN;
      return top === former;
    })
    .toBe(true);
  return top;
};

describe('what one writes', () => {
  it('is never covered, and the focus stays in the page after it is sent', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await holdUndo(page);
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 667 });
      await boxIn(page).fill(`Largura ${width}`);
      const before = await settledTop(boxIn(page));
      await boxIn(page).press('Control+Enter');
      const undo = page.getByRole('button', { name: 'Desfazer' }).last();
      await undo.waitFor();
      await focusIsOn(page, 'H1');
      await boxIn(page).fill('E mais');
      const places = async () => {
        const [notice, send, box] = await Promise.all([
          undo.locator('xpath=..').boundingBox(),
          page.getByRole('button', { name: 'Enviar', exact: true }).boundingBox(),
          boxIn(page).boundingBox(),
        ]);
        const bottom = (notice?.y ?? 0) + (notice?.height ?? 0);
        const moved = Math.abs((box?.y ?? 0) - before) >= 5;
        return { coversBox: bottom > (box?.y ?? 0), coversSend: bottom > (send?.y ?? 0), moved };
      };
      await expect
        .poll(places, { timeout: 10_000 })
        .toEqual({ coversBox: false, coversSend: false, moved: false });
      await boxIn(page).fill('');
    }
  });

  it('has the focus again when it could not be sent', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await page.route(/tickets\.reply/, (route) => route.abort());
    await boxIn(page).fill('Não saiu');
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await page.getByText('Sem resposta do serviço.').waitFor();
    await focusIsOn(page, 'textbox');
  });

  it('gets what is typed right after its key', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await boxIn(page).waitFor();
    const isReadyAfter = (pressed: string) =>
      page.evaluate((key) => {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        return document.activeElement?.matches('[role=textbox], textarea');
      }, pressed);
    expect(await isReadyAfter('n')).toBe(true);
    await page.getByRole('textbox', { name: 'Nota' }).press('Escape');
    expect(await isReadyAfter('r')).toBe(true);
  });

  it('has its acts in one row, beside the reader and on a phone', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    const names = ['Enviar depois', 'Enviar e resolver', 'Enviar'];
    for (const [width, height] of [
      [1440, 900],
      [1280, 800],
      [768, 1024],
      [375, 667],
    ] as const) {
      await page.setViewportSize({ width, height });
      await boxIn(page).fill(`Largura ${width}`);
      const rows = async () => {
        const boxes = await Promise.all(
          names.map((name) => page.getByRole('button', { name, exact: true }).boundingBox()),
        );
        const middles = boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2));
        const isInside = boxes.every((box) => (box?.x ?? -1) + (box?.width ?? 0) <= width);
        return { rows: new Set(middles).size, isInside };
      };
      await expect.poll(rows).toEqual({ rows: 1, isInside: true });
    }
    await page.getByRole('button', { name: 'Formatação' }).click();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Negrito' }).waitFor();
    await page.getByRole('button', { name: 'Negrito' }).click();
    await page.getByRole('button', { name: 'Negrito' }).waitFor({ state: 'hidden' });
  });

  it('has two lines of a draft above it, or all of it, and on a phone no more than is worked with', async () => {
    const html = `<p>${'Uma linha longa do rascunho. '.repeat(90)}</p>`;
    fixture.onModelCall(() => ({ html, confidence: 0.9 }));
    onTestFinished(() => fixture.onModelCall(() => goodReply));
    const id = await fixture.openTicket();
    await trpc.replies.drafts.create.mutate({ ticketIds: [id] });
    await trpc.tickets.assign.mutate({ ids: [id], agentEmail: 'bia@exemplo.com' });
    const page = await visit(`/chamados/${id}`);
    const draft = page.getByRole('region', { name: 'Rascunho do modelo' });
    const height = async () => (await draft.boundingBox())?.height ?? 0;
    await draft.waitFor();
    expect(await height()).toBeLessThan(150);
    await draft.getByRole('button', { name: 'Ver tudo' }).click();
    // 35 % of the window, and what is around it.
    await expect.poll(height).toBeGreaterThan(300);
    expect(await height()).toBeLessThan(400);
    await draft.getByRole('button', { name: 'Ver menos' }).click();

    await page.setViewportSize({ width: 375, height: 667 });
    const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });
    const parts = {
      draft,
      text: draft.getByText(/^Uma linha longa/),
      conversation: page.getByRole('region', { name: 'Conversa' }),
      reader: page.getByRole('complementary', { name: 'Sobre o chamado' }),
      box: boxIn(page),
      tools: page.getByRole('toolbar', { name: 'Formatação' }),
      recipient: page.getByText(/^Para .*@/),
      byMail: page.getByRole('checkbox', { name: 'Por e-mail' }),
      number: head.getByText(`#${id}`),
      assignee: head.getByText('Com bia'),
    };
    const shown = async () => {
      const all = Object.entries(parts).map(async ([name, part]) =>
        (await part.isVisible()) ? [name] : [],
      );
      return (await Promise.all(all)).flat();
    };
    await expect.poll(shown).toEqual(['draft', 'conversation', 'box', 'number']);
    await draft.getByRole('button', { name: 'Ver tudo' }).click();
    await expect.poll(shown).toEqual(['draft', 'text', 'conversation', 'box', 'number']);
    await boxIn(page).focus();
    const writing = ['conversation', 'box', 'tools', 'recipient', 'byMail'];
    await expect.poll(shown).toEqual(writing);
    await boxIn(page).press('Escape');
    await page.getByRole('button', { name: 'Sobre o chamado' }).click();
    await expect.poll(shown).toEqual(['reader', 'number']);
  });

  it('has its menus beside their buttons, where there is room', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    const placeOf = async (opener: string, inside: string) => {
      const button = page.getByRole('button', { name: opener });
      await button.click();
      const menu = page.locator('[popover]').filter({ hasText: inside, visible: true });
      const [at, open] = [await button.boundingBox(), await menu.boundingBox()];
      if (!at || !open) throw new Error('not shown');
      expect(open.x).toBeGreaterThanOrEqual(0);
      expect(open.x + open.width).toBeLessThanOrEqual(1_280);
      const isLeft = Math.abs(open.x - at.x) < 2;
      const isRight = Math.abs(open.x + open.width - at.x - at.width) < 2;
      expect(isLeft || isRight).toBe(true);
      await page.keyboard.press('Escape');
      return { below: open.y - at.y - at.height, above: at.y - open.y - open.height };
    };
    expect((await placeOf('Mais ações', 'Editar chamado')).below).toBeCloseTo(4, 0);
    expect((await placeOf('Enviar depois', 'Amanhã')).above).toBeCloseTo(4, 0);
    await page.getByRole('button', { name: 'Mais ações' }).click();
    const menued = page.locator('[popover]').getByRole('button', { name: 'Encaminhar' });
    expect(await menued.locator('kbd').innerText()).toBe('F');
    await menued.click();
    await page.getByRole('dialog', { name: 'Encaminhar' }).waitFor();
    await menued.waitFor({ state: 'hidden' });
  });

  it('loses no focus by Escape, and keeps no slash that led to no quick reply', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await boxIn(page).press('/');
    await page.getByRole('dialog', { name: 'Respostas rápidas' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await boxIn(page).textContent())?.trim()).toBe('');
    await boxIn(page).press('Escape');
    await focusIsOn(page, 'H1');
  });

  it('can be a note, in a tab of its own, which is kept until it is saved', async () => {
    const id = await fixture.openTicket();
    const page = await visit(`/chamados/${id}`);
    await boxIn(page).fill('Meia resposta');
    await page.getByRole('tab', { name: 'Nota' }).click();
    const note = page.getByRole('textbox', { name: 'Nota' });
    await note.fill('Só para nós');
    expect(await boxIn(page).count()).toBe(0);
    await page.reload();
    await page.getByRole('region', { name: 'Conversa' }).waitFor();
    await page.keyboard.press('n');
    expect(await note.inputValue()).toBe('Só para nós');
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Salvar nota' }).click();
    await page.getByRole('article').getByText('Só para nós').waitFor();
    await focusIsOn(page, 'H1');
    await boxIn(page).getByText('Meia resposta').waitFor();
  });
});
