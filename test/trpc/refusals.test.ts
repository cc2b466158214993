import { afterAll, describe, expect, it } from 'vitest';
import { internalRouter } from '../../server/internal-router.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());

/** Every procedure that exists, so that a new one is tested too. */
const procedures = Object.entries(internalRouter._def.procedures).map(([path, procedure]) => ({
  path,
  type: Reflect.get(procedure, '_def').type as 'query' | 'mutation',
}));

describe('every procedure', () => {
  it('is in the list', () => {
    expect(procedures.length).toBeGreaterThan(40);
    expect(procedures.map(({ type }) => type)).not.toContain('subscription');
  });

  it('refuses whoever has no token', async () => {
    for (const { path, type } of procedures) {
      const response = await fetch(`${app.internalUrl}/trpc/${path}`, {
        method: type === 'query' ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json' },
        ...(type === 'mutation' && { body: '{}' }),
      });
      expect([path, response.status]).toEqual([path, 401]);
      expect(await response.json()).toMatchObject({
        error: { data: { path, errorCode: 'invalid-token' } },
      });
    }
  });
});
