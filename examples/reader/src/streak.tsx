import type { MyStreak } from '@leitor/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queries, queryClient } from './leitor.ts';
import { Loaded } from './loaded.tsx';

const shownDays = 35;
const texts: Record<MyStreak['status'], string> = {
  active: 'A leitura de hoje já conta.',
  'at-risk': 'Leia hoje para não perder a sequência.',
  broken: 'A sequência foi interrompida. Comece outra hoje.',
  none: 'Comece uma sequência hoje.',
};

// Days are those of São Paulo, whatever the clock of the reader's machine says.
const dayOf = (moment: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(moment);
const lastDays = Array.from({ length: shownDays }, (_, index) =>
  dayOf(Date.now() - (shownDays - 1 - index) * 86_400_000),
);

/**
 * The reader's streak with the last 35 days, a button that records today's reading, and the reminder's
 * switch.
 */
export const Streak = () => {
  const query = useQuery(queries.getMyStreak.queryOptions());
  return (
    <section id="streak">
      <h2>Minha sequência</h2>
      <Loaded query={query}>{(streak) => <Days streak={streak} />}</Loaded>
      <Reminder />
    </section>
  );
};

const Days = ({ streak }: { streak: MyStreak }) => {
  const reading = useMutation({
    ...queries.recordMyReading.mutationOptions(),
    onSuccess: () => queries.invalidate(queryClient),
  });
  const read = new Set(streak.days);
  return (
    <>
      <p>
        <span className="big">{streak.currentStreak}</span>{' '}
        {streak.currentStreak === 1 ? 'dia seguido' : 'dias seguidos'}; recorde: {streak.maxStreak}
      </p>
      <p>{texts[streak.status]}</p>
      <ol className="calendar" aria-label="Últimos 35 dias">
        {lastDays.map((day) => (
          <li key={day} className={read.has(day) ? 'read' : ''} title={day}>
            {day.slice(8)}
            {read.has(day) && <span className="unseen"> lido</span>}
          </li>
        ))}
      </ol>
      {!streak.readToday && (
        <button type="button" disabled={reading.isPending} onClick={() => reading.mutate({})}>
          Li a edição de hoje
        </button>
      )}
      {reading.error && <p role="alert">{reading.error.message}</p>}
    </>
  );
};

const Reminder = () => {
  const query = useQuery(queries.getMyReminder.queryOptions());
  const change = useMutation({
    ...queries.updateMyReminder.mutationOptions(),
    onSuccess: () => queries.invalidate(queryClient),
  });
  return (
    <Loaded query={query}>
      {({ enabled }) => (
        <>
          <label>
            <input
              type="checkbox"
              checked={change.isPending ? change.variables.enabled : enabled}
              disabled={change.isPending}
              onChange={({ target }) => change.mutate({ enabled: target.checked })}
            />{' '}
            Avisar por e-mail à noite, se eu ainda não li
          </label>
          {change.error && <p role="alert">{change.error.message}</p>}
        </>
      )}
    </Loaded>
  );
};
