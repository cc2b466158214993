import { useQueryClient } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useRef } from 'react';
import { failureTextOf } from '../api/failure.ts';
import { refresh } from '../api/refresh.ts';
import type { ReplyFile } from '../shell/files-and-cc.ts';
import { toast } from '../ui/overlays/toasts.tsx';
import { IconButton } from '../ui/page.tsx';
import { useMachine } from '../ui/state/machine.ts';
import { ticketTexts as texts } from './texts.ts';
import {
  nothingUploaded,
  type Upload,
  type UploadEffect,
  type UploadEvent,
  uploading,
} from './uploading.ts';

/** An attachment as the upload's response has it. */
interface Uploaded {
  id: number;
  nomeArquivo: string;
  tipoArquivo: string;
  tamanhoArquivo: number;
}

/**
 * Uploads files to a ticket with XMLHttpRequest, because `fetch` reports no progress. `onProgress` is called
 * with the share that was sent.
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

/**
 * Uploads files that are chosen, dropped or pasted to a ticket.
 * @param onAttached called with the attachments, and whether they were pasted into the reply's box
 */
export const useUploads = (
  ticketId: number,
  onAttached: (files: readonly ReplyFile[], isPasted: boolean) => void,
) => {
  const queries = useQueryClient();
  const send = async ({ files, isPasted }: Upload, dispatch: (event: UploadEvent) => void) => {
    const progress = (share: number) => dispatch({ type: 'progressed', share });
    try {
      onAttached(await upload(ticketId, files, progress), isPasted);
      refresh(queries, ({ queryKey: [path] }) => path === 'attachments.list');
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { failed: true });
    }
    dispatch({ type: 'ended' });
  };
  const perform = (effect: UploadEffect, dispatch: (event: UploadEvent) => void) => {
    if (effect.do === 'send') void send(effect.upload, dispatch);
    else toast(texts.fileTooLarge(effect.name), { failed: true });
  };
  const [{ share }, dispatch] = useMachine(uploading, nothingUploaded, perform);
  const give = (files: readonly File[], isPasted = false) =>
    dispatch({ type: 'given', upload: { files, isPasted } });
  const take = (event: DragEvent | ClipboardEvent) => {
    const files = ('dataTransfer' in event ? event.dataTransfer : event.clipboardData).files;
    if (files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const { target, type } = event;
    const isInBox = target instanceof Element && target.closest('[role=textbox]') !== null;
    give([...files], type === 'paste' && isInBox);
  };
  const area = {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    // The capture phase handles the files before the reply's box does.
    onDropCapture: take,
    onPasteCapture: take,
  };
  return { share, give, area };
};

export const Uploads = ({ share, give }: Omit<ReturnType<typeof useUploads>, 'area'>) => {
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
          give([...(target.files ?? [])]);
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
