import { useMutation } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useRef } from 'react';
import { CodedFailure } from '../api/failure.ts';
import type { ReplyFile } from '../shell/browser-storage.ts';
import { toast } from '../ui/overlays/toasts.tsx';
import { IconButton } from '../ui/page.tsx';
import { ticketTexts as texts } from './texts.ts';

/** The largest file that the service accepts, in bytes. */
const maxFileBytes = 10 * 1_048_576;

/** An attachment as the upload's response has it. */
interface Uploaded {
  id: number;
  nomeArquivo: string;
  tipoArquivo: string;
  tamanhoArquivo: number;
}

const upload = async (ticketId: number, files: readonly File[]): Promise<ReplyFile[]> => {
  const body = new FormData();
  for (const file of files) body.append('arquivo', file);
  const request = { method: 'POST', headers: { 'X-Console': '1' }, body };
  const response = await fetch(`/console/attachments/tickets/${ticketId}`, request).catch(() => {
    throw new CodedFailure(null);
  });
  if (!response.ok) throw new CodedFailure(response.headers.get('X-Error-Code'));
  const { data }: { data: Uploaded | Uploaded[] } = await response.json();
  return [data]
    .flat()
    .map(({ id, nomeArquivo: name, tipoArquivo: type, tamanhoArquivo: size }) => ({
      id,
      name,
      type,
      size,
    }));
};

/**
 * Uploads files that are chosen, dropped or pasted to a ticket, one choice after another.
 * @param onAttached called with the attachments, and whether they were pasted into the reply's box
 */
export const useUploads = (
  ticketId: number,
  onAttached: (files: readonly ReplyFile[], isPasted: boolean) => void,
) => {
  const { mutate, isPending } = useMutation({
    scope: { id: `uploads:${ticketId}` },
    mutationFn: ({ files }: { files: readonly File[]; isPasted: boolean }) =>
      upload(ticketId, files),
    onSuccess: (attached, { isPasted }) => onAttached(attached, isPasted),
  });
  const give = (files: readonly File[], isPasted = false) => {
    const large = files.find(({ size }) => size > maxFileBytes);
    if (large) toast(texts.fileTooLarge(large.name), { failed: true });
    else if (files.length > 0) mutate({ files, isPasted });
  };
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
  return { isPending, give, area };
};

export const Uploads = ({ isPending, give }: Omit<ReturnType<typeof useUploads>, 'area'>) => {
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
      <IconButton icon={Paperclip} text={texts.attach} onClick={() => input.current?.click()} />
      {isPending && <progress aria-label={texts.attach} />}
    </>
  );
};
