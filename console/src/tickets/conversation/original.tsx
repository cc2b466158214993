import { ScanText } from 'lucide-react';
import { IconButton } from '../../ui/page.tsx';
import { ticketTexts as texts } from '../texts.ts';
import styles from './attachments.module.css';

/** A button that switches a message between its text and its original mail. */
export const OriginalButton = ({
  isShown,
  onToggle,
}: {
  isShown: boolean;
  onToggle: () => void;
}) => (
  <IconButton
    icon={ScanText}
    text={texts.original}
    className="low"
    aria-pressed={isShown}
    onClick={onToggle}
  />
);

/** The original mail of a message, in a sandboxed frame of the service. */
export const Original = ({ messageId }: { messageId: number }) => (
  <iframe
    ref={showWhole}
    title={texts.originalOf(messageId)}
    // Without scripts; the console measures its content.
    sandbox="allow-same-origin"
    src={`/console/messages/${messageId}/original`}
    className={styles.original}
  />
);

/** Scrolls to the message and keeps the frame as high as its page. */
const showWhole = (frame: HTMLIFrameElement) => {
  const fit = () => {
    const page = frame.contentDocument?.documentElement;
    // A wide page has a scroll bar below it.
    if (page)
      frame.style.blockSize = `${page.offsetHeight + frame.offsetHeight - page.clientHeight}px`;
  };
  frame.addEventListener('load', fit);
  const observer = new ResizeObserver(fit);
  observer.observe(frame);
  frame.closest('article')?.scrollIntoView({ block: 'start' });
  return () => observer.disconnect();
};
