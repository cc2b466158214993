import { ScanText } from 'lucide-react';
import { IconButton } from '../../ui/page.tsx';
import { ticketTexts as texts } from '../texts.ts';
import styles from './attachments.module.css';

/** Shows the mail of a message as its program shows it, or its text again. */
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

/** The mail of a message; the service seals the page. */
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
