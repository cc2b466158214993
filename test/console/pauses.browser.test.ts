import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { callsOf, openConsole, people } from './open-console.ts';
import { box, heading } from './parts.ts';

const { service: fixture, visit } = await openConsole((env) => startReplyFixture({ env }));

/** Stops the clock of a page, which `run` moves on, and collects its calls from then on. */
const stop = async (page: Page) => {
  await page.clock.pauseAt(Date.now() + 60_000);
  // Another test may get this window.
  onTestFinished(() => page.clock.resume());
  const callsTo = await callsOf(page, {});
  const run = (ms: number) => page.clock.runFor(ms);
  /** Waits for what needs turns of the page and next to no time. */
  const soon = <T>(read: () => T) => {
    let turns = 0;
    return expect.poll(async () => {
      turns += 1;
      if (turns < 50) await run(1);
      return read();
    });
  };
  return { callsTo, run, soon };
};
/** Opens a ticket with a reply that the service has. */
const openWriting = async () => {
  const id = await fixture.openTicket();
  const page = await visit(`/chamados/${id}`, people.agent, new Date());
  await box(page).fill('Um');
  await page.getByText('Guardado', { exact: true }).waitFor();
  await box(page).press('Control+End');
  const clock = await stop(page);
  /** The texts that were saved since the clock stands. */
  const saved = () =>
    clock.callsTo('tickets.composing.save').map((input) => {
      const { html } = Object(input);
      return String(html).replaceAll(/<[^>]*>/g, '');
    });
  return { ...clock, id, page, saved };
};

describe('a reply that is written', () => {
  it('is saved once nobody typed for 0.8 s, and at once when its ticket is left', async () => {
    const { page, run, soon, saved } = await openWriting();
    for (const letter of 'abc') {
      await page.keyboard.type(letter);
      await run(700);
    }
    await run(150);
    await soon(saved).toEqual(['Umabc']);
    await page.getByText('Guardado', { exact: true }).waitFor();
    await page.keyboard.type('d');
    await page.getByRole('link', { name: 'Fila' }).click();
    await soon(saved).toEqual(['Umabc', 'Umabcd']);
  });

  it('is not saved while it is sent, and nobody seems to write afterwards', async () => {
    const { page, run, soon, saved, callsTo, id } = await openWriting();
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    let isSent = false;
    await page.route(/tickets\.reply/, async (route) => {
      isSent = true;
      await answered;
      await route.fallback();
    });
    const states = () => callsTo('tickets.presence').map((input) => Object(input).state);
    await page.keyboard.type('!');
    await page.keyboard.press('Control+Enter');
    await soon(() => isSent).toBe(true);
    await run(2_000);
    expect(states()).not.toContain('viewing');
    resolve();
    await soon(() => states().at(-1)).toBe('viewing');
    expect(saved()).toEqual([]);
    expect((await fixture.messagesOf(id)).at(-1)?.body).toBe('<p>Um!</p>');
  });
});

it('who looks at a ticket says so again and again', async () => {
  const { callsTo, run, soon } = await openWriting();
  const before = callsTo('tickets.presence').length;
  // The first turn of it may begin late.
  for (const _ of 'ab') await run(12_000);
  await soon(() => callsTo('tickets.presence').length).toBeGreaterThan(before);
});

describe('a search', () => {
  it('waits until nobody has typed for 0.3 s, and is dropped when the queue is left', async () => {
    const page = await visit('/fila', people.agent, new Date());
    const search = page.getByRole('searchbox', { name: 'Buscar' });
    await search.waitFor();
    const { run, soon, callsTo } = await stop(page);
    const searched = () =>
      callsTo('tickets.list').flatMap((input) => Object(input).search ?? []) as string[];
    await search.focus();
    for (const letter of 'abc') {
      await page.keyboard.type(letter);
      await run(250);
    }
    await run(60);
    await soon(searched).toEqual(['abc']);
    await page.keyboard.type('d');
    await page.getByRole('link', { name: 'Tags' }).click();
    await heading(page, 'Tags').waitFor();
    await run(1_000);
    expect(page.url()).toMatch(/\/console\/tags$/);
  });

  it('of the palette begins with two letters, once nobody typed for 0.2 s', async () => {
    const page = await visit('/tags', people.agent, new Date());
    await heading(page, 'Tags').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Comandos' }).getByRole('combobox').waitFor();
    const { run, soon, callsTo } = await stop(page);
    const searched = () => callsTo('tickets.list').map((input) => Object(input).search);
    await page.keyboard.type('x');
    await run(500);
    await page.keyboard.type('y');
    await run(210);
    await soon(searched).toEqual(['xy']);
    await page.keyboard.type('z');
    await run(150);
    await page.keyboard.type('w');
    await run(100);
    await soon(searched).toEqual(['xy']);
    await run(110);
    await soon(searched).toEqual(['xy', 'xyzw']);
  });
});

it('what was set aside is counted again each minute', async () => {
  const page = await visit('/tags', people.agent, new Date());
  // No hint tells of what changed.
  await page.route(/console\/events/, (route) => route.abort());
  await page.goto('/console/fila');
  await page.getByRole('navigation', { name: 'Visões' }).waitFor();
  const { run, soon, callsTo } = await stop(page);
  const count = () => callsTo('inbound.status').length;
  const before = count();
  for (const _ of 'ab') await run(60_000);
  await soon(count).toBeGreaterThan(before);
});
