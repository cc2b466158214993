import { useQuery } from '@tanstack/react-query';
import { Eye, Paperclip, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '../api/client.ts';
import { PlainText } from '../reply/reply-html.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IconButton, Loaded } from '../ui/page.tsx';
import styles from './attachments.module.css';
import { ticketTexts as texts } from './texts.ts';

type Attachment = OutputOf<'attachments.list'>[number];

const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

const addressOf = ({ id }: Attachment) => `/console/attachments/${id}/download`;

/** Attachments with a preview of images, texts and PDFs. What is in quarantine cannot be opened. */
export const Attachments = ({ attachments }: { attachments: readonly Attachment[] }) =>
  attachments.length > 0 && (
    <ul aria-label={texts.attachments} className="line">
      {attachments.map((attachment) => (
        <li key={attachment.id} className="line">
          <OneAttachment attachment={attachment} />
        </li>
      ))}
    </ul>
  );

/** Of a text that is longer the beginning is shown. */
const textBytes = 100_000;

const Preview = ({ attachment, onClose }: { attachment: Attachment; onClose: () => void }) => {
  const isText = attachment.type.startsWith('text/');
  const content = useQuery({
    queryKey: ['content of attachment', attachment.id],
    queryFn: async ({ signal }) => {
      const headers = isText ? { Range: `bytes=0-${textBytes - 1}` } : undefined;
      const response = await fetch(addressOf(attachment), { headers, signal });
      if (!response.ok) throw new Error(`the attachment could not be read: ${response.status}`);
      return isText ? response.text() : URL.createObjectURL(await response.blob());
    },
  });
  return (
    <Dialog title={attachment.name} onClose={onClose}>
      <Loaded query={content}>
        {(shown) =>
          isText ? (
            <PlainText text={shown} />
          ) : (
            <iframe title={attachment.name} src={shown} className={styles.document} />
          )
        }
      </Loaded>
    </Dialog>
  );
};

const OneAttachment = ({ attachment }: { attachment: Attachment }) => {
  const { name, size, type, quarantined } = attachment;
  const [isSeen, setSeen] = useState(false);
  if (quarantined) {
    return (
      <span className={`line box ${styles.attachment}`} data-quarantined>
        <ShieldAlert aria-hidden size={16} />
        {name} · {texts.quarantined}
      </span>
    );
  }
  return (
    <>
      <a href={addressOf(attachment)} download={name} className={`line box ${styles.attachment}`}>
        {type.startsWith('image/') ? (
          <img src={addressOf(attachment)} alt="" loading="lazy" />
        ) : (
          <Paperclip aria-hidden size={16} />
        )}
        <span className="hidden">{texts.download(name)}</span>
        <span aria-hidden>{name}</span>
        <span className="small">{number.format(size / 1_000)} kB</span>
      </a>
      {(type.startsWith('text/') || type === 'application/pdf') && (
        <IconButton icon={Eye} text={texts.preview(name)} onClick={() => setSeen(true)} />
      )}
      {isSeen && <Preview attachment={attachment} onClose={() => setSeen(false)} />}
    </>
  );
};
