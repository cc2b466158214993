import { useQueryClient } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { failureTextOf } from '../api/failure.ts';
import { refresh } from '../api/refresh.ts';
import type { ReplyFile } from '../shell/extras.ts';
import { IconButton } from '../ui/page.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { ticketTexts as texts } from './texts.ts';

/** An attachment as the upload returns it. */
interface Uploaded {
  id: number;
  nomeArquivo: string;
  tipoArquivo: string;
  tamanhoArquivo: number;
}

/**
 * Sends files to a ticket; `onProgress` gets the share that was sent. `fetch` does not say how much
 * was sent.
 */
const upload = (ticketId: number, files: readonly File[], onProgress: (share: number) => void) =>
  new Promise<ReplyFile[]>((resolve, reject) => {
    const body = new FormData();
    for (const file of files) body.append('arquivo', file);
    const request = new XMLHttpRequest();
    request.open('POST', `/console/attachments/tickets/${ticketId}`);
    request.setRequestHeader('X-Console', '1');
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => {
      if (request.status < 300) {
        const { data }: { data: Uploaded | Uploaded[] } = JSON.parse(request.responseText);
        const all = Array.isArray(data) ? data : [data];
        resolve(
          all.map(({ id, nomeArquivo: name, tipoArquivo: type, tamanhoArquivo: size }) => ({
            id,
            name,
            type,
            size,
          })),
        );
      } else reject(new Error(failureTextOf(request.getResponseHeader('X-Error-Code'))));
    };
    request.onerror = () => reject(new Error(failureTextOf(null)));
    request.send(body);
  });

/** The largest file that the service takes. */
const maxFileBytes = 10 * 1_048_576;

/**
 * Attaches files to a ticket; `area` takes those that are dropped or pasted on an element.
 *
 * @param onAttached gets them, and whether they were pasted into the box of the reply
 */
export const useUploads = (
  ticketId: number,
  onAttached: (files: readonly ReplyFile[], isPasted: boolean) => void,
) => {
  const queries = useQueryClient();
  const [share, setShare] = useState<number>();
  const send = async (files: readonly File[], isPasted = false) => {
    if (files.length === 0) return;
    const large = files.find(({ size }) => size > maxFileBytes);
    if (large) return toast(texts.fileTooLarge(large.name), { failed: true });
    setShare(0);
    try {
      onAttached(await upload(ticketId, files, setShare), isPasted);
      refresh(queries, ({ queryKey: [path] }) => path === 'attachments.list');
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { failed: true });
    }
    setShare(undefined);
  };
  const take = (event: DragEvent | ClipboardEvent) => {
    const files = ('dataTransfer' in event ? event.dataTransfer : event.clipboardData).files;
    if (files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const { target, type } = event;
    const isInBox = target instanceof Element && target.closest('[role=textbox]') !== null;
    void send([...files], type === 'paste' && isInBox);
  };
  const area = {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    // Before the box of the reply takes them.
    onDropCapture: take,
    onPasteCapture: take,
  };
  return { share, send, area };
};

export const Uploads = ({ share, send }: Omit<ReturnType<typeof useUploads>, 'area'>) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={texts.attach}
        onChange={({ target }) => {
          void send([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <IconButton
        icon={Paperclip}
        text={texts.attach}
        disabled={share !== undefined}
        onClick={() => input.current?.click()}
      />
      {share !== undefined && <progress aria-label={texts.attach} value={share} />}
    </>
  );
};
