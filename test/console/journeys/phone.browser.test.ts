import type { Locator } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { goodReply, startReplyFixture } from '../../replies/reply-fixtures.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { holdUndo, openConsole, people } from '../open-console.ts';
import { box, conversation, focusIsOn, heading, keys, press, undo } from '../parts.ts';
import { draftTexts, replyTexts, shell, ticketTexts, uiTexts } from '../texts.ts';

const { service: fixture, visit } = await openConsole((env) => startReplyFixture({ env }));
const trpc = await fixture.app.trpc();
const phone = { width: 375, height: 667 };

const visitTicket = async () => {
  const id = await fixture.openTicket({ subject: 'No telefone' });
  return { id, page: await visit(`/chamados/${id}`) };
};

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
  await page.setViewportSize(phone);
  const shown = page
    .getByRole('navigation', { name: shell.navigation })
    .locator('a.entry[title]')
    .filter({ visible: true });
  await expect.poll(() => shown.count()).toBe(4);
  await page
    .getByRole('navigation', { name: ticketTexts.views.title })
    .getByRole('link', { name: ticketTexts.views.all })
    .waitFor();
  await press(page, shell.more);
  await shown.filter({ hasText: shell.titles.team }).click();
  await heading(page, shell.titles.team).waitFor();
  await expect.poll(() => shown.count()).toBe(4);
});

it('the search is reached by its key from a ticket on a phone', async () => {
  const { page } = await visitTicket();
  await page.setViewportSize(phone);
  await heading(page, 'No telefone').waitFor();
  await keys(page, '/');
  await page.getByLabel(uiTexts.search, { exact: true }).and(page.locator('input:focus')).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/fila');
});

it('what one writes is never covered or moved by the notice of what was sent', async () => {
  const { page } = await visitTicket();
  await holdUndo(page);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ ...phone, width });
    await box(page).fill(`Largura ${width}`);
    const before = await settledTop(box(page));
    await box(page).press('Control+Enter');
    const notice = undo(page).last();
    await notice.waitFor();
    await focusIsOn(page, 'H1');
    await box(page).fill('E mais');
    const places = async () => {
      const [shown, top] = await Promise.all([
        notice.locator('xpath=..').boundingBox(),
        box(page).boundingBox(),
      ]);
      const bottom = (shown?.y ?? 0) + (shown?.height ?? 0);
      return { covers: bottom > (top?.y ?? 0), moved: Math.abs((top?.y ?? 0) - before) >= 5 };
    };
    await expect.poll(places).toEqual({ covers: false, moved: false });
    await box(page).fill('');
  }
});

it('a draft above the reply shows two lines or all, and on a phone only what is in use', async () => {
  const html = `<p>${'Uma linha longa do rascunho. '.repeat(90)}</p>`;
  fixture.onModelCall(() => ({ html, confidence: 0.9 }));
  onTestFinished(() => fixture.onModelCall(() => goodReply));
  const { id, page } = await visitTicket();
  await trpc.replies.drafts.create.mutate({ ticketIds: [id] });
  await trpc.tickets.assign.mutate({ ids: [id], agentEmail: 'bia@exemplo.com' });
  const draft = page.getByRole('region', { name: draftTexts.draft });
  const height = async () => (await draft.boundingBox())?.height ?? 0;
  await draft.waitFor();
  expect(await height()).toBeLessThan(150);
  await press(draft, draftTexts.whole);
  // 35 % of the window, and what is around it.
  await expect.poll(height).toBeGreaterThan(300);
  expect(await height()).toBeLessThan(400);
  await press(draft, draftTexts.less);

  await page.setViewportSize(phone);
  const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });
  const parts = {
    draft,
    text: draft.getByText(/^Uma linha longa/),
    conversation: conversation(page),
    reader: page.getByRole('complementary', { name: ticketTexts.actions.side }),
    box: box(page),
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
  await press(draft, draftTexts.whole);
  await expect.poll(shown).toEqual(['draft', 'text', 'conversation', 'box', 'number']);
  await box(page).focus();
  await expect.poll(shown).toEqual(['conversation', 'box', 'tools', 'recipient', 'byMail']);
  await box(page).press('Escape');
  await press(page, ticketTexts.actions.side);
  await expect.poll(shown).toEqual(['reader', 'number']);
});

it('a note has a tab of its own, and is kept until it is saved', async () => {
  const { page } = await visitTicket();
  await box(page).fill('Meia resposta');
  await page.getByRole('tab', { name: ticketTexts.noteTab }).click();
  const note = page.getByRole('textbox', { name: ticketTexts.noteTab });
  await note.fill('Só para nós');
  expect(await box(page).count()).toBe(0);
  await page.reload();
  await conversation(page).waitFor();
  await keys(page, 'n');
  expect(await note.inputValue()).toBe('Só para nós');
  await expectAccessible(page);
  await press(page, ticketTexts.saveNote);
  await page.getByRole('article').getByText('Só para nós').waitFor();
  await focusIsOn(page, 'H1');
  await box(page).getByText('Meia resposta').waitFor();
});

it('the box gets what is typed right after its key', async () => {
  const { page } = await visitTicket();
  await box(page).waitFor();
  const isReadyAfter = (pressed: string) =>
    page.evaluate((key) => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      return document.activeElement?.matches('[role=textbox], textarea');
    }, pressed);
  expect(await isReadyAfter('n')).toBe(true);
  await page.getByRole('textbox', { name: ticketTexts.noteTab }).press('Escape');
  expect(await isReadyAfter('r')).toBe(true);
});
