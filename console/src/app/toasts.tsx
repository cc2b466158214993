import { X } from 'lucide-react';
import { Button, IconButton } from '../parts/page.tsx';
import { shell } from '../texts/shell.ts';
import { createStore, useStore } from './store.ts';

interface Toast {
  id: number;
  text: string;
  failed: boolean;
  undo: (() => void) | undefined;
}

const shownMs = 6_000;
const toasts = createStore<readonly Toast[]>([]);
let last = 0;

const hide = (id: number) => toasts.set((shown) => shown.filter((toast) => toast.id !== id));

/** Says what happened, for six seconds, with a way to undo it; what failed stays until it is closed. */
export const toast = (
  text: string,
  { failed = false, undo }: { failed?: boolean; undo?: () => void } = {},
): void => {
  last += 1;
  const id = last;
  toasts.set((shown) => [...shown.slice(-2), { id, text, failed, undo }]);
  if (!failed) setTimeout(() => hide(id), shownMs);
};

export const Toasts = () => (
  <div role="status">
    {useStore(toasts).map(({ id, text, failed, undo }) => (
      <p key={id} className="line box" data-failed={failed || undefined}>
        {text}
        {undo && (
          <Button
            text={shell.undo}
            onClick={() => {
              hide(id);
              undo();
            }}
          />
        )}
        <IconButton icon={X} text={shell.close} onClick={() => hide(id)} />
      </p>
    ))}
  </div>
);
