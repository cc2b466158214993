import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { afterAll, describe, expect, it } from 'vitest';
import { type ErrorCode, errorTable } from '../../server/core/errors.ts';
import { trpcCodeOf } from '../../server/trpc/errors.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const admin = await app.trpc();
const headers = {
  authorization: `Bearer ${await app.token({ role: 'admin' })}`,
  'content-type': 'application/json',
};

/** Where tRPC has no code of the same status, or the internal API has a better one. */
const otherStatuses: Partial<Record<ErrorCode, number>> = {
  'tag-name-taken': 409,
  'tag-in-use': 409,
  'range-not-satisfiable': 400,
  'headers-too-large': 400,
  'ranking-timed-out': 408,
};
const codes = Object.keys(errorTable) as ErrorCode[];

describe('a failure of a service', () => {
  it.each(codes)('has the status of the public API: %s', (code) => {
    const status = getHTTPStatusCodeFromError(new TRPCError({ code: trpcCodeOf(code) }));
    expect(status).toBe(otherStatuses[code] ?? errorTable[code].status);
  });

  it('that is unexpected reveals nothing, and is in the log with the request’s id', async () => {
    const { db } = app.service.contextFor('test');
    await db.schema.alterTable('outbox').renameTo('outbox_away').execute();
    try {
      const response = await fetch(`${app.internalUrl}/trpc/outbox.list?input=%7B%7D`, {
        headers: { ...headers, 'x-request-id': 'pedido-que-falha' },
      });
      expect(response.status).toBe(500);
      const { error } = await response.json();
      expect(error.message).toBe('internal error');
      expect(error.data).toMatchObject({
        errorCode: 'internal-error',
        requestId: 'pedido-que-falha',
      });
      expect(app.logs).toContainEqual(
        expect.objectContaining({
          level: 50,
          msg: 'internal-error',
          requestId: 'pedido-que-falha',
          err: expect.objectContaining({ message: expect.stringContaining('"outbox"') }),
        }),
      );
    } finally {
      await db.schema.alterTable('outbox_away').renameTo('outbox').execute();
    }
  });
});

describe('a refused call', () => {
  it('blames the first field that is wrong, or the whole input', async () => {
    await expect(
      admin.tags.create.mutate({ name: 'x'.repeat(61), color: 'azul' }),
    ).rejects.toMatchObject({
      message: 'name: must have at most 60 characters',
      data: { code: 'BAD_REQUEST', errorCode: 'invalid-request', field: 'name' },
    });
    await expect(admin.tokens.revoke.mutate({})).rejects.toMatchObject({
      message: 'the input must name an id, an email or a tokenId',
      data: { field: '' },
    });
  });

  it('says what an absent field or the whole input must be', async () => {
    const refusalOf = async (path: string, input: unknown) => {
      const init = { method: 'POST', headers, body: JSON.stringify(input) };
      return (await (await fetch(`${app.internalUrl}/trpc/${path}`, init)).json()).error;
    };
    expect(await refusalOf('team.set', { email: 'ana@exemplo.com' })).toMatchObject({
      message: 'role: Invalid option: expected one of "agent"|"editor"|"admin"',
    });
    expect(await refusalOf('me.preferences.set', [])).toMatchObject({
      message: 'Invalid input: expected record',
      data: { field: '' },
    });
  });

  it('has the code that the broken check carries', async () => {
    await expect(admin.tags.create.mutate({ name: '', color: '#000000' })).rejects.toMatchObject({
      data: { code: 'BAD_REQUEST', errorCode: 'tag-fields-required' },
    });
  });

  it.each([
    ['tags.create', 'GET', 405, 'method-not-allowed'],
    ['tags.nenhum', 'GET', 404, 'not-found'],
  ])('of %s by %s is %i', async (path, method, status, errorCode) => {
    const response = await fetch(`${app.internalUrl}/trpc/${path}`, { method, headers });
    expect(response.status).toBe(status);
    expect((await response.json()).error.data.errorCode).toBe(errorCode);
  });
});
