import { attachmentTypes, type MyTicketFile, type MyTicketMessage } from '@leitor/sdk';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { leitor, queries, queryClient } from './leitor.ts';
import { Loaded } from './loaded.tsx';

const statuses = {
  open: 'aberto',
  in_progress: 'em andamento',
  resolved: 'resolvido',
  closed: 'fechado',
};

/** The reader's tickets; one of them or the form of a new one is open. */
export const Tickets = () => {
  const [shown, setShown] = useState<number | 'new'>();
  return (
    <section id="tickets">
      <h2>Meus pedidos</h2>
      {shown === undefined ? (
        <>
          <TicketList onOpen={setShown} />
          <button type="button" onClick={() => setShown('new')}>
            Novo pedido
          </button>
        </>
      ) : (
        <>
          <button type="button" className="quiet" onClick={() => setShown(undefined)}>
            Voltar
          </button>
          {shown === 'new' ? (
            <NewTicket onOpened={setShown} />
          ) : (
            <Thread key={shown} id={shown} onMoved={setShown} />
          )}
        </>
      )}
    </section>
  );
};

const TicketList = ({ onOpen }: { onOpen: (id: number) => void }) => {
  const query = useInfiniteQuery(queries.listMyTickets.infiniteQueryOptions());
  const tickets = query.data?.pages.flatMap(({ items }) => items);
  return (
    <>
      {query.isPending && <p role="status">Carregando…</p>}
      {query.error && <p role="alert">{query.error.message}</p>}
      {tickets?.length === 0 && <p>Você ainda não escreveu.</p>}
      <ul>
        {tickets?.map(({ id, subject, status }) => (
          <li key={id}>
            <button type="button" className="quiet" onClick={() => onOpen(id)}>
              {subject}
            </button>{' '}
            {statuses[status]}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <button type="button" className="quiet" onClick={() => query.fetchNextPage()}>
          Mais antigos
        </button>
      )}
    </>
  );
};

const NewTicket = ({ onOpened }: { onOpened: (id: number) => void }) => {
  const create = useMutation({
    ...queries.createMyTicket.mutationOptions(),
    onSuccess: async ({ id }) => {
      await queries.invalidate(queryClient, 'createMyTicket');
      onOpened(id);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    create.mutate({ subject: String(form.get('subject')), body: String(form.get('body')) });
  };
  return (
    <form onSubmit={submit}>
      <label htmlFor="ticket-subject">Assunto</label>
      <input type="text" id="ticket-subject" name="subject" required maxLength={300} />
      <label htmlFor="ticket-body">Mensagem</label>
      <textarea id="ticket-body" name="body" required rows={5} />
      <button type="submit" disabled={create.isPending}>
        Enviar
      </button>
      {create.error && <p role="alert">{create.error.message}</p>}
    </form>
  );
};

interface ThreadProps {
  id: number;
  /** Called with the ticket that a message went to. */
  onMoved: (id: number) => void;
}

const Thread = ({ id, onMoved }: ThreadProps) => {
  const query = useQuery(queries.getMyTicket.queryOptions({ id }));
  return (
    <Loaded query={query}>
      {({ subject, status, messages, attachments, hasOlder }) => (
        <>
          <h3>
            {subject} ({statuses[status]})
          </h3>
          {hasOlder && <p>As mensagens mais antigas não aparecem aqui.</p>}
          <ol className="thread">
            {messages.map((message) => (
              <Message
                key={message.id}
                message={message}
                files={attachments.filter(({ mensagemId }) => mensagemId === message.id)}
              />
            ))}
          </ol>
          <Answer id={id} onMoved={onMoved} />
        </>
      )}
    </Loaded>
  );
};

const Message = ({ message, files }: { message: MyTicketMessage; files: MyTicketFile[] }) => (
  <li className={message.from}>
    <strong>{message.from === 'reader' ? 'Você' : 'Atendimento'}</strong>{' '}
    <time dateTime={message.createdAt}>{new Date(message.createdAt).toLocaleString('pt-BR')}</time>
    <p className="text">{message.body}</p>
    {files.map(({ id, nomeArquivo, downloadUrl, emQuarentena }) =>
      emQuarentena ? (
        <p key={id}>{nomeArquivo} (em verificação)</p>
      ) : (
        <p key={id}>
          <a href={downloadUrl}>{nomeArquivo}</a>
        </p>
      ),
    )}
  </li>
);

/** Sends a message, then its files. */
const Answer = ({ id, onMoved }: ThreadProps) => {
  const send = useMutation({
    mutationFn: async ({ body, files }: { body: string; files: File[] }) => {
      const added = await leitor.addMyTicketMessage({ id, body });
      const upload = { id: added.ticketId, mensagemId: added.id, arquivo: files };
      if (files.length > 0) await leitor.uploadAttachments(upload);
      return added;
    },
    onSuccess: ({ ticketId }) => onMoved(ticketId),
    // The message was sent even if its files were refused.
    onSettled: () => queries.invalidate(queryClient, 'addMyTicketMessage'),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const files = form.getAll('files').filter((file) => file instanceof File && file.size > 0);
    send.mutate({ body: String(form.get('body')), files: files as File[] });
    event.currentTarget.reset();
  };
  return (
    <form onSubmit={submit}>
      <label htmlFor="answer">Escrever de novo</label>
      <textarea id="answer" name="body" required rows={4} />
      <label htmlFor="files">Arquivos</label>
      <input type="file" id="files" name="files" multiple accept={attachmentTypes.join()} />
      <button type="submit" disabled={send.isPending}>
        Enviar
      </button>
      {send.error && <p role="alert">{send.error.message}</p>}
    </form>
  );
};
