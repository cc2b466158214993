import { useQuery } from '@tanstack/react-query';
import { Eye, MailPlus, Paperclip, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '../../api/client.ts';
import { PlainText } from '../../reply/reply-html.tsx';
import { bytesText } from '../../ui/format/bytes.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Button, IconButton, Loaded } from '../../ui/page.tsx';
import { ticketTexts as texts } from '../texts.ts';
import styles from './attachments.module.css';

type Attachment = OutputOf<'attachments.list'>['items'][number];

const addressOf = ({ id }: Attachment) => `/console/attachments/${id}/download`;

/** Attachments with previews of pictures, texts and PDFs. A quarantined file cannot be opened. */
export const Attachments = ({
  attachments,
  mark,
  onUse,
}: {
  attachments: readonly Attachment[];
  /** A text that each attachment shows. */
  mark?: string | undefined;
  /** Attaches a file to the reply. */
  onUse?: ((file: Attachment) => void) | undefined;
}) => {
  const [opened, setOpened] = useState<number>();
  const pictures = attachments.filter(isPicture);
  if (attachments.length === 0) return null;
  return (
    <>
      <ul aria-label={texts.attachments} className="line">
        {attachments.map((attachment) => (
          <li key={attachment.id} className={`line ${isPicture(attachment) ? styles.picture : ''}`}>
            <OneAttachment
              attachment={attachment}
              onOpen={() => setOpened(pictures.indexOf(attachment))}
            />
            {mark && <span className="faint small">{mark}</span>}
            {onUse && attachment.uploaderEmail !== null && !attachment.quarantined && (
              <IconButton
                icon={MailPlus}
                className="low"
                text={texts.intoReply(attachment.name)}
                onClick={() => onUse(attachment)}
              />
            )}
          </li>
        ))}
      </ul>
      {opened !== undefined && (
        <Pictures pictures={pictures} first={opened} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
};

/** The length of a text's preview in bytes. */
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

const OneAttachment = ({
  attachment,
  onOpen,
}: {
  attachment: Attachment;
  /** Opens the large view of a picture. */
  onOpen: () => void;
}) => {
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
      {isPicture(attachment) && (
        <button type="button" aria-label={name} onClick={onOpen}>
          <img src={addressOf(attachment)} alt="" loading="lazy" />
        </button>
      )}
      <a href={addressOf(attachment)} download={name} className={`line ${styles.attachment}`}>
        <Paperclip aria-hidden size={16} />
        <span className="hidden">{texts.download(name)}</span>
        <span aria-hidden className="clip">
          {name}
        </span>
        <span className="faint">{bytesText(size)}</span>
      </a>
      {(type.startsWith('text/') || type === 'application/pdf') && (
        <IconButton icon={Eye} text={texts.preview(name)} onClick={() => setSeen(true)} />
      )}
      {isSeen && <Preview attachment={attachment} onClose={() => setSeen(false)} />}
    </>
  );
};

const isPicture = ({ type, quarantined }: Attachment): boolean =>
  type.startsWith('image/') && !quarantined;

/** Shows pictures one after another at the size of the window. */
const Pictures = ({
  pictures,
  first,
  onClose,
}: {
  pictures: readonly Attachment[];
  first: number;
  onClose: () => void;
}) => {
  const [at, setAt] = useState(first);
  const shown = pictures[at];
  if (!shown) return null;
  const move = (step: number) => setAt((at + step + pictures.length) % pictures.length);
  return (
    <Dialog title={texts.picture} wide onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows are another way to its buttons */}
      <div
        className="stack"
        onKeyDown={({ key }) => {
          if (key === 'ArrowLeft') move(-1);
          if (key === 'ArrowRight') move(1);
        }}
      >
        <div className={styles.shown}>
          <img key={shown.id} src={addressOf(shown)} alt={shown.name} />
        </div>
        <div className="line">
          <span className="clip">{shown.name}</span>
          <span className="faint">{texts.place(at + 1, pictures.length)}</span>
          <a className="button" href={addressOf(shown)} download={shown.name}>
            {texts.downloadIt}
          </a>
          <span className="push" />
          <Button text={texts.actions.previous} className="lined" onClick={() => move(-1)} />
          <Button text={texts.nextPicture} className="lined" onClick={() => move(1)} />
        </div>
      </div>
    </Dialog>
  );
};
