import { Refusal } from './refusal.ts';

/** A report's parameters. */
export interface ReportQuery {
  from: string;
  to: string;
  main: string | null;
  status: string | null;
  grouping: Grouping;
}

const units = {
  hora: ['hour', 'YYYY-MM-DD HH24:00'],
  dia: ['day', 'YYYY-MM-DD'],
  semana: ['week', 'IYYY-"W"IW'],
  mes: ['month', 'YYYY-MM'],
  ano: ['year', 'YYYY'],
} as const;

export type Grouping = keyof typeof units;

export const groupings = Object.keys(units) as Grouping[];
export const statuses = ['open', 'in_progress', 'resolved', 'closed'];

/**
 * Counts tickets by period from `$1` to `$2`, filtered by category `$3` and status `$4` unless
 * null.
 */
export const reportStatement = (grouping: Grouping): string => {
  const [unit, format] = units[grouping];
  return `
    select to_char(period, '${format}') as periodo,
      coalesce(total, 0) as total, coalesce(abertos, 0) as abertos, coalesce("emProgresso", 0) as "emProgresso",
      coalesce(resolvidos, 0) as resolvidos, coalesce(fechados, 0) as fechados
    from generate_series(
      date_trunc('${unit}', $1::date::timestamp), ($2::date + 1)::timestamp - interval '1 second', interval '1 ${unit}'
    ) as period
    left join (
      select date_trunc('${unit}', created_at at time zone 'America/Sao_Paulo') as period,
        count(*)::integer as total,
        count(*) filter (where status = 'open')::integer as abertos,
        count(*) filter (where status = 'in_progress')::integer as "emProgresso",
        count(*) filter (where status = 'resolved')::integer as resolvidos,
        count(*) filter (where status = 'closed')::integer as fechados
      from tickets
      where created_at >= $1::date::timestamp at time zone 'America/Sao_Paulo'
        and created_at < ($2::date + 1)::timestamp at time zone 'America/Sao_Paulo'
        and ($3::text is null or main = $3) and ($4::ticket_status is null or status = $4)
      group by 1
    ) counts using (period)
    order by period`;
};

export const reportLifeSeconds = 7_200;

/** A cached report. */
export interface CachedReport {
  madeAt: number;
  data: { serie: object[]; periodo: { inicio: string; fim: string }; agrupamento: Grouping };
}

/** The response's cache field. */
export const cacheInfo = (kept: CachedReport | undefined): object => {
  if (!kept) return { hit: false };
  const age = Math.floor((Date.now() - kept.madeAt) / 1_000);
  return { hit: true, age, expiresIn: reportLifeSeconds - age };
};

const dayMs = 86_400_000;
const civilDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });

/** A report's parameters as a request gives them. */
export interface ReportParameters {
  data_inicio?: string;
  data_fim?: string;
  main?: string;
  status?: string;
  agrupar_por: Grouping;
}

/** The report that is asked for; without a range, of the last 30 days. */
export const reportQueryOf = (given: ReportParameters): ReportQuery => {
  const from = given.data_inicio ?? civilDay.format(Date.now() - 30 * dayMs);
  const to = given.data_fim ?? civilDay.format(Date.now());
  if (to < from) throw new Refusal(400, 'O período termina antes de começar');
  const { main = null, status = null, agrupar_por: grouping } = given;
  return { from, to, main, status, grouping };
};
