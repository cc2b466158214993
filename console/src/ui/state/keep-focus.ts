import { focusHeading } from '../page.tsx';

/**
 * Holds the focus in the page: moves it to the heading if its element is removed, and back if the element was
 * disabled for a while.
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
