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
    sandbox=""
    src={`/console/messages/${messageId}/original`}
    className={styles.original}
  />
);

const showWhole = (frame: HTMLIFrameElement | null) =>
  frame?.closest('article')?.scrollIntoView({ block: 'start' });
