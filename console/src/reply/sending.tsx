import { Send } from 'lucide-react';
import { useRef } from 'react';
import { failureOf } from '../api/failure.ts';
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

/**
 * Returns a function that sends a content once: with the same key until the service has responded, because
 * a lost response may have been a success.
 */
export const useOnce = () => {
  const last = useRef<{ text: string; key: string }>(undefined);
  return async <T,>(content: unknown, send: (requestKey: string) => Promise<T>): Promise<T> => {
    const text = JSON.stringify(content);
    if (last.current?.text !== text) last.current = { text, key: crypto.randomUUID() };
    try {
      const result = await send(last.current.key);
      last.current = undefined;
      return result;
    } catch (error) {
      if (failureOf(error)) last.current = undefined;
      throw error;
    }
  };
};
