import { focusHeading } from '../page.tsx';

/**
 * Keeps the focus in the page: it goes to the heading if its element is removed, and back if its element was
 * disabled for a while.
 */
export const keepFocus = (): void => {
  let last: HTMLElement | undefined;
  addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : undefined;
  });
  // A click on the page's background leaves the focus on purpose.
  addEventListener('pointerdown', () => {
    last = undefined;
  });
  new MutationObserver(() => {
    if (!last || document.activeElement !== document.body) return;
    if (!last.isConnected) focusHeading();
    else if (!last.matches(':disabled, [inert] *')) last.focus({ preventScroll: true });
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });
};
