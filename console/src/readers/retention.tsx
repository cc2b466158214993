import { useRef } from 'react';
import { useRead } from '../api/client.ts';
import { numberText, percentText } from '../ui/format/figures.ts';
import { addDays, shortDay } from '../ui/format/time.ts';
import { Loaded, Panel } from '../ui/page.tsx';
import { Export } from '../ui/table.tsx';
import styles from './calendar.module.css';
import { readerTexts as texts } from './texts.ts';

/** The share of each week's new readers who came back in each later week. */
export const Retention = () => {
  const query = useRead('streaks.retention', {});
  const table = useRef<HTMLTableElement>(null);
  return (
    <Panel
      title={texts.retention}
      actions={query.data && <Export label={texts.retention} table={table} />}
    >
      <p>{texts.retentionWhy}</p>
      <Loaded query={query}>
        {({ weeks, currentWeek }) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard
          <section className={styles.retention} tabIndex={0} aria-label={texts.weeks}>
            <table ref={table} aria-label={texts.retention}>
              <thead>
                <tr>
                  <th scope="col">{texts.arrived}</th>
                  <th scope="col">{texts.readers}</th>
                  {weeks.slice(1).map(({ week }, at) => (
                    <th key={week} scope="col">{`+${at + 1}`}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {weeks.slice(0, -1).map(({ week, readers, returned }) => (
                  <tr key={week}>
                    <th scope="row">{shortDay(week)}</th>
                    <td>{numberText(readers)}</td>
                    {returned.map((count, at) => {
                      const after = addDays(week, 7 * (at + 1));
                      const share = readers === 0 ? 0 : count / readers;
                      const isOpen = after === currentWeek;
                      return (
                        <td
                          key={after}
                          data-open={isOpen || undefined}
                          title={isOpen ? texts.ongoingWeek : undefined}
                          style={{ '--share': `${Math.round(share * 40)}%` }}
                        >
                          {readers === 0 ? '–' : percentText(share)}
                          {isOpen && <span className="hidden">{texts.ongoingWeek}</span>}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Loaded>
    </Panel>
  );
};

declare module 'react' {
  interface CSSProperties {
    /** The opacity of a cell's background. */
    '--share'?: string;
  }
}
