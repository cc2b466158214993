import type { Locator } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { draftTexts } from '../../../console/src/reply/draft-texts.ts';
import { replyTexts } from '../../../console/src/reply/texts.ts';
import { shell } from '../../../console/src/shell/texts.ts';
import { ticketTexts } from '../../../console/src/tickets/texts.ts';
import { uiTexts } from '../../../console/src/ui/texts.ts';
import { goodReply, startReplyFixture } from '../../replies/reply-fixtures.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { holdUndo, openConsole, people } from '../open-console.ts';
import { box as boxIn, focusIsOn } from '../parts.ts';

const { service: fixture, visit } = await openConsole((env) => startReplyFixture({ env }));
const trpc = await fixture.app.trpc();

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

it('the menu of a phone has all screens, and the queue its views', async () => {
  const page = await visit('/fila', people.admin);
  await page.setViewportSize({ width: 375, height: 700 });
  const shown = page
    .getByRole('navigation', { name: shell.navigation })
    .locator('a.entry[title]')
    .filter({ visible: true });
  await expect.poll(() => shown.count()).toBe(4);
  await page
    .getByRole('navigation', { name: ticketTexts.views.title })
    .getByRole('link', { name: /^Todos/ })
    .waitFor();
  await page.getByRole('button', { name: shell.more, exact: true }).click();
  await shown.filter({ hasText: shell.titles.team }).click();
  await page.getByRole('heading', { level: 1, name: shell.titles.team }).waitFor();
  await expect.poll(() => shown.count()).toBe(4);
});

it('the search is reached by its key from a ticket on a phone', async () => {
  const page = await visit(`/chamados/${await fixture.openTicket({ subject: 'No telefone' })}`);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole('heading', { level: 1, name: 'No telefone' }).waitFor();
  await page.keyboard.press('/');
  await page.getByLabel(uiTexts.search, { exact: true }).and(page.locator('input:focus')).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/fila');
});

it('what one writes is never covered, and the focus stays in the page after it is sent', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  await holdUndo(page);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 667 });
    await boxIn(page).fill(`Largura ${width}`);
    const before = await settledTop(boxIn(page));
    await boxIn(page).press('Control+Enter');
    const undo = page.getByRole('button', { name: uiTexts.undo }).last();
    await undo.waitFor();
    await focusIsOn(page, 'H1');
    await boxIn(page).fill('E mais');
    const places = async () => {
      const [notice, send, box] = await Promise.all([
        undo.locator('xpath=..').boundingBox(),
        page.getByRole('button', { name: replyTexts.send, exact: true }).boundingBox(),
        boxIn(page).boundingBox(),
      ]);
      const bottom = (notice?.y ?? 0) + (notice?.height ?? 0);
      const moved = Math.abs((box?.y ?? 0) - before) >= 5;
      return { coversBox: bottom > (box?.y ?? 0), coversSend: bottom > (send?.y ?? 0), moved };
    };
    await expect.poll(places).toEqual({ coversBox: false, coversSend: false, moved: false });
    await boxIn(page).fill('');
  }
});

it('the acts of a reply stand in one row, beside the reader and on a phone', async () => {
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
  await page.getByRole('button', { name: replyTexts.tools }).click();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: replyTexts.bold }).waitFor();
  await page.getByRole('button', { name: replyTexts.bold }).click();
  await page.getByRole('button', { name: replyTexts.bold }).waitFor({ state: 'hidden' });
});

it('a draft above the reply shows two lines or all, and on a phone only what is in use', async () => {
  const html = `<p>${'Uma linha longa do rascunho. '.repeat(90)}</p>`;
  fixture.onModelCall(() => ({ html, confidence: 0.9 }));
  onTestFinished(() => fixture.onModelCall(() => goodReply));
  const id = await fixture.openTicket();
  await trpc.replies.drafts.create.mutate({ ticketIds: [id] });
  await trpc.tickets.assign.mutate({ ids: [id], agentEmail: 'bia@exemplo.com' });
  const page = await visit(`/chamados/${id}`);
  const draft = page.getByRole('region', { name: draftTexts.draft });
  const height = async () => (await draft.boundingBox())?.height ?? 0;
  await draft.waitFor();
  expect(await height()).toBeLessThan(150);
  await draft.getByRole('button', { name: draftTexts.whole }).click();
  // 35 % of the window, and what is around it.
  await expect.poll(height).toBeGreaterThan(300);
  expect(await height()).toBeLessThan(400);
  await draft.getByRole('button', { name: draftTexts.less }).click();

  await page.setViewportSize({ width: 375, height: 667 });
  const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });
  const parts = {
    draft,
    text: draft.getByText(/^Uma linha longa/),
    conversation: page.getByRole('region', { name: ticketTexts.conversation }),
    reader: page.getByRole('complementary', { name: ticketTexts.actions.side }),
    box: boxIn(page),
    tools: page.getByRole('toolbar', { name: replyTexts.tools }),
    recipient: page.getByText(/^Para .*@/),
    byMail: page.getByRole('checkbox', { name: replyTexts.byMail }),
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
  await draft.getByRole('button', { name: draftTexts.whole }).click();
  await expect.poll(shown).toEqual(['draft', 'text', 'conversation', 'box', 'number']);
  await boxIn(page).focus();
  const writing = ['conversation', 'box', 'tools', 'recipient', 'byMail'];
  await expect.poll(shown).toEqual(writing);
  await boxIn(page).press('Escape');
  await page.getByRole('button', { name: ticketTexts.actions.side }).click();
  await expect.poll(shown).toEqual(['reader', 'number']);
});

it('a note has a tab of its own, and is kept until it is saved', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  await boxIn(page).fill('Meia resposta');
  await page.getByRole('tab', { name: ticketTexts.noteTab }).click();
  const note = page.getByRole('textbox', { name: ticketTexts.noteTab });
  await note.fill('Só para nós');
  expect(await boxIn(page).count()).toBe(0);
  await page.reload();
  await page.getByRole('region', { name: ticketTexts.conversation }).waitFor();
  await page.keyboard.press('n');
  expect(await note.inputValue()).toBe('Só para nós');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: ticketTexts.saveNote }).click();
  await page.getByRole('article').getByText('Só para nós').waitFor();
  await focusIsOn(page, 'H1');
  await boxIn(page).getByText('Meia resposta').waitFor();
});

it('the box gets what is typed right after its key', async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`);
  await boxIn(page).waitFor();
  const isReadyAfter = (pressed: string) =>
    page.evaluate((key) => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      return document.activeElement?.matches('[role=textbox], textarea');
    }, pressed);
  expect(await isReadyAfter('n')).toBe(true);
  await page.getByRole('textbox', { name: ticketTexts.noteTab }).press('Escape');
  expect(await isReadyAfter('r')).toBe(true);
});

it('nothing stands beside the window, at 200 % and on a wide screen', async () => {
  const id = await fixture.openTicket({ subject: 'Largura' });
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
