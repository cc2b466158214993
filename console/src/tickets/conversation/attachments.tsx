import { useQuery } from '@tanstack/react-query';
import { Eye, Paperclip, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '../../api/client.ts';
import { bytesText } from '../../ui/format/figures.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { IconButton, Loaded } from '../../ui/page.tsx';
import { ticketTexts as texts } from '../texts.ts';
import styles from './attachments.module.css';

export type Attachment = OutputOf<'attachments.list'>['items'][number];

const addressOf = ({ id }: Attachment) => `/console/attachments/${id}/download`;

/** Attachments with previews of pictures, texts and PDFs. A quarantined file cannot be opened. */
export const Attachments = ({
  attachments,
  mark,
}: {
  attachments: readonly Attachment[];
  /** A text that each attachment shows. */
  mark?: string;
}) => {
  const [opened, setOpened] = useState<Attachment>();
  if (attachments.length === 0) return null;
  return (
    <>
      <ul aria-label={texts.attachments} className="line">
        {attachments.map((attachment) => (
          <li key={attachment.id} className={`line ${isPicture(attachment) ? styles.picture : ''}`}>
            <OneAttachment attachment={attachment} onOpen={() => setOpened(attachment)} />
            {mark && <span className="faint small">{mark}</span>}
          </li>
        ))}
      </ul>
      {opened && <Viewer file={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
};

const OneAttachment = ({
  attachment,
  onOpen,
}: {
  attachment: Attachment;
  /** Opens the large view. */
  onOpen: () => void;
}) => {
  const { name, size, type, quarantined } = attachment;
  if (quarantined) {
    return (
      <span className="line danger">
        <ShieldAlert size={16} />
        {name} · {texts.quarantined}
      </span>
    );
  }
  return (
    <>
      {isPicture(attachment) && (
        <button type="button" aria-label={name} onClick={onOpen}>
          <img src={addressOf(attachment)} alt="" loading="lazy" />
        </button>
      )}
      <a
        href={addressOf(attachment)}
        download={name}
        className={`button lined ${styles.attachment}`}
      >
        <Paperclip size={16} />
        <span className="hidden">{texts.download(name)}</span>
        <span aria-hidden className="clip">
          {name}
        </span>
        <span className="faint">{bytesText(size)}</span>
      </a>
      {/^text\/|^application\/pdf$/.test(type) && (
        <IconButton icon={Eye} text={texts.preview(name)} onClick={onOpen} />
      )}
    </>
  );
};

const isPicture = ({ type, quarantined }: Attachment): boolean =>
  type.startsWith('image/') && !quarantined;

/** Shows a file at the size of the window. */
const Viewer = ({ file, onClose }: { file: Attachment; onClose: () => void }) => (
  <Dialog title={isPicture(file) ? texts.picture : file.name} wide onClose={onClose}>
    <div className={styles.shown}>
      {isPicture(file) ? <img src={addressOf(file)} alt={file.name} /> : <Document file={file} />}
    </div>
    <div className="line">
      <span className="clip">{file.name}</span>
      <a className="button" href={addressOf(file)} download={file.name}>
        {texts.downloadIt}
      </a>
    </div>
  </Dialog>
);

/** A text or a PDF. Its address downloads it, so the browser shows a copy. */
const Document = ({ file }: { file: Attachment }) => {
  const copy = useQuery({
    queryKey: ['copy of attachment', file.id],
    queryFn: async ({ signal }) => {
      const response = await fetch(addressOf(file), { signal });
      if (!response.ok) throw new Error(`the attachment could not be read: ${response.status}`);
      const type = file.type.startsWith('text/') ? 'text/plain;charset=utf-8' : file.type;
      return URL.createObjectURL(new Blob([await response.arrayBuffer()], { type }));
    },
  });
  return (
    <Loaded query={copy}>
      {(address) => <iframe title={file.name} src={address} className={styles.document} />}
    </Loaded>
  );
};

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
