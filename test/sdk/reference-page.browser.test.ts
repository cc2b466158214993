import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** Enters a token into the page and opens an operation. */
const authorize = async (shown: BrowserPage, token: string, hash: string) => {
  await shown.waitFor("(location.hash = '#auth')");
  const scheme = `${shadow}.getElementById('security-scheme-bearer')`;
  await shown.waitFor(`Boolean(${scheme})`);
  await shown.waitFor(
    `(${scheme}.querySelector('.api-key-input').value = ${JSON.stringify(token)},
      ${scheme}.querySelector('button').click(), true)`,
  );
  await shown.reload();
  await shown.waitFor(`${shadow}?.querySelectorAll('.nav-bar-path').length`);
  await shown.waitFor(`(location.hash = '${hash}')`);
};

/** Sends the request of the shown operation; resolves to the status of its response. */
const tryIt = async (shown: BrowserPage): Promise<unknown> => {
  const request = `${shadow}.querySelector('api-request').shadowRoot`;
  await shown.waitFor(`(${request}.querySelector('[part="btn btn-try"]').click(), true)`);
  return shown.waitFor(`/Response Status: ([\\w ]+:)?(\\d+)/.exec(${request}.textContent)?.[2]`);
};

const shadow = "document.querySelector('rapi-doc').shadowRoot";

describe('the reference page', () => {
  it('shows a sample of the SDK and sends a request with a token that survives a reload', async () => {
    const token = await app.token({ role: 'agent' });
    await authorize(page, token, '#get-/support/tags');
    await page.waitFor(`${shadow}.textContent.includes('await leitor.listTags()')`);
    expect(await tryIt(page)).toBe('200');
  });
});
