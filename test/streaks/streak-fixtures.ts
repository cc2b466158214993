import type { TestApp } from '../harness.ts';

/** Readers of a service, their streaks, and an administrator who imports their readings. */
export const openReaders = async (app: TestApp) => {
  const internal = await app.trpc({ role: 'admin' });
  return {
    internal,
    aReader: async (name?: string) => {
      const email = `${crypto.randomUUID()}@exemplo.com.br`;
      return { email, client: await app.client({ email, ...(name && { name }) }) };
    },
    streakOf: async (client: Awaited<ReturnType<TestApp['client']>>) => {
      const { status, body } = await client.getMyStreak();
      if (status !== 200) throw new Error(`status ${status}`);
      return body.data;
    },
    read: (email: string, ...days: string[]) =>
      internal.streaks.importReadings.mutate({ readings: days.map((at) => ({ email, at })) }),
  };
};
