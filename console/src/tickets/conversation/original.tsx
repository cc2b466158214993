import { ScanText } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { IconButton } from '../../ui/page.tsx';
import { ticketTexts as texts } from '../texts.ts';
import styles from './attachments.module.css';

/** Shows the mail of a message as its program shows it: the service seals the page. */
export const Original = ({ messageId }: { messageId: number }) => {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <IconButton
        icon={ScanText}
        text={texts.original}
        className="low"
        onClick={() => setShown(true)}
      />
      {isShown && (
        <Dialog title={texts.original} wide onClose={() => setShown(false)}>
          <iframe
            title={texts.original}
            sandbox=""
            src={`/console/messages/${messageId}/original`}
            className={styles.original}
          />
        </Dialog>
      )}
    </>
  );
};
