import { integrationsContract } from '../../contract/index.ts';
import { accepted, ctxOf, implement } from '../http/router.ts';
import { receiveNewsletterEvent } from './service.ts';

export const newsletterEventsHttp = implement(integrationsContract, {
  receiveNewsletterEvent: async ({ req, body, query }) => {
    const proof = { body: rawBodyOf(req), headers: req.headers, token: query.token };
    await receiveNewsletterEvent(ctxOf(req), body, proof);
    return accepted('Evento recebido');
  },
});

const rawBodyOf = ({ rawBody }: { rawBody?: Buffer }): Buffer => {
  if (!rawBody) throw new Error('the body was not read');
  return rawBody;
};
