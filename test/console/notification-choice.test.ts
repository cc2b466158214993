import { createElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { outlineOf, render } from './render.ts';
import { stubBrowser } from './stub-browser.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  // What looked for its browser when it was loaded looks anew for the next test.
  vi.resetModules();
});

/** The choice in a browser that has decided, where it was wanted or not. */
const choiceIn = async (Notification: object | undefined, isWanted: boolean) => {
  vi.resetModules();
  stubBrowser();
  for (const name of ['window', 'document']) vi.stubGlobal(name, undefined);
  if (Notification) vi.stubGlobal('Notification', Notification);
  if (isWanted) localStorage.setItem('console:notifications', 'true');
  const { NotificationChoice } = await import('../../console/src/shell/notifications.tsx');
  return outlineOf(await render(createElement(NotificationChoice)));
};

const off = '{type="checkbox"} Avisar por este navegador';
const on = off.replace('"}', '" checked=""}');
it.each([
  ['granted', true, on],
  ['granted', false, off],
  ['default', false, off],
  ['denied', false, `${off}\nO navegador não permite avisos desta página.`],
  // It was wanted before the browser denied it.
  ['denied', true, `${off}\nO navegador não permite avisos desta página.`],
])('notifications that are %s, wanted: %s', async (permission, isWanted, shown) => {
  expect(await choiceIn({ permission }, isWanted)).toBe(shown);
});

it('notifications are no choice where a browser has none', async () => {
  expect(await choiceIn(undefined, true)).toBe('');
});
