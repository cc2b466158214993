import { Link } from '@tanstack/react-router';
import { type OutputOf, useRead } from '../api/client.ts';
import { NoQuizToday } from '../quiz/no-quiz-today.tsx';
import { Age, Loaded, Panel } from '../ui/page.tsx';
import styles from './operations.module.css';
import { operationTexts as texts } from './texts.ts';

type Status = OutputOf<'operations.status'>;

/** The overview polls, because the service sends no hint when these figures change. */
const refetchInterval = 15_000;
/** The percentage of the daily token budget from which a warning shows. */
const nearlyUsed = 80;

/** Open problems, each with a link to its screen, and the service's versions. */
export const Overview = () => {
  const query = useRead('operations.status', undefined, { refetchInterval });
  return (
    <Loaded query={query}>
      {(status) => {
        const needs = needsOf(status);
        return (
          <>
            <NoQuizToday />
            {needs.length === 0 && <p>{texts.needs.none}</p>}
            <ul className={styles.needs}>
              {needs.map(([count, to, text, search = {}]) => (
                <li key={text(count)} className="state" data-tone="warn">
                  <Link to={to} search={search}>
                    {text(count)}
                  </Link>
                </li>
              ))}
            </ul>
            <Panel title={texts.rest} actions={<Age at={query.dataUpdatedAt} />}>
              <ul className={`small ${styles.needs}`}>
                {stateOf(status).map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </Panel>
          </>
        );
      }}
    </Loaded>
  );
};

type Need = readonly [count: number, to: string, text: (count: number) => string, search?: object];

/** The open problems of a status. */
export const needsOf = (status: Status): Need[] => {
  const { mails, model, storage, redis, replicas } = status;
  const { needs } = texts;
  const percent = (100 * model.tokensToday) / (model.tokensPerDay ?? Number.POSITIVE_INFINITY);
  const parts = [
    { name: needs.storage, usable: storage.usable },
    { name: needs.redis, usable: redis?.usable ?? true },
    ...replicas.map(({ replica, usable }) => ({ name: needs.replica(replica), usable })),
  ];
  const down = parts.filter(({ usable }) => !usable).map(({ name }) => name);
  const all: Need[] = [
    [mails.failed, '/operacao/emails', needs.failed, { situacao: 'failed' }],
    [mails.unknown, '/operacao/emails', needs.unknown, { situacao: 'unknown' }],
    [status.quarantinedMails, '/operacao/entrada', needs.quarantined],
    [status.failedJobs, '/operacao/tarefas', needs.jobs],
    [status.failingRules, '/respostas-rapidas', needs.rules],
    [status.remindersInDoubt, '/operacao/tarefas', needs.reminders],
    [status.webhooks.failing, '/operacao/webhooks', needs.webhooks],
    [percent < nearlyUsed ? 0 : percent, '/operacao', needs.budget],
    [down.length, '/operacao', () => needs.down(down)],
  ];
  return all.filter(([count]) => count > 0);
};

const stateOf = ({ mails, model, storage, versions }: Status): string[] => {
  const { state } = texts;
  return [
    state.waiting(mails.pending),
    state.files(storage.files, storage.bytes),
    state.quarantined(storage.quarantined),
    state.tokens(model.tokensToday, model.tokensPerDay),
    state.versions(versions.map((version) => version.replace(' unknown', ''))),
  ];
};
