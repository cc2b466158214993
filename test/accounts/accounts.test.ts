import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const internal = await app.trpc();

describe('accounts', () => {
  it('mirrors the e-mail and name of a valid token, in lower case', async () => {
    const email = `Ana.${crypto.randomUUID()}@Exemplo.com.br`;
    const client = await app.client({ email, name: 'Ana Lima' });
    await client.listTags();
    await expect(internal.accounts.get.query({ email })).resolves.toMatchObject({
      email: email.toLowerCase(),
      name: 'Ana Lima',
    });
  });

  it('keeps a name that a later token or upsert does not tell', async () => {
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    await internal.accounts.upsert.mutate({ email, name: 'João' });
    await internal.accounts.upsert.mutate({ email });
    await (await app.client({ email })).listTags();
    expect((await internal.accounts.get.query({ email })).name).toBe('João');
    await internal.accounts.upsert.mutate({ email, name: 'João Pereira' });
    expect((await internal.accounts.get.query({ email })).name).toBe('João Pereira');
  });

  it('is for administrators', async () => {
    const agent = await app.trpc({ role: 'agent' });
    await expect(agent.accounts.get.query({ email: 'a@b.com' })).rejects.toMatchObject({
      data: { code: 'FORBIDDEN' },
    });
  });

  it('does not know an account that is not there', async () => {
    await expect(
      internal.accounts.get.query({ email: 'ninguem@exemplo.com.br' }),
    ).rejects.toMatchObject({ data: { code: 'NOT_FOUND', errorCode: 'account-not-found' } });
  });
});
