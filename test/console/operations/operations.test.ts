import { describe, expect, it } from 'vitest';
import type { ItemOf, OutputOf } from '../../../console/src/api/client.ts';
import { failureTextOf } from '../../../console/src/api/failure.ts';
import { actionsOf } from '../../../console/src/operations/mails.tsx';
import { needsOf } from '../../../console/src/operations/overview.tsx';
import { operationTexts } from '../../../console/src/operations/texts.ts';
import { WebhookEvent } from '../../../contract/index.ts';
import { jobsFor } from '../../../server/all-jobs.ts';

const { jobs, mails, needs, webhooks } = operationTexts;

describe('what needs an administrator', () => {
  const quiet: OutputOf<'operations.status'> = {
    mails: { pending: 1_234, sending: 0, unknown: 0, failed: 0 },
    quarantinedMails: 0,
    unseenMails: [],
    webhooks: { failing: 0 },
    failedJobs: 0,
    failingRules: 0,
    remindersInDoubt: 0,
    model: { tokensToday: 1_500, tokensPerDay: null },
    storage: { usable: true, files: 2_000, bytes: 7_450_000, quarantined: 3 },
    redis: { usable: true },
    replicas: [],
    versions: ['1.2.0'],
  };
  const model = (tokensToday: number) => ({ model: { tokensToday, tokensPerDay: 1_000 } });

  it.each<[string, Partial<typeof quiet>, string[]]>([
    ['nothing, whatever waits', {}, []],
    ['refused mails', { mails: { ...quiet.mails, failed: 2 } }, [needs.failed(2)]],
    ['mails in doubt', { mails: { ...quiet.mails, unknown: 3 } }, [needs.unknown(3)]],
    ['quarantined mails', { quarantinedMails: 4 }, [needs.quarantined(4)]],
    ['failed jobs', { failedJobs: 5 }, [needs.jobs(5)]],
    ['failed rules', { failingRules: 7 }, [needs.rules(7)]],
    ['reminders in doubt', { remindersInDoubt: 8 }, [needs.reminders(8)]],
    ['failing webhooks', { webhooks: { failing: 6 } }, [needs.webhooks(6)]],
    ['tokens that are nearly used', model(800), [needs.budget(80)]],
    ['not that tokens are left', model(799), []],
    [
      'each part that does not respond',
      {
        storage: { ...quiet.storage, usable: false },
        redis: { usable: false },
        replicas: [
          { replica: 'r1', seconds: 1, usable: true },
          { replica: 'r2', seconds: 9, usable: false },
        ],
      },
      [needs.down([needs.storage, needs.redis, needs.replica('r2')])],
    ],
  ])('is %s', (_, change, expected) => {
    expect(needsOf({ ...quiet, ...change }).map(([count, , text]) => text(count))).toEqual(
      expected,
    );
  });
});

it.each([
  [{ status: 'failed' }, [mails.retry, mails.drop]],
  [{ status: 'unknown' }, [mails.retryTwice, mails.drop]],
  [{ status: 'dropped' }, [mails.retry]],
  [{ status: 'sent' }, []],
  [{ status: 'pending', waitingFor: 'undo' }, [mails.undo]],
  [{ status: 'pending', waitingFor: 'hourly-limit' }, [mails.retry, mails.drop]],
] as const)('a mail with %j can be: %j', (change, acts) => {
  const mail = { id: 1, waitingFor: null, ...change } as ItemOf<'outbox.list'>;
  expect(actionsOf(mail).map(({ text }) => text)).toEqual(acts.map(({ text }) => text));
});

it.each([
  ['newsletter-unavailable: timeout', failureTextOf('newsletter-unavailable')],
  ['no-edition-available', failureTextOf('no-edition-available')],
  ['connect ECONNREFUSED', 'connect ECONNREFUSED'],
])('a job that failed by %s says why', (error, why) => {
  const at = '2026-11-26T12:05:00Z';
  const run = { scheduledFor: at, startedAt: at, finishedAt: null, attempts: 1, error };
  expect(jobs.outcome({ ...run, outcome: 'failed' })).toContain(why);
});

it('every job and every event has a name', () => {
  const all = jobsFor({
    quizReviewAt: { hour: 9, minute: 0 },
    quizAlertTo: [],
    reminders: { at: { hour: 20, minute: 0 }, perSecond: 50 },
    summaryMailTo: ['ana@x.com'],
  });
  const names = all.map(({ name }) => jobs.names[name]);
  expect([names.filter(Boolean).length, new Set(names).size]).toEqual([all.length, all.length]);
  expect(Object.keys(webhooks.names).sort()).toEqual(
    WebhookEvent.options.map(({ shape }) => shape.type.value).sort(),
  );
});
