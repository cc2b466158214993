import { type ItemOf, usePages } from '../api/client.ts';
import { Check, Toolbar } from '../ui/form.tsx';
import { shortDay } from '../ui/format/time.ts';
import { Panel } from '../ui/page.tsx';
import { useAddress } from '../ui/state/address.ts';
import { List } from '../ui/table.tsx';
import { ReaderLink } from './reader-link.tsx';
import { readerTexts as texts } from './texts.ts';

type Listed = ItemOf<'streaks.list'>;

const shownAtOnce = 20;

/** The columns of the tables of readers. */
export const readerColumns = {
  [texts.reader]: ({ email }: Listed) => <ReaderLink email={email} />,
  [texts.name]: ({ name }: Listed) => name ?? '–',
  [texts.streakDays]: ({ currentStreak }: Listed) => currentStreak,
  [texts.bestDays]: ({ maxStreak }: Listed) => maxStreak,
};

/** The readers by name, streak and risk. */
export const ReaderList = () => {
  const { search, change } = useAddress();
  const { busca, risco } = search;
  const list = usePages('streaks.list', {
    search: busca || undefined,
    atRisk: risco === '1' || undefined,
    limit: shownAtOnce,
  });
  return (
    <Panel title={texts.list}>
      <Toolbar>
        <Check
          label={texts.onlyAtRisk}
          checked={risco === '1'}
          onChange={(checked) => change({ risco: checked ? '1' : undefined })}
        />
      </Toolbar>
      <List
        label={texts.list}
        query={list}
        empty={texts.noReaders}
        columns={{
          ...readerColumns,
          [texts.lastDay]: ({ lastDay, atRisk }) =>
            atRisk ? `${shortDay(lastDay)} · ${texts.risk}` : shortDay(lastDay),
        }}
      />
    </Panel>
  );
};
