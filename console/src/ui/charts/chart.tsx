import { type ReactNode, useState } from 'react';
import { numberText } from '../format/figures.ts';
import { Share, Table } from '../table.tsx';
import { chartTexts as texts } from '../texts.ts';
import styles from './chart.module.css';
import { type ChartData, highestOf, type Point, pathOf, ticksOf, valuesOf } from './drawing.ts';

/** Lines over time, with a table of the figures. */
export const Lines = (data: ChartData) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <Figure data={data}>
      <Plot {...data} />
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{texts.figures}</summary>
        {isOpen && <Figures data={data} cell={(value) => value} />}
      </details>
    </Figure>
  );
};

/** The values of each point as bars beside its label. */
export const Bars = (data: ChartData) => {
  const max = highestOf(data);
  return (
    <Figure data={data}>
      <Figures
        data={data}
        cell={(value) => <Share isBar of={value / max} text={numberText(value)} />}
      />
    </Figure>
  );
};

/** A titled chart. */
const Figure = ({ data, children }: { data: ChartData; children: ReactNode }) => (
  <figure className="stack" aria-label={data.title}>
    <p>
      <strong>{data.title}</strong> ({data.unit})
    </p>
    {highestOf(data) === 0 ? <p className="small">{texts.empty}</p> : children}
  </figure>
);

const Figures = ({
  data: { title, range, unit, axis, series, points },
  cell,
}: {
  data: ChartData;
  cell: (value: number) => ReactNode;
}) => (
  <Table<Point>
    label={`${title} ${range}`}
    items={points}
    columns={Object.fromEntries([
      [axis, ([label]: Point) => label],
      ...series.map((name, nth) => [
        name.toLowerCase() === unit ? name : `${name} (${unit})`,
        ([, ...values]: Point) => {
          const value = values[nth] ?? null;
          return value === null ? '–' : cell(value);
        },
      ]),
    ])}
  />
);

const mostNames = 8;

/** The drawing, which fills its box. Pointing at a place reads its values. */
const Plot = (data: ChartData) => {
  const { unit, series, points, unfinished } = data;
  const last = points.length - 1;
  const ticks = ticksOf(data);
  const top = ticks.at(-1) ?? 1;
  const readAt = ([label, ...values]: Point, at: number): string => {
    const read = series.map((name, nth) => {
      const value = values[nth] ?? null;
      return `${name} ${value === null ? '–' : numberText(value)}`;
    });
    const when = [label, at === last ? unfinished : ''].filter(Boolean).join(', ');
    return `${when} · ${read.join(' · ')} (${unit})`;
  };
  const isUnfinished = unfinished !== undefined && points.at(-1)?.[1] !== null;
  const lines = series.map((name, nth) => {
    const values = valuesOf(points, nth);
    const isOpen = nth === 0 && isUnfinished;
    const path = pathOf(isOpen ? values.slice(0, -1) : values, top);
    return { name, nth, path, isOpen };
  });
  const every = Math.ceil(points.length / mostNames);
  const shownAt = (at: number) => at % every === Math.floor(every / 2);
  return (
    <>
      <div className={styles.plot}>
        <ol aria-hidden className={styles.ticks}>
          {ticks.map((tick) => (
            <li key={tick}>{numberText(tick)}</li>
          ))}
        </ol>
        <svg aria-hidden viewBox={`0 0 ${points.length} 1`} preserveAspectRatio="none">
          {ticks.map((tick) => (
            <path key={tick} data-grid d={`M0 ${1 - tick / top}H${points.length}`} />
          ))}
          {lines.map(({ name, nth, path }) => (
            <path key={name} data-nth={nth} d={path} />
          ))}
          {isUnfinished && <path data-open d={pathOf(valuesOf(points, 0), top, last - 1)} />}
          {points.map((point, at) => (
            <rect key={point[0]} x={at} width={1} height={1}>
              <title>{readAt(point, at)}</title>
            </rect>
          ))}
        </svg>
        <ol aria-hidden className={styles.names}>
          {points.map(
            ([label], at) =>
              shownAt(at) && (
                <li key={label} style={{ '--at': `${(100 * (at + 0.5)) / points.length}%` }}>
                  {label}
                </li>
              ),
          )}
        </ol>
      </div>
      <p className="line small">
        {lines.map(({ name, nth, isOpen }) => (
          <span key={name} className="line">
            <i className={styles.key} data-nth={nth} />
            {name}
            {isOpen && (
              <>
                <i className={styles.key} data-open /> {unfinished}
              </>
            )}
          </span>
        ))}
      </p>
    </>
  );
};
