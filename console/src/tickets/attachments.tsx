import { Paperclip, ShieldAlert } from 'lucide-react';
import type { OutputOf } from '../api/procedures.ts';
import { ticketTexts as texts } from '../texts/tickets.ts';
import styles from './attachments.module.css';

type Attachment = OutputOf<'attachments.list'>[number];

const units = ['B', 'kB', 'MB'] as const;

const sizeText = (bytes: number): string => {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
  return `${number.format(bytes / 1_000 ** step)} ${units[step]}`;
};

const addressOf = ({ id }: Attachment) => `/console/attachments/${id}/download`;

/** Attachments with a preview of images. What is in quarantine cannot be opened. */
export const Attachments = ({ attachments }: { attachments: readonly Attachment[] }) =>
  attachments.length > 0 && (
    <ul aria-label={texts.attachments} className={styles.attachments}>
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          <OneAttachment attachment={attachment} />
        </li>
      ))}
    </ul>
  );

const OneAttachment = ({ attachment }: { attachment: Attachment }) => {
  const { name, size, type, quarantined } = attachment;
  if (quarantined) {
    return (
      <span className={styles.attachment} data-quarantined>
        <ShieldAlert aria-hidden size={16} />
        {name} · {texts.quarantined}
      </span>
    );
  }
  return (
    <a href={addressOf(attachment)} download={name} className={styles.attachment}>
      {type.startsWith('image/') ? (
        <img src={addressOf(attachment)} alt="" loading="lazy" />
      ) : (
        <Paperclip aria-hidden size={16} />
      )}
      <span className="hidden">{texts.download(name)}</span>
      <span aria-hidden>{name}</span>
      <span className={styles.size}>{sizeText(size)}</span>
    </a>
  );
};
