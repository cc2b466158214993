import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '../page.tsx';
import { uiTexts } from '../texts.ts';
import styles from './dialog.module.css';
import { enterDialog, Toasts } from './toasts.tsx';

/**
 * A modal dialog, open while it is rendered. The browser traps the focus inside and restores it afterwards.
 * @param onClose called by Escape, the cross or a click outside; without it the dialog cannot be left
 */
export const Dialog = ({
  title,
  wide,
  onClose,
  children,
}: {
  title: string;
  /** True if the dialog is as wide as its content needs. */
  wide?: boolean;
  onClose?: () => void;
  children: ReactNode;
}) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const opener = document.activeElement;
    const shown = dialog.current;
    const leave = enterDialog();
    if (!shown?.open) shown?.showModal();
    // React does not render the attribute `autofocus`, which the browser looks for.
    const first = shown?.querySelector<HTMLElement>('[data-first]');
    (first ?? shown?.querySelector<HTMLElement>('input, textarea, select'))?.focus();
    return () => {
      shown?.close();
      leave();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className={styles.dialog}
      data-wide={wide || undefined}
      // Older browsers close it by Escape and the cross alone.
      closedby={onClose ? 'any' : 'none'}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <div className={`stack ${styles.content}`}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        {children}
        <Toasts isDialog />
        {/* Last, so that the focus begins at what the dialog is for. */}
        {onClose && (
          <IconButton icon={X} text={uiTexts.close} className={styles.close} onClick={onClose} />
        )}
      </div>
    </dialog>
  );
};
