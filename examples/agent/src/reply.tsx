import { useMutation } from '@tanstack/react-query';
import { queries } from './leitor.ts';

/** A generated reply to a ticket: first shown, then saved if the agent agrees. */
export const Reply = ({ ticketId }: { ticketId: number }) => {
  const preview = useMutation(queries.createBatchReplies.mutationOptions());
  const save = useMutation(queries.createBatchReplies.mutationOptions());
  const [draft] = preview.data?.modo === 'lote_preview' ? preview.data.respostas : [];
  const saved = save.data?.modo === 'lote_com_salvamento' && save.data.salvos > 0;
  const error = preview.error ?? save.error;
  return (
    <section id="reply">
      <h2>Resposta</h2>
      <button
        type="button"
        disabled={preview.isPending}
        onClick={() => preview.mutate({ support_ids: [ticketId] })}
      >
        Sugerir
      </button>
      {draft && (
        <>
          <blockquote>{textOf(draft.resposta)}</blockquote>
          <p>{`Confiança: ${Math.round(draft.confianca * 100)}%`}</p>
          <button
            type="button"
            disabled={save.isPending}
            onClick={() => save.mutate({ support_ids: [ticketId], salvar: true })}
          >
            Responder
          </button>
        </>
      )}
      {saved && <p role="status">Respondido.</p>}
      {error && <p role="alert">{error.message}</p>}
    </section>
  );
};

const textOf = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
