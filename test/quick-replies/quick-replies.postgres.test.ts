import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());

describe('concurrent changes of quick replies', () => {
  it('20 updates to one shortcut: one 200 and 19 × 409', async () => {
    const agent = await app.client();
    const internal = await app.trpc();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        internal.quickReplies.create.mutate({
          title: 'x',
          content: 'x',
          category: 'geral',
          shortcut: `/dono-${i}`,
        }),
      ),
    );
    const answers = await Promise.all(
      replies.map((reply) =>
        agent.updateQuickReply({
          params: { quickReplyId: reply.id },
          body: { atalho: '/disputado' },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });
});
