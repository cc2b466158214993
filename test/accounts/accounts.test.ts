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

  it('keeps a name that a later token or upsert omits', async () => {
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    await internal.accounts.upsert.mutate({ email, name: 'João' });
    await internal.accounts.upsert.mutate({ email });
    await (await app.client({ email })).listTags();
    expect((await internal.accounts.get.query({ email })).name).toBe('João');
    await internal.accounts.upsert.mutate({ email, name: 'João Pereira' });
    expect((await internal.accounts.get.query({ email })).name).toBe('João Pereira');
  });

  it('strips invisible characters from names, for every caller', async () => {
    const forged = '\u202eAna\u001b[2J\u200b Lima\ufeff';
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    await (await app.client({ email, name: forged })).listTags();
    expect((await internal.accounts.get.query({ email })).name).toBe('Ana [2J Lima');
    const other = `${crypto.randomUUID()}@exemplo.com.br`;
    await internal.accounts.upsert.mutate({ email: other, name: forged });
    expect((await internal.accounts.get.query({ email: other })).name).toBe('Ana [2J Lima');
    await (await app.client({ email: other, name: '\u200b\u202e' })).listTags();
    expect((await internal.accounts.get.query({ email: other })).name).toBe('Ana [2J Lima');
  });

  it('is for administrators', async () => {
    const agent = await app.trpc({ role: 'agent' });
    await expect(agent.accounts.get.query({ email: 'a@b.com' })).rejects.toMatchObject({
      data: { code: 'FORBIDDEN' },
    });
  });

  it('returns NOT_FOUND for an unknown account', async () => {
    await expect(
      internal.accounts.get.query({ email: 'ninguem@exemplo.com.br' }),
    ).rejects.toMatchObject({ data: { code: 'NOT_FOUND', errorCode: 'account-not-found' } });
  });
});
