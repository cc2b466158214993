import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import QuickRepliesScreen from '../../../console/src/quick-replies/quick-replies-screen.tsx';
import { given, linksOf, render } from '../render.ts';
import { renderAtNoon } from '../samples.ts';

await vi.hoisted(async () => (await import('../stub-window.ts')).stubWindow());
renderAtNoon();

it('quick replies are those that the search of the address finds', async () => {
  const found = { items: [{ id: 7, title: 'Boleto', updatedAt: '2026-11-26T11:00:00Z' }] };
  const known = [given('quickReplies.list', { search: 'boleto' }, found as never)];
  const html = await render(createElement(QuickRepliesScreen), known, {
    address: '/respostas-rapidas?busca=boleto',
  });
  expect(linksOf(html)).toContain('/respostas-rapidas/7');
});
