import { createElement, type ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { AssignDialog, TagDialog } from '../../console/src/tickets/choose-dialogs.tsx';
import { SnoozeDialog } from '../../console/src/tickets/snooze.tsx';
import { none, now, renderAtNoon, tag, tags, team } from './desk-samples.ts';
import { render } from './render.ts';

await vi.hoisted(async () => (await import('./stub-window.ts')).stubWindow());
renderAtNoon();

/** The options of a dialog, which loads them when it is first shown. */
const optionsOf = async (dialog: ReactElement) => {
  await render(dialog, [team, tags]);
  await import('../../console/src/ui/overlays/options.tsx');
  const html = await render(dialog, [team, tags]);
  return [...html.matchAll(/role="option"[^>]*>([^<]*)/g)].map(([, text]) => text);
};
const asked = { onChoose: none, onClose: none };

it('a ticket is assigned to oneself first, to others, or to nobody', async () => {
  expect(await optionsOf(createElement(AssignDialog, asked))).toEqual([
    'Assumir',
    'caio@x.com',
    'Deixar sem responsável',
  ]);
});

it('a ticket gets tags that it has not', async () => {
  expect(await optionsOf(createElement(TagDialog, asked))).toEqual(['Tag 1', 'Tag 2']);
  const without = [tag(1)];
  expect(await optionsOf(createElement(TagDialog, { ...asked, without }))).toEqual(['Tag 2']);
});

it('only what is snoozed is brought back', async () => {
  const one = { id: 1, snoozedUntil: null };
  const ways = ['Até amanhã, 8h', 'Até segunda-feira, 8h', 'Até um dia…', 'Até o leitor escrever'];
  const options = (tickets: { id: number; snoozedUntil: string | null }[]) =>
    optionsOf(createElement(SnoozeDialog, { tickets, onClose: none }));
  expect(await options([one])).toEqual(ways);
  expect(await options([one, { id: 2, snoozedUntil: now }])).toEqual([
    ...ways,
    'Trazer de volta à fila',
  ]);
});
