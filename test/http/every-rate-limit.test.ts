import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CostClass, contract, type RouteRules } from '../../contract/index.ts';
import { openTicket, textFile, uploadOne } from '../attachments/attachment-helpers.ts';
import { answering, openQuizRoom } from '../quiz/quiz-fixtures.ts';

const secret = 'the-secret-of-the-newsletter-events';
const app = await openQuizRoom({ RATE_LIMIT: 'on', BEEHIIV_WEBHOOK_SECRET: secret });
afterAll(() => app.close());

/** The limits that docs/behaviour/http.md#limits promises. */
const promised = [
  ...readFileSync('docs/behaviour/http.md', 'utf8').matchAll(
    /^ *\| `([\w-]+)` \| [^|]+ \| (\d+)( an hour)? \| \d+ \|$/gm,
  ),
].map(([, cost = '', requests, hourly]) => ({
  cost,
  requests: Number(requests),
  seconds: hourly ? 3_600 : 60,
}));

interface Sent {
  status: number;
  headers: Headers;
}

/** How one caller sends requests of a class that succeed, however many. */
const callers: Partial<Record<CostClass, () => Promise<() => Promise<Sent>>>> = {
  read: async () => {
    const reader = await app.client({});
    return () => reader.listTags();
  },
  write: async () => {
    const agent = await app.client();
    return () => agent.createTag({ body: { name: crypto.randomUUID(), color: '#000000' } });
  },
  upload: async () => {
    const { id, requester } = await openTicket(app);
    return () =>
      requester.uploadAttachments({ params: { id }, body: { arquivo: textFile('nota.txt') } });
  },
  download: async () => {
    const { id, requester } = await openTicket(app);
    const { id: attachmentId } = await uploadOne(await app.client(), id, textFile());
    return () => requester.downloadAttachment({ params: { attachmentId } });
  },
  batch: async () => {
    const agent = await app.client();
    const { id } = await openTicket(app);
    return () => agent.createBatchReplies({ body: { support_ids: [id] } });
  },
  submit: async () => {
    const { client } = await app.aReader();
    return async () => {
      const quiz = await app.aQuiz();
      return client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 10) } });
    };
  },
  report: async () => {
    const agent = await app.client();
    return () => agent.getTicketTimeSeries({});
  },
  ranking: async () => () => app.anonymous.getGlobalRanking(),
  'group-ranking': async () => {
    const { client } = await app.aReader();
    const { groupId } = await app.admin.groups.create.mutate({
      name: 'Clube',
      isPublic: true,
      ownerEmail: 'dona@exemplo.com.br',
    });
    return () => client.getGroupRanking({ params: { groupId } });
  },
  webhook: async () => () =>
    app.anonymous.receiveNewsletterEvent({
      query: { token: secret },
      body: { uid: crypto.randomUUID(), event_type: 'post.updated' },
    }),
  generation: async () => async () => {
    app.clock.now = new Date(app.clock.now.getTime() + 86_400_000);
    return app.anonymous.generateQuiz();
  },
};

// However long the requests take on a busy machine, the window does not end.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

describe('the rate limit', () => {
  it.each(promised)('of $cost is $requests in $seconds s', async ({ cost, requests, seconds }) => {
    const open = callers[cost as CostClass];
    if (!open) throw new Error(`no caller for ${cost}`);
    const send = await open();
    for (let sent = 0; sent < requests; sent += 1) {
      const { status, headers } = await send();
      expect(status, `request ${sent + 1}`).toBeLessThan(300);
      expect(headers.get('ratelimit-policy')).toContain(`"${cost}"; q=${requests}; w=${seconds}`);
    }
    const { status, headers } = await send();
    expect([status, headers.get('x-error-code')]).toEqual([429, 'rate-limited']);
    // The window began with the first request, and the clock stands still.
    expect(headers.get('retry-after')).toBe(String(seconds));
  });

  it('is promised for every class that a route has', () => {
    const used = Object.values(contract).map(
      ({ metadata }: { metadata: RouteRules }) => metadata.cost,
    );
    expect(promised.map(({ cost }) => cost).sort()).toEqual([...new Set<string>(used)].sort());
  });
});
