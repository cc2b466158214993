import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '../api/client.ts';
import type { OutputOf } from '../api/procedures.ts';
import { Facts } from '../parts/page.tsx';
import { Failed, Loading } from '../parts/waiting.tsx';
import { operationTexts as texts } from '../texts/operations.ts';

/** No hint says that these changed. */
const refetchInterval = 15_000;
/** The part of the day's tokens from which somebody should know. */
const nearlyUsed = 0.8;
const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** What needs somebody now, a sentence each that leads to where it is mended; and what the service runs on. */
export const Overview = () => {
  const [status, jobs, webhooks] = useQueries({
    queries: [
      { ...read('operations.status'), refetchInterval },
      { ...read('jobs.list'), refetchInterval },
      { ...read('webhooks.list'), refetchInterval },
    ],
  });
  const failed = [status, jobs, webhooks].find(({ isError }) => isError);
  if (failed) return <Failed error={failed.error} onAgain={() => void failed.refetch()} />;
  if (!status.data || !jobs.data || !webhooks.data) return <Loading />;
  const needs = needsOf(status.data, jobs.data, webhooks.data.items);
  return (
    <>
      {needs.length === 0 && <p>{texts.needs.none}</p>}
      <ul>
        {needs.map(([, section, text, situacao]) => (
          <li key={text}>
            <Link to={`/operacao${section}` as string} search={{ situacao } as object}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
      <Facts facts={factsOf(status.data)} />
    </>
  );
};

type Status = OutputOf<'operations.status'>;
type Need = [needed: boolean, section: string, text: string, situacao?: string];

const needsOf = (
  { mails, quarantinedMails, model, storage, redis, replicas }: Status,
  jobs: OutputOf<'jobs.list'>,
  webhooks: OutputOf<'webhooks.list'>['items'],
): Need[] => {
  const used = model.tokensPerDay ? model.tokensToday / model.tokensPerDay : 0;
  const failedJobs = jobs.filter(({ lastRun }) => lastRun?.outcome === 'failed').length;
  const failingWebhooks = webhooks.filter(({ status }) => status !== 'active').length;
  const lagging = replicas.filter(({ usable }) => !usable).length;
  const { needs } = texts;
  const all: Need[] = [
    [mails.failed > 0, '/emails', needs.failed(mails.failed), 'failed'],
    [mails.unknown > 0, '/emails', needs.unknown(mails.unknown), 'unknown'],
    [quarantinedMails > 0, '/entrada', needs.quarantined(quarantinedMails)],
    [failedJobs > 0, '/tarefas', needs.jobs(failedJobs)],
    [failingWebhooks > 0, '/webhooks', needs.webhooks(failingWebhooks)],
    [used >= nearlyUsed, '', needs.budget(number.format(used * 100))],
    [!storage.usable, '', needs.storage],
    [redis?.usable === false, '', needs.redis],
    [lagging > 0, '', needs.replicas(lagging)],
  ];
  return all.filter(([needed]) => needed);
};

const factsOf = ({ mails, model, storage, versions, redis, replicas }: Status) => {
  const { state } = texts;
  const { tokensToday, tokensPerDay } = model;
  return [
    [state.waiting, number.format(mails.pending)],
    [
      state.tokens,
      state.ofBudget(
        number.format(tokensToday),
        tokensPerDay === null ? null : number.format(tokensPerDay),
      ),
    ],
    [state.storage, state.usable(storage.usable)],
    [state.files, state.stored(number.format(storage.files), number.format(storage.bytes / 1e6))],
    [state.quarantined, number.format(storage.quarantined)],
    [state.versions, versions.join(', ')],
    [state.redis, redis ? state.usable(redis.usable) : state.notConfigured],
    ...(replicas.length === 0 ? [[state.replicas, state.notConfigured] as const] : []),
    ...replicas.map(
      ({ replica, seconds, usable }) =>
        [state.replica(replica), state.behind(number.format(seconds), usable)] as const,
    ),
  ] as const;
};
