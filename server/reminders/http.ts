import { type Request, type Response, Router } from 'express';
import { remindersContract } from '../../contract/index.ts';
import { anonymous } from '../http/admission/callers.ts';
import type { Gate } from '../http/admission/gate.ts';
import { otherMethods } from '../http/other-methods.ts';
import { ctxOf, implement, ok } from '../http/router.ts';
import { unsubscribePath } from './links.ts';
import { answerPage, pagePolicy, questionPage, turnedOff } from './page.ts';
import { checkUnsubscribeLink, getMyReminder, unsubscribe, updateMyReminder } from './service.ts';

export const remindersHttp = implement(remindersContract, {
  getMyReminder: async ({ req }) => ok(await getMyReminder(ctxOf(req))),
  updateMyReminder: async ({ req, body }) => ok(await updateMyReminder(ctxOf(req), body)),
});

const tokenOf = ({ query }: Request): string =>
  typeof query.token === 'string' ? query.token : '';

const send = (res: Response, html: string): void => {
  res.set({ 'Content-Security-Policy': pagePolicy, 'Cache-Control': 'no-store' });
  res.type('html').send(html);
};

/**
 * Serves the address of the links in reminders: GET is a page that asks and changes nothing, POST turns the
 * reminder off, from that page or by a mail program's one click (RFC 8058). Its body says nothing.
 */
export const reminderPages = (gate: Gate): Router => {
  const admitted = gate.admit('unsubscribe', anonymous);
  return Router()
    .get(unsubscribePath, admitted, async (req, res) => {
      await checkUnsubscribeLink(ctxOf(req), tokenOf(req));
      send(res, questionPage);
    })
    .post(unsubscribePath, admitted, async (req, res) => {
      await unsubscribe(ctxOf(req), tokenOf(req));
      res.format({
        json: () =>
          res.set('Cache-Control', 'no-store').json({ success: true, message: turnedOff }),
        html: () => send(res, answerPage),
      });
    })
    .all(unsubscribePath, otherMethods(['GET', 'POST']));
};
