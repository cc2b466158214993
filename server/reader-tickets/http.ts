import { readerTicketsContract } from '../../contract/index.ts';
import { mapPage } from '../core/page.ts';
import { created, ctxOf, implement, ok } from '../http/router.ts';
import { storedWithEffect } from '../idempotency/http.ts';
import { addMyTicketMessage, createMyTicket, getMyTicket, listMyTickets } from './service.ts';
import { myThreadToWire, myTicketToWire } from './wire.ts';

export const readerTicketsHttp = storedWithEffect(
  implement(readerTicketsContract, {
    listMyTickets: async ({ req, query }) =>
      ok(mapPage(await listMyTickets(ctxOf(req), query), myTicketToWire)),
    createMyTicket: async ({ req, body }) =>
      created(myTicketToWire(await createMyTicket(ctxOf(req), body))),
    getMyTicket: async ({ req, params, query }) =>
      ok(myThreadToWire(await getMyTicket(ctxOf(req), params.id, query))),
    addMyTicketMessage: async ({ req, params, body }) => {
      const { ticketId, messageId, createdAt } = await addMyTicketMessage(
        ctxOf(req),
        params.id,
        body.body,
      );
      return created({ ticketId, id: messageId, createdAt: createdAt.toISOString() });
    },
  }),
);
