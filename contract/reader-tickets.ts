import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { ListedAttachment } from './attachments.ts';
import {
  dataEnvelope,
  id,
  pageSize,
  pathId,
  TicketStatus,
  timestamp,
  visibleLine,
  writtenText,
} from './fields.ts';
import { changeOutcomes, outcomes } from './outcome.ts';

const ticketId = id.describe('Identificador do ticket.');
const messageId = id.meta({ description: 'Identificador da mensagem.', example: 108 });
const subject = visibleLine(300).meta({
  description: 'O assunto.',
  example: 'Não recebi a edição',
});
const writtenBody = writtenText(100_000).meta({
  description: 'O texto, sem HTML.',
  example: 'A edição de hoje não chegou.',
});

/** A ticket of the caller in a list. */
export const MyTicket = z
  .object({
    id: ticketId,
    subject: z.string().meta({ description: 'O assunto.', example: 'Não recebi a edição' }),
    status: TicketStatus,
    createdAt: timestamp.describe('Quando foi aberto.'),
  })
  .meta({ id: 'MyTicket', description: 'Um ticket de quem chama.' });
export type MyTicket = z.infer<typeof MyTicket>;

/** A message that the caller wrote, or a reply to them. */
export const MyTicketMessage = z
  .object({
    id: messageId,
    from: z.enum(['reader', 'team']).meta({
      id: 'MyTicketAuthor',
      description: 'Quem escreveu: quem chama, ou a equipe.',
    }),
    body: z.string().meta({ description: 'O texto, sem HTML.', example: 'Reenviamos a edição.' }),
    html: z.string().optional().meta({
      description: 'O HTML seguro de uma mensagem da equipe que o tem.',
      example: '<p>Reenviamos a edição.</p>',
    }),
    createdAt: timestamp.describe('Quando foi escrita.'),
  })
  .meta({ id: 'MyTicketMessage', description: 'Uma mensagem de um ticket de quem chama.' });
export type MyTicketMessage = z.infer<typeof MyTicketMessage>;

/** A file in the caller's ticket. */
export const MyTicketFile = ListedAttachment.pick({
  id: true,
  mensagemId: true,
  nomeArquivo: true,
  tipoArquivo: true,
  tamanhoArquivo: true,
  emQuarentena: true,
  downloadUrl: true,
}).meta({
  id: 'MyTicketFile',
  description: 'Um arquivo de um ticket de quem chama.',
  example: {
    id: 11,
    mensagemId: 108,
    nomeArquivo: 'comprovante.pdf',
    tipoArquivo: 'application/pdf',
    tamanhoArquivo: 48213,
    downloadUrl: 'http://127.0.0.1:3000/support/anexos/11/download?token=exemplo',
  },
});
export type MyTicketFile = z.infer<typeof MyTicketFile>;

/** A ticket of the caller with its newest messages. */
export const MyTicketThread = MyTicket.extend({
  messages: z.array(MyTicketMessage).describe('As mensagens, da mais antiga à mais nova.'),
  hasOlder: z.boolean().meta({
    description: 'Se há mensagens anteriores: peça-as com `before`, o `id` da primeira.',
    example: false,
  }),
  attachments: z
    .array(MyTicketFile)
    .describe('Os arquivos destas mensagens (`mensagemId`), e os que quem chama pôs no ticket.'),
}).meta({ id: 'MyTicketThread', description: 'Um ticket de quem chama, com a conversa.' });
export type MyTicketThread = z.infer<typeof MyTicketThread>;

export const CreateMyTicket = z.object({ subject, body: writtenBody }).meta({
  id: 'CreateMyTicket',
  description: 'Um ticket novo.',
  example: { subject: 'Não recebi a edição', body: 'A edição de hoje não chegou.' },
});
export type CreateMyTicket = z.input<typeof CreateMyTicket>;

export const AddMyTicketMessage = z.object({ body: writtenBody }).meta({
  id: 'AddMyTicketMessage',
  description: 'Mais uma mensagem.',
  example: { body: 'Agora chegou, obrigado!' },
});
export type AddMyTicketMessage = z.input<typeof AddMyTicketMessage>;

/** The place of a message that the caller wrote. */
export const AddedMyTicketMessage = z
  .object({
    ticketId: id.describe('O ticket que tem a mensagem: outro, se o pedido estava fechado.'),
    id: messageId,
    createdAt: timestamp.describe('Quando foi escrita.'),
  })
  .meta({ id: 'AddedMyTicketMessage', description: 'Onde a mensagem ficou.' });
export type AddedMyTicketMessage = z.infer<typeof AddedMyTicketMessage>;

const MyTickets = z
  .object({
    items: z.array(MyTicket).describe('Os tickets mais novos primeiro.'),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Onde a próxima página começa.', example: '42' }),
  })
  .meta({ id: 'MyTickets', description: 'Uma página de tickets.' });

const pathParams = z.object({ id: pathId.describe('Identificador do ticket.') });
export const readerTicketsContract = initContract().router({
  listMyTickets: {
    method: 'GET',
    path: '/support/me/tickets',
    summary: 'Listar meus tickets',
    description:
      'Os tickets de quem chama, também os que vieram por e-mail, do mais novo ao mais antigo.',
    query: z.object({
      cursor: z
        .string()
        .refine((id) => id === '' || pathId.safeParse(id).success, 'deve ser um `nextCursor`')
        .optional()
        .transform((id) => (id ? Number(id) : undefined))
        .describe('O `nextCursor` da página anterior.'),
      limit: pageSize(20, 100).describe('Itens por página.'),
    }),
    ...outcomes(
      { 200: dataEnvelope('MyTicketsResponse', MyTickets) },
      { access: 'reader', cost: 'read' },
    ),
  },
  createMyTicket: {
    method: 'POST',
    path: '/support/me/tickets',
    summary: 'Abrir um ticket',
    description: 'Abre um ticket de quem chama. No máximo dez em um dia.',
    body: CreateMyTicket,
    ...changeOutcomes(
      { 201: dataEnvelope('MyTicketResponse', MyTicket) },
      { access: 'reader', cost: 'write', failures: ['ticket-quota-exceeded'] },
    ),
  },
  getMyTicket: {
    method: 'GET',
    path: '/support/me/tickets/:id',
    summary: 'Obter um ticket meu',
    description:
      'O ticket com o que quem chama escreveu e o que a equipe respondeu. O de um ticket unido a outro é o outro.',
    pathParams,
    query: z.object({
      before: pathId.optional().describe('Somente mensagens anteriores a esta.'),
      limit: pageSize(100, 100).describe('Mensagens por página.'),
    }),
    ...outcomes(
      { 200: dataEnvelope('MyTicketThreadResponse', MyTicketThread) },
      { access: 'reader', cost: 'read', failures: ['ticket-not-found'] },
    ),
  },
  addMyTicketMessage: {
    method: 'POST',
    path: '/support/me/tickets/:id/messages',
    summary: 'Escrever em um ticket meu',
    description:
      'Reabre um ticket resolvido; um fechado é reaberto ou continua em um novo, como ao responder por e-mail. No máximo 60 mensagens em uma hora.',
    pathParams,
    body: AddMyTicketMessage,
    ...changeOutcomes(
      { 201: dataEnvelope('AddedMyTicketMessageResponse', AddedMyTicketMessage) },
      {
        access: 'reader',
        cost: 'write',
        failures: ['ticket-not-found', 'ticket-quota-exceeded', 'message-quota-exceeded'],
      },
    ),
  },
});
