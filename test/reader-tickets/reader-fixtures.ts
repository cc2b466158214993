import { createLeitor } from '../../packages/sdk/src/index.ts';
import type { TestApp } from '../harness.ts';
import { aPerson } from '../inbound/mail-people.ts';

/** A new reader with the SDK's client. */
export const aReader = async (app: TestApp, email = aPerson()) => {
  const token = await app.token({ role: 'reader', email, name: 'Ana Lima' });
  return { email, leitor: createLeitor({ baseUrl: app.url, token, retries: 0 }) };
};

export const written = { subject: 'A edição não chegou', body: 'Não recebi a de hoje.' };
