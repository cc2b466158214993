import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../sdk/src/generated/routes.ts';
import { startApp, type TestApp } from '../harness.ts';
import { type BrowserPage, openPage } from './browser.ts';

let app: TestApp;
let page: BrowserPage;

beforeAll(async () => {
  app = await startApp();
  page = await openPage(`${app.url}/docs`);
});
afterAll(async () => {
  await page?.close();
  await app?.close();
});

const shadow = "document.querySelector('rapi-doc').shadowRoot";

describe('the reference page', () => {
  it('lists every operation in its sidebar, and has a search', async () => {
    const count = await page.waitFor(`${shadow}?.querySelectorAll('.nav-bar-path').length`);
    expect(count).toBe(Object.keys(routes).length);
    expect(await page.waitFor(`${shadow}.querySelector('#nav-bar-search') !== null`)).toBe(true);
  });

  it('shows a sample of the SDK and sends a request with a token that survives a reload', async () => {
    const token = await app.token({ role: 'agent' });
    await page.waitFor("(location.hash = '#auth')");
    const scheme = `${shadow}.getElementById('security-scheme-bearer')`;
    await page.waitFor(`Boolean(${scheme})`);
    await page.waitFor(
      `(${scheme}.querySelector('.api-key-input').value = ${JSON.stringify(token)},
        ${scheme}.querySelector('button').click(), true)`,
    );
    await page.reload();
    await page.waitFor(`${shadow}?.querySelectorAll('.nav-bar-path').length`);
    await page.waitFor("(location.hash = '#get-/support/tags')");
    await page.waitFor(`${shadow}.textContent.includes('await leitor.listTags()')`);
    const request = `${shadow}.querySelector('api-request').shadowRoot`;
    await page.waitFor(`(${request}.querySelector('[part="btn btn-try"]').click(), true)`);
    const status = `/Response Status: (\\w+:)?(\\d+)/.exec(${request}.textContent)?.[2]`;
    expect(await page.waitFor(status)).toBe('200');
  });
});
