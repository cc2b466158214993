import { afterAll, describe, expect, it } from 'vitest';
import { signedToken, startApp } from '../harness.ts';

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

  it('are changed by another name only, which the audit trail does not hold', async () => {
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    await internal.accounts.upsert.mutate({ email, name: 'João' });
    const { db } = app.service.contextFor('test');
    const longAgo = new Date('2020-01-01T00:00:00Z');
    await db
      .updateTable('accounts')
      .set({ created_at: longAgo, updated_at: longAgo })
      .where('email', '=', email)
      .execute();
    for (const name of ['João', undefined]) {
      await internal.accounts.upsert.mutate({ email, ...(name && { name }) });
      const kept = { name: 'João', updatedAt: longAgo.toISOString() };
      expect(await internal.accounts.get.query({ email })).toMatchObject(kept);
    }
    await internal.accounts.upsert.mutate({ email, name: 'João Pereira' });
    const { createdAt, updatedAt } = await internal.accounts.get.query({ email });
    expect(createdAt).toBe(longAgo.toISOString());
    expect(updatedAt).not.toBe(longAgo.toISOString());
    const { items } = await internal.audit.list.query({ target: `account:${email}` });
    expect(items.map(({ changes }) => changes)).toEqual([
      [{ field: 'name' }],
      [],
      [{ field: 'name' }],
      [{ field: 'name' }],
    ]);
  });

  it('are not stored again for a token that was used before, nor for one without an e-mail', async () => {
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    const client = await app.client({ email, name: 'Ana' });
    const logged = app.logs.length;
    await client.listTags();
    await internal.accounts.upsert.mutate({ email, name: 'Ana Lima' });
    await client.listTags();
    expect((await internal.accounts.get.query({ email })).name).toBe('Ana Lima');
    const nobody = await signedToken({ role: 'reader' });
    const headers = { authorization: `Bearer ${nobody}` };
    expect((await fetch(`${app.url}/support/tags`, { headers })).status).toBe(200);
    expect(app.logs.slice(logged).filter(({ level }) => level === 40)).toEqual([]);
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

  it('have a name of 120 characters at most', async () => {
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    await internal.accounts.upsert.mutate({ email, name: 'x'.repeat(120) });
    await expect(
      internal.accounts.upsert.mutate({ email, name: 'x'.repeat(121) }),
    ).rejects.toMatchObject({ data: { errorCode: 'invalid-request' } });
  });
});
