import { useQuery } from '@tanstack/react-query';
import { Eye, Paperclip, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '../api/procedures.ts';
import { Dialog } from '../parts/dialog.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { Loaded } from '../parts/waiting.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';
import styles from './attachments.module.css';
import { PlainText } from './plain-text.tsx';

type Attachment = OutputOf<'attachments.list'>[number];

const kilobytes = new Intl.NumberFormat('pt-BR', {
  style: 'unit',
  unit: 'kilobyte',
  maximumFractionDigits: 1,
});

const addressOf = ({ id }: Attachment) => `/console/attachments/${id}/download`;

/** Attachments with a preview of images and texts. What is in quarantine cannot be opened. */
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

const previewBytes = 100_000;

const TextPreview = ({ attachment, onClose }: { attachment: Attachment; onClose: () => void }) => {
  const text = useQuery({
    queryKey: ['text of attachment', attachment.id],
    queryFn: async ({ signal }) => {
      const headers = { Range: `bytes=0-${previewBytes - 1}` };
      const response = await fetch(addressOf(attachment), { headers, signal });
      if (!response.ok) throw new Error(`the attachment could not be read: ${response.status}`);
      return response.text();
    },
  });
  return (
    <Dialog title={attachment.name} onClose={onClose} wide>
      <Loaded query={text}>{(shown) => <PlainText text={shown} />}</Loaded>
    </Dialog>
  );
};

const OneAttachment = ({ attachment }: { attachment: Attachment }) => {
  const { name, size, type, quarantined } = attachment;
  const [isSeen, setSeen] = useState(false);
  if (quarantined) {
    return (
      <span className={`line ${styles.attachment}`} data-quarantined>
        <ShieldAlert aria-hidden size={16} />
        {name} · {texts.quarantined}
      </span>
    );
  }
  return (
    <>
      <a href={addressOf(attachment)} download={name} className={`line ${styles.attachment}`}>
        {type.startsWith('image/') ? (
          <img src={addressOf(attachment)} alt="" loading="lazy" />
        ) : (
          <Paperclip aria-hidden size={16} />
        )}
        <span className="hidden">{texts.download(name)}</span>
        <span aria-hidden>{name}</span>
        <span className="small">{kilobytes.format(size / 1_000)}</span>
      </a>
      {type.startsWith('text/') && (
        <IconButton icon={Eye} text={texts.preview(name)} onClick={() => setSeen(true)} />
      )}
      {isSeen && <TextPreview attachment={attachment} onClose={() => setSeen(false)} />}
    </>
  );
};
