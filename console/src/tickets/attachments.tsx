import { useQuery } from '@tanstack/react-query';
import { Eye, Paperclip, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '../api/procedures.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Loaded } from '../parts/waiting.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';
import styles from './attachments.module.css';
import { PlainText } from './plain-text.tsx';

type Attachment = OutputOf<'attachments.list'>[number];

const units = ['B', 'kB', 'MB'] as const;

const sizeText = (bytes: number): string => {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
  return `${number.format(bytes / 1_000 ** step)} ${units[step]}`;
};

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
        <span className="small">{sizeText(size)}</span>
      </a>
      {type.startsWith('text/') && (
        <button type="button" className="quiet" onClick={() => setSeen(true)}>
          <Eye aria-hidden size={16} />
          <span className="hidden">{texts.preview(name)}</span>
        </button>
      )}
      {isSeen && <TextPreview attachment={attachment} onClose={() => setSeen(false)} />}
    </>
  );
};
