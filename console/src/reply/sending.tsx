import { Send } from 'lucide-react';
import { useRef } from 'react';
import { Check } from '../ui/form.tsx';
import { Button } from '../ui/page.tsx';
import { createKeptStore, useStore } from '../ui/state/store.ts';
import { replyTexts as texts } from './texts.ts';

/** The send button that was used last, which is filled. This browser stores it. */
export const usualSending = createKeptStore<'send' | 'sendAndResolve'>('console:sending', 'send');

/** The buttons that send a reply. The one used last is filled. */
export const SendButtons = ({
  disabled,
  onSend,
}: {
  disabled: boolean;
  onSend: (resolve: boolean) => void;
}) => {
  const usual = useStore(usualSending);
  return (['sendAndResolve', 'send'] as const).map((name) => (
    <Button
      key={name}
      icon={name === 'send' ? Send : undefined}
      text={texts[name]}
      className={usual === name ? 'primary' : 'lined'}
      disabled={disabled}
      onClick={() => onSend(name === 'sendAndResolve')}
    />
  ));
};

/** A checkbox for sending a reply by mail, with the consequence of not doing so. */
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

/** Keys that make a request idempotent: an unchanged repetition after a lost response has the same key. */
export const useRequestKey = () => {
  const last = useRef<{ content: string; key: string }>(undefined);
  return {
    for: (content: unknown): string => {
      const text = JSON.stringify(content);
      if (last.current?.content !== text)
        last.current = { content: text, key: crypto.randomUUID() };
      return last.current.key;
    },
    /** Call this after a response, so that sending the same content again is a new request. */
    renew: (): void => {
      last.current = undefined;
    },
  };
};
