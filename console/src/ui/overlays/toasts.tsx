import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../page.tsx';
import { createStore, useStore } from '../state/store.ts';
import { uiTexts } from '../texts.ts';

interface Toast {
  id: number;
  text: ReactNode;
  failed: boolean;
  /** True if it is shown in the dialog that was open, because the page behind is covered. */
  inDialog: boolean;
  undo: (() => void) | undefined;
}

const shownMs = 6_000;
const toasts = createStore<readonly Toast[]>([]);
let last = 0;
let openDialogs = 0;

const hide = (id: number) => toasts.set((shown) => shown.filter((toast) => toast.id !== id));

/**
 * Shows what happened for six seconds, with an undo button if possible. A failure stays until it is closed.
 */
export const toast = (
  text: ReactNode,
  { failed = false, undo }: { failed?: boolean; undo?: () => void } = {},
): void => {
  last += 1;
  const id = last;
  const inDialog = failed && openDialogs > 0;
  toasts.set((shown) => [
    ...shown.filter((former) => former.failed || failed).slice(-2),
    { id, text, failed, inDialog, undo },
  ]);
  if (!failed) setTimeout(() => hide(id), shownMs);
};

/** Shows failures in the dialog that opens. Returns a function that removes them when it closes. */
export const enterDialog = () => {
  openDialogs += 1;
  return (): void => {
    openDialogs -= 1;
    toasts.set((shown) => shown.filter(({ inDialog }) => !inDialog));
  };
};

export const Toasts = ({ isDialog = false }: { isDialog?: boolean }) => (
  <div role={isDialog ? 'alert' : 'status'}>
    {useStore(toasts)
      .filter(({ inDialog }) => inDialog === isDialog)
      .map(({ id, text, failed, undo }) => (
        <p key={id} className="notice" data-failed={failed || undefined}>
          <span>{text}</span>
          <span className="push" />
          {undo && (
            <Button
              text={uiTexts.undo}
              className="low"
              onClick={() => {
                hide(id);
                undo();
              }}
            />
          )}
          <IconButton icon={X} text={uiTexts.close} className="low" onClick={() => hide(id)} />
        </p>
      ))}
  </div>
);
