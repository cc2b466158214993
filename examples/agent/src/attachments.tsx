import { attachmentTypes, maxAttachmentsPerUpload } from '@leitor/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { leitor, queries, queryClient } from './leitor.ts';

/** The attachments of a ticket, and an upload that shows its progress. */
export const Attachments = ({ ticketId }: { ticketId: number }) => {
  const [sent, setSent] = useState(0);
  const { data: attachments = [] } = useQuery(
    queries.listTicketAttachments.queryOptions({ id: ticketId }),
  );
  const upload = useMutation({
    mutationFn: (arquivo: FileList) =>
      leitor.uploadAttachments(
        { id: ticketId, arquivo },
        { onUploadProgress: ({ loaded, total }) => setSent(loaded / total) },
      ),
    onSuccess: () => queries.invalidate(queryClient, 'uploadAttachments'),
  });
  return (
    <section id="attachments">
      <h2>Anexos</h2>
      <ul>
        {attachments.map(({ id, nomeArquivo, downloadUrl }) => (
          <li key={id}>
            <a href={downloadUrl}>{nomeArquivo}</a>
          </li>
        ))}
      </ul>
      <input
        type="file"
        multiple
        accept={attachmentTypes.join()}
        aria-label={`Até ${maxAttachmentsPerUpload} arquivos`}
        onChange={({ target }) => target.files && upload.mutate(target.files)}
      />
      <progress value={sent} />
      {upload.error && <p role="alert">{upload.error.message}</p>}
    </section>
  );
};
