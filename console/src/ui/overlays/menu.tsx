import { Ellipsis } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { IconButton } from '../page.tsx';
import styles from './menu.module.css';

const gap = 4;

/** A menu of actions that do not fit. It closes after a choice. */
export const Menu = ({ text, children }: { text: string; children: ReactNode }) => {
  const id = useId();
  const opener = useRef<HTMLSpanElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** Positions the menu beside the button, where there is room. */
  const place = () => {
    const at = opener.current?.getBoundingClientRect();
    if (!at || !list.current) return;
    const { style } = list.current;
    const isLow = at.top > innerHeight / 2;
    style.insetBlock = isLow ? `auto ${innerHeight - at.top + gap}px` : `${at.bottom + gap}px auto`;
    const isRight = at.right > innerWidth / 2;
    style.insetInline = isRight ? `auto ${innerWidth - at.right}px` : `${at.left}px auto`;
  };
  return (
    <span ref={opener} className={styles.opener}>
      <IconButton icon={Ellipsis} text={text} popoverTarget={id} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do something */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys click the buttons inside */}
      <div
        ref={list}
        id={id}
        popover="auto"
        className={styles.menu}
        onBeforeToggle={place}
        onClick={() => list.current?.hidePopover()}
      >
        {children}
      </div>
    </span>
  );
};
