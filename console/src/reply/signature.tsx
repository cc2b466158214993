import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useRead, write } from '../api/client.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { Button, Loaded, Loading } from '../ui/page.tsx';
import { Editor } from './editor.tsx';
import { replyTexts as texts } from './texts.ts';

/** Edits the signature under the person's mails. The service stores it for all browsers. */
export const Signature = ({ onClose }: { onClose: () => void }) => {
  const preferences = useRead('me.preferences.get', undefined, { refetchOnMount: 'always' });
  const [html, setHtml] = useState<string>();
  const set = useMutation({
    mutationFn: async (signature: string) => {
      // The other preferences stay as the service has them.
      const stored = await ask('me.preferences.get', undefined);
      return write('me.preferences.set', { ...stored, signature });
    },
    onSuccess: () => {
      toast(texts.signatureSaved);
      onClose();
    },
  });
  return (
    <Dialog title={texts.signature} onClose={onClose}>
      {preferences.isFetchedAfterMount ? (
        <Loaded query={preferences}>
          {({ signature }) => (
            <Editor label={texts.signature} initial={String(signature ?? '')} onChange={setHtml} />
          )}
        </Loaded>
      ) : (
        <Loading />
      )}
      <div className="line end">
        <Button
          text={texts.saveSignature}
          className="primary"
          disabled={html === undefined || set.isPending}
          onClick={() => set.mutate(html ?? '')}
        />
      </div>
    </Dialog>
  );
};
