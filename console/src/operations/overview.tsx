import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type OutputOf, read } from '../api/client.ts';
import { NoQuizToday } from '../quiz/no-quiz-today.tsx';
import { Age } from '../ui/format/age.tsx';
import { roundText } from '../ui/format/figures.ts';
import { Facts, Loaded } from '../ui/page.tsx';
import { operationTexts as texts } from './texts.ts';

type Status = OutputOf<'operations.status'>;

/** The overview polls, because the service sends no hint when these figures change. */
const refetchInterval = 15_000;
/** The percentage of the daily token budget from which a warning shows. */
const nearlyUsed = 80;

/** Open problems, each with a link to its screen, and the service's versions. */
export const Overview = () => {
  const query = useQuery({ ...read('operations.status'), refetchInterval });
  return (
    <Loaded query={query}>
      {(status) => (
        <>
          <NoQuizToday />
          <Needs status={status} />
          <Age at={query.dataUpdatedAt} />
          <Facts facts={factsOf(status)} />
        </>
      )}
    </Loaded>
  );
};

type Need = readonly [count: number, section: string, text: string, search?: object];

/** The open problems of a status. */
export const needsOf = (status: Status): Need[] => {
  const { mails, model, storage, redis, replicas } = status;
  const { needs } = texts;
  const percent = (100 * model.tokensToday) / (model.tokensPerDay ?? Number.POSITIVE_INFINITY);
  const down = [storage, ...(redis ? [redis] : []), ...replicas].filter(({ usable }) => !usable);
  const all: Need[] = [
    [mails.failed, '/emails', needs.failed, { situacao: 'failed' }],
    [mails.unknown, '/emails', needs.unknown, { situacao: 'unknown' }],
    [status.quarantinedMails, '/entrada', needs.quarantined],
    [status.failedJobs, '/tarefas', needs.jobs],
    [status.failingRules, '/respostas-rapidas', needs.rules],
    [status.remindersInDoubt, '/tarefas', needs.reminders],
    [status.webhooks.failing, '/webhooks', needs.webhooks],
    [percent < nearlyUsed ? 0 : percent, '', needs.budget],
    [down.length, '', needs.down],
  ];
  return all.filter(([count]) => count > 0);
};

const Needs = ({ status }: { status: Status }) => {
  const open = needsOf(status);
  if (open.length === 0) return <p>{texts.needs.none}</p>;
  return (
    <ul className="stack">
      {open.map(([count, section, text, search = {}]) => (
        <li key={text}>
          <Link to={`/operacao${section}`} search={search}>
            {text}: {roundText(count)}
          </Link>
        </li>
      ))}
    </ul>
  );
};

const factsOf = ({ mails, model, storage, versions, redis, replicas }: Status) => {
  const { state } = texts;
  const { tokensToday, tokensPerDay } = model;
  return [
    [state.waiting, roundText(mails.pending)],
    [
      state.tokens,
      tokensPerDay === null
        ? state.noLimit
        : state.ofLimit(roundText(tokensToday), roundText(tokensPerDay)),
    ],
    [state.storage, state.usable(storage.usable)],
    [state.files, state.stored(roundText(storage.files), roundText(storage.bytes / 1e6))],
    [state.quarantined, roundText(storage.quarantined)],
    [state.versions, versions.join(', ').replaceAll(' unknown', '')],
    [state.redis, redis ? state.usable(redis.usable) : state.notConfigured],
    ...replicas.map(
      ({ replica, usable }) => [state.replica(replica), state.usable(usable)] as const,
    ),
  ] as const;
};
