import { Paperclip, X } from 'lucide-react';
import { bytesText } from '../ui/format/figures.ts';
import { Button, IconButton } from '../ui/page.tsx';
import styles from './editor.module.css';
import { replyTexts as texts } from './texts.ts';
import type { useReplyParts } from './use-reply-parts.ts';

type Used = ReturnType<typeof useReplyParts>;

/** The recipients of a reply. `everyone` are the other recipients of the reader's mail. */
export const Recipients = ({
  address,
  everyone,
  parts: { cc, wrong, setCc },
  onAll,
}: {
  address: string;
  everyone: readonly string[];
  parts: Used;
  /** Adds all of them to the Cc field. */
  onAll: () => void;
}) => (
  <div className={`line ${styles.to}`}>
    <span className="small clip">{texts.to(address)}</span>
    {cc === undefined ? (
      <>
        <Button text={texts.cc} className="low" onClick={() => setCc('')} />
        {everyone.length > 0 && (
          <Button
            text={texts.replyAll(everyone.length)}
            className="low"
            onClick={() => {
              setCc(everyone.join(', '));
              onAll();
            }}
          />
        )}
      </>
    ) : (
      <label className={`line small ${styles.cc}`}>
        {texts.cc}
        <input
          value={cc}
          placeholder={texts.ccHint}
          aria-invalid={wrong !== undefined || undefined}
          // biome-ignore lint/a11y/noAutofocus: the button that opened it has gone
          autoFocus={cc === ''}
          onChange={({ target }) => setCc(target.value)}
        />
        {wrong !== undefined && <span role="alert">{texts.wrongAddress(wrong)}</span>}
      </label>
    )}
  </div>
);

/** The files of a reply, and the space that is left for more. */
export const ReplyFiles = ({ parts }: { parts: Used }) => {
  const { files, bytes, isTooLarge, remove } = parts;
  if (files.length === 0) return null;
  return (
    <div className={`line small ${styles.files}`}>
      <ul aria-label={texts.files} className="line">
        {files.map(({ id, name, size }) => (
          <li key={id} className="line">
            <Paperclip size={14} />
            <span className="clip">{name}</span>
            <span className="faint">{bytesText(size)}</span>
            <IconButton
              icon={X}
              className="low"
              text={texts.removeFile(name)}
              onClick={() => remove(id)}
            />
          </li>
        ))}
      </ul>
      {isTooLarge ? (
        <span role="alert">{texts.tooLarge(bytesText(bytes))}</span>
      ) : (
        <span className="faint">{texts.room(bytesText(bytes))}</span>
      )}
    </div>
  );
};
