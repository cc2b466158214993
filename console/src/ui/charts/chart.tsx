import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Actions } from '../actions.tsx';
import { Table } from '../table.tsx';
import { chartTexts as texts } from '../texts.ts';
import styles from './chart.module.css';
import { csvOf, pngOf, save } from './chart-files.ts';
import { type ChartData, draw, type Point, type Shape, valueText } from './drawing.ts';

/**
 * Bars, lines or a heat map, with a table of the figures and exports as CSV and image. The pointer and the
 * arrow keys read single values.
 */
export const Chart = (data: ChartData) => {
  const { title, unit, points, range } = data;
  const name = [title, range].filter(Boolean).join(' ').replaceAll('/', '-');
  const picture = useRef<HTMLDivElement>(null);
  const isEmpty = points.every(([, ...values]) => values.every((value) => !value));
  const csv = () => save(`${name}.csv`, new Blob([csvOf(data)], { type: 'text/csv' }));
  const png = async () => {
    const image = picture.current && (await pngOf(picture.current));
    if (image) save(`${name}.png`, image);
  };
  if (isEmpty) {
    return (
      <figure className={`stack ${styles.chart}`} aria-label={title}>
        <strong>{title}</strong>
        <p className="small">{texts.empty}</p>
      </figure>
    );
  }
  return (
    <figure className={`stack ${styles.chart}`} aria-label={title}>
      <div ref={picture} className={`stack ${styles.picture}`}>
        <p>
          <strong>{title}</strong> ({unit})
        </p>
        <Plot data={data} />
      </div>
      <div className={styles.files}>
        <Actions
          actions={[
            { text: 'CSV', opens: csv },
            { text: 'PNG', opens: () => void png() },
          ]}
        />
      </div>
      <Figures data={data} />
    </figure>
  );
};

/** The drawing, with the cursor that reads its values. */
const Plot = ({ data }: { data: ChartData }) => {
  const [width, measure] = useWidth();
  const [chosen, setChosen] = useState<number>();
  const drawing = useMemo(() => draw(data, width), [data, width]);
  const last = drawing.places - 1;
  const move = (place: number) => setChosen(Math.min(Math.max(place, 0), last));
  const place = chosen === undefined ? undefined : Math.min(chosen, last);
  const text = place === undefined ? texts.howToRead : textAt(data, place);

  const onPointer = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    move(drawing.placeAt(clientX - left, clientY - top));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = place ?? 0;
    const row = drawing.rowLength;
    const to = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at < row ? at : at - row,
      ArrowDown: at + row > last ? at : at + row,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  };
  return (
    <>
      <div
        ref={measure}
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-label={data.title}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={place ?? 0}
        aria-valuetext={text}
        onFocus={() => move(place ?? 0)}
        onKeyDown={onKeyDown}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
      >
        {width > 0 && (
          <svg aria-hidden width={width} height={drawing.height}>
            {drawing.shapes.map((shape) => (
              <Drawn key={`${shape.nth} ${shape.path.slice(0, 30)}`} {...shape} />
            ))}
            {drawing.labels.map(({ text, x, y, anchor }) => (
              <text key={`${x} ${y} ${text}`} x={x} y={y} textAnchor={anchor}>
                {text}
              </text>
            ))}
            {place !== undefined && <path className={styles.cursor} d={drawing.cursorAt(place)} />}
          </svg>
        )}
      </div>
      <p className={`line small ${styles.plot} ${styles.legend}`}>
        {drawing.legend.map(({ text, ...shape }) => (
          <span key={text} className="line">
            <svg aria-hidden width={20} height={12}>
              <Drawn
                {...shape}
                path={['line', 'open'].includes(shape.look) ? 'M1 6h18' : 'M4 0h12v12h-12z'}
              />
            </svg>
            {text}
          </span>
        ))}
        <output>{place === undefined ? '' : text}</output>
      </p>
    </>
  );
};

const Drawn = ({ look, nth, opacity, path }: Shape) => (
  <path className={styles[look]} data-nth={nth} fillOpacity={opacity} d={path} />
);

/** The width of an element, updated when it changes. */
const useWidth = () => {
  const [width, setWidth] = useState(0);
  const measure = useCallback((element: Element | null) => {
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    if (element) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, measure] as const;
};

/** The text for the value at the cursor. */
const textAt = (data: ChartData, place: number): string => {
  const { kind, points, series, unit, unfinished } = data;
  const [label = '', ...values] = points[place % points.length] ?? [];
  const shown = kind === 'heat' ? [Math.floor(place / points.length)] : series.keys();
  const read = Array.from(shown, (nth) => `${series[nth]} ${valueText(values[nth])}`);
  const open =
    unfinished && kind !== 'heat' && place === points.length - 1 ? `, ${unfinished}` : '';
  return `${label}${open} · ${read.join(' · ')} (${unit})`;
};

/** The figures as a table, which is rendered once it is opened. */
const Figures = ({ data: { title, axis, series, points } }: { data: ChartData }) => {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.figures}</summary>
      {open && (
        <Table<Point>
          label={title}
          exports={false}
          items={points}
          keyOf={([label]) => label}
          columns={Object.fromEntries([
            [axis, ([label]: Point) => label],
            ...series.map((name, nth) => [name, ([, ...values]: Point) => values[nth] ?? '–']),
          ])}
        />
      )}
    </details>
  );
};
