import { useRead } from '../api/client.ts';
import { percentText } from '../ui/format/figures.ts';
import { addDays, shortDay } from '../ui/format/time.ts';
import { Loaded, Panel } from '../ui/page.tsx';
import { Share, Table } from '../ui/table.tsx';
import { readerTexts as texts } from './texts.ts';

/** The share of each week's new readers who came back in each later week. */
export const Retention = () => (
  <Panel title={texts.retention}>
    <p>{texts.retentionWhy}</p>
    <Loaded query={useRead('streaks.retention', {})}>
      {({ weeks, currentWeek }) => (
        <Table
          scrolls
          label={texts.retention}
          items={weeks.slice(0, -1)}
          columns={{
            [texts.arrived]: ({ week }) => shortDay(week),
            [texts.readers]: ({ readers }) => readers,
            ...Object.fromEntries(
              weeks.slice(1).map((_, at) => [
                texts.weekAfter(at + 1),
                ({ week, readers, returned }: (typeof weeks)[number]) => {
                  const count = returned[at];
                  if (count === undefined) return '';
                  const isOpen = addDays(week, 7 * (at + 1)) === currentWeek;
                  const share = readers === 0 ? 0 : count / readers;
                  const text = readers === 0 ? '–' : percentText(share);
                  return (
                    <Share of={share} text={text} why={isOpen ? texts.ongoingWeek : undefined} />
                  );
                },
              ]),
            ),
          }}
        />
      )}
    </Loaded>
  </Panel>
);
