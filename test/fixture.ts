import { test } from 'vitest';
import type { BootOptions } from '../server/boot.ts';
import { startApp, type TestApp, type TokenFor } from './harness.ts';

/** A person with a token and typed clients of both APIs. */
export type TestPerson = Awaited<ReturnType<typeof personOf>>;

/** A new person with clients of the public (`api`) and the internal API (`trpc`). */
export const personOf = async (app: TestApp, claims: TokenFor) => {
  const email = claims.email ?? `${crypto.randomUUID()}@exemplo.com.br`;
  const person = { ...claims, email };
  return { email, api: await app.client(person), trpc: await app.trpc(person) };
};

/** The service's clock, which is the real one unless a test sets it for itself. */
export interface TestClock {
  set: (moment: string | Date) => void;
  /**
   * Advances the clock by milliseconds. Leases and due times use the database's clock: see
   * test/support/age.ts.
   */
  pass: (ms: number) => void;
}

/**
 * `test` with a service. One is started for the file when its first test asks for it; each file
 * calls this once:
 *
 *     const it = serviceTest();
 *     it('creates a tag', async ({ agent }) => { await agent.api.createTag(…); });
 *
 * For the whole file: `app`, `db`, and `agent`, `admin`, `reader` (see `personOf`). For each test: a
 * new `ticket`, and the `clock`.
 *
 * @param env configures the service: `serviceTest({ RATE_LIMIT: 'on' })`
 */
export const serviceTest = (env: Record<string, string> = {}, options: BootOptions = {}) =>
  test
    .extend('time', { scope: 'file' }, (): { given: Date | undefined } => ({ given: undefined }))
    .extend('app', { scope: 'file' }, async ({ time }, { onCleanup }) => {
      const app = await startApp(env, { now: () => time.given ?? new Date(), ...options });
      onCleanup(app.close);
      return app;
    })
    .extend('db', { scope: 'file' }, ({ app }) => app.service.contextFor('test').db)
    .extend('agent', { scope: 'file' }, ({ app }) => personOf(app, { role: 'agent' }))
    .extend('admin', { scope: 'file' }, ({ app }) => personOf(app, { role: 'admin' }))
    .extend('reader', { scope: 'file' }, ({ app }) => personOf(app, { role: 'reader' }))
    .extend('ticket', async ({ agent }) => {
      const text = { subject: `Dúvida ${crypto.randomUUID()}`, body: 'Não recebi a edição.' };
      const { id } = await agent.trpc.tickets.create.mutate({ ...text, main: 'Entrega' });
      return { id, ...text };
    })
    .extend('clock', ({ time }, { onCleanup }): TestClock => {
      onCleanup(() => {
        time.given = undefined;
      });
      return {
        set: (moment) => {
          time.given = new Date(moment);
        },
        pass: (ms) => {
          time.given = new Date((time.given ?? new Date()).getTime() + ms);
        },
      };
    });
