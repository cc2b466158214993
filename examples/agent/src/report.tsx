import type { ReportGrouping } from '@leitor/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from './leitor.ts';

const groupings: readonly ReportGrouping[] = ['dia', 'semana', 'mes'];

/** Tickets over time as a bar chart. */
export const Report = () => {
  const [grouping, setGrouping] = useState<ReportGrouping>('mes');
  const { data } = useQuery(queries.getTicketTimeSeries.queryOptions({ agrupar_por: grouping }));
  const points = data?.serie ?? [];
  const highest = Math.max(1, ...points.map(({ total }) => total));
  return (
    <section id="report">
      <h2>Tickets</h2>
      {groupings.map((one) => (
        <button key={one} type="button" onClick={() => setGrouping(one)}>
          {one}
        </button>
      ))}
      <svg viewBox={`0 0 ${points.length * 20} 100`} role="img" aria-label="Tickets por período">
        {points.map(({ periodo, total }, index) => (
          <rect
            key={periodo}
            x={index * 20}
            y={100 - (100 * total) / highest}
            width={16}
            height={(100 * total) / highest}
          >
            <title>{`${periodo}: ${total}`}</title>
          </rect>
        ))}
      </svg>
    </section>
  );
};
