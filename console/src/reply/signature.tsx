import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRead } from '../api/client.ts';
import { setPreferences } from '../shell/preferences.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { Button } from '../ui/page.tsx';
import { Editor, type EditorHandle } from './editor.tsx';
import { replyTexts as texts } from './texts.ts';

/** Edits the signature under the person's mails. The service stores it for all browsers. */
export const Signature = ({ onClose }: { onClose: () => void }) => {
  const editor = useRef<EditorHandle>(null);
  const preferences = useRead('me.preferences.get').data;
  const stored = preferences?.signature;
  const [html, setHtml] = useState<string>();
  const show = useEffectEvent((text: string) => {
    // A refetch does not overwrite what is being typed.
    if (html === undefined) editor.current?.setHtml(text);
  });
  useEffect(() => {
    if (typeof stored === 'string') show(stored);
  }, [stored]);
  const set = useMutation({
    mutationFn: (signature: string) => setPreferences({ signature }),
    onSuccess: () => {
      toast(texts.signatureSaved);
      onClose();
    },
  });
  return (
    <Dialog title={texts.signature} onClose={onClose}>
      <Editor ref={editor} label={texts.signature} onChange={setHtml} />
      <div className="line end">
        <Button
          text={texts.saveSignature}
          className="primary"
          disabled={preferences === undefined || html === undefined || set.isPending}
          onClick={() => set.mutate(html ?? '')}
        />
      </div>
    </Dialog>
  );
};
