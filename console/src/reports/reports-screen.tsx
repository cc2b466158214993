import { write } from '../api/client.ts';
import { NoQuizToday } from '../quiz/no-quiz-today.tsx';
import { includesRole, useSession } from '../shell/session.ts';
import { shell } from '../shell/texts.ts';
import { Actions } from '../ui/actions.tsx';
import { Page, Tabs } from '../ui/page.tsx';
import { useAddress } from '../ui/state/address.ts';
import { useNarrow } from '../ui/state/use-narrow.ts';
import { filterOf, Period } from './filters.tsx';
import { Overview } from './overview.tsx';
import { daysOf, problemOf } from './period.ts';
import { Responses } from './responses.tsx';
import { reportTexts as texts } from './texts.ts';
import { TicketCounts } from './ticket-counts.tsx';

/** All reports below each other; a phone shows one part at a time. */
export default function ReportsScreen() {
  const { role } = useSession();
  const { search, change } = useAddress();
  const { groupBy, ...filter } = filterOf(search);
  const span = daysOf(search.period ?? '', search, groupBy);
  const parts = [
    ...(includesRole(role, 'editor') ? (['overview'] as const) : []),
    'tickets',
    'responses',
  ] as const;
  const problem = problemOf(span, groupBy);
  const isNarrow = useNarrow(40);
  const part = parts.find((name) => name === search.parte) ?? parts[0];
  const shows = (name: (typeof parts)[number]) => !isNarrow || name === part;
  return (
    <Page
      title={shell.titles.reports}
      actions={
        <>
          <Period days={span.days} />
          <Actions
            actions={[{ text: texts.refresh, run: () => write('reports.clearCache', undefined) }]}
          />
        </>
      }
    >
      {isNarrow && (
        <Tabs
          label={texts.parts}
          tabs={parts.map((name) => [name, texts[name]])}
          open={part}
          onOpen={(parte) => change({ parte })}
        />
      )}
      {problem && <p role="alert">{texts.problems[problem]}</p>}
      {parts[0] === 'overview' && shows('overview') && (
        <>
          <NoQuizToday />
          {!problem && <Overview span={span} isAdmin={includesRole(role, 'admin')} />}
        </>
      )}
      {shows('tickets') && (
        <TicketCounts
          span={span}
          filter={{ groupBy, ...filter }}
          enabled={!problem || problem === 'onlyCounts'}
        />
      )}
      {shows('responses') && !problem && <Responses days={span.days} filter={filter} />}
    </Page>
  );
}
