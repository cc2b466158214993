import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../contract/index.ts';
import { signToken } from '../../server/auth/tokens.ts';
import { testSecret } from '../harness.ts';
import { inForm } from './form.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { reckon } from './reckoning.ts';
import { openSite, type Site } from './site.ts';

const stations = 4;
const apartMs = 1_000;
const minuteMs = 60_000;

/** How far a clock is ahead that shows the coming noon of São Paulo, which is 15:00 UTC, so many milliseconds from now. */
const aheadOfNoon = (ms: number): number => {
  const noon = new Date();
  noon.setUTCHours(15, 0, 0, 0);
  return noon.getTime() + 86_400_000 - Date.now() - ms;
};

describe('four processes whose clocks are a second apart', () => {
  it('pass noon and make one quiz; together under load they do nothing twice, one of them killed now and then', async () => {
    const ahead = aheadOfNoon(10_000);
    const site = await openSite({
      stations,
      program: 'test/service-process.ts',
      env: (station) => ({
        CLOCK_AHEAD_MS: String(ahead + (station - 1.5) * apartMs),
        LEASE_MS: '5000',
      }),
    });
    // They look at the clock every ten seconds.
    for (let look = 0; (await quizzes(site)).length === 0; look += 1) {
      if (look === 600) throw new Error('noon has passed without a quiz');
      await pause(100);
    }
    await pause(11_000);
    expect(await quizzes(site)).toHaveLength(1);
    expect(site.model.requests).toHaveLength(1);

    const journal = openJournal();
    const load = await startLoad(site, journal, { workers: 12 });
    const kills = inForm({ short: 1, long: 12 });
    for (let kill = 0; kill < kills; kill += 1) {
      await load.progress(inForm({ short: 20, long: 50 }));
      for (let turn = 0; turn < 5; turn += 1) await sendToAll(site, journal, load.desk.quiz);
      const station = site.stations[kill % stations];
      await station?.kill();
      await station?.restart();
    }
    await load.progress(20);
    await reckon(`four clocks a second apart, ${kills} kills`, site, journal, load, {
      aheadMs: ahead + 2 * apartMs + minuteMs,
    });
    expect(await quizzes(site)).toHaveLength(1);
  });
});

const quizzes = async (site: Site) => (await site.trpc().quiz.list.query()).items;

/** The same attempt under the same key to all of them at once: one does it, the others replay it or say that it is being done. */
const sendToAll = async (
  site: Site,
  journal: ReturnType<typeof openJournal>,
  quiz: { id: string; right: { fieldId: string; answer: string }[] },
): Promise<void> => {
  const email = `${crypto.randomUUID()}@exemplo.com.br`;
  const entry = journal.write('attempt', email, 'passed');
  const expiresAt = new Date(Date.now() + 30 * 86_400_000);
  const token = await signToken(testSecret, { role: 'reader', email }, { expiresAt });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const answers = await Promise.all(
    site.stations.map(({ url }) =>
      createClient({ baseUrl: url, token, fetch: site.answers.fetch }).submitQuiz({
        headers,
        body: { quizId: quiz.id, answers: quiz.right },
      }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
  expect(statuses).toContain(200);
  entry.acknowledge();
};
