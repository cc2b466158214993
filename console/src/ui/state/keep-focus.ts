import { focusHeading } from '../page.tsx';

/**
 * Keeps the focus in the page: if what had it is removed, the heading gets it; if it was off for a
 * while, it gets it back.
 */
export const keepFocus = (): void => {
  let last: HTMLElement | undefined;
  addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : undefined;
  });
  // A click beside everything means to leave.
  addEventListener('pointerdown', () => {
    last = undefined;
  });
  new MutationObserver(() => {
    if (!last || document.activeElement !== document.body) return;
    if (!last.isConnected) focusHeading();
    else if (!last.matches(':disabled, [inert] *')) last.focus({ preventScroll: true });
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });
};
