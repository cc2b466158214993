import { useRef } from 'react';
import { kept, ownKey } from '../app/store.ts';
import { Check } from '../parts/form.tsx';
import { replyTexts as texts } from '../texts/reply.ts';

/** Whether a reply leaves as a mail, and what happens else. */
export const ByMail = ({
  hasAddress,
  checked,
  onChange,
}: {
  hasAddress: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) => {
  if (!hasAddress) return <span className="small">{texts.noAddress}</span>;
  return (
    <>
      <Check label={texts.byMail} checked={checked} onChange={onChange} />
      {!checked && <span className="small">{texts.notByMail}</span>}
    </>
  );
};

/**
 * Keys that make a request happen once: what is sent again unchanged, because its response was lost, has the same key.
 */
export const useRequestKey = () => {
  const last = useRef<{ content: string; key: string }>(undefined);
  return {
    for: (content: unknown): string => {
      const text = JSON.stringify(content);
      if (last.current?.content !== text)
        last.current = { content: text, key: crypto.randomUUID() };
      return last.current.key;
    },
    /** The request was answered: sending the same again is meant. */
    renew: (): void => {
      last.current = undefined;
    },
  };
};

/** A text that the service does not have yet, and the revision that it was written over; null: not known. */
interface Unsaved {
  html: string;
  revision: number | null;
}

/** What was written on a ticket in this browser and has not reached the service. */
export const unsavedText = (ticketId: number) => kept<Unsaved>(ownKey(`text:reply:${ticketId}`));
