import { useRead } from '../api/client.ts';
import { allStatuses, ticketTexts } from '../tickets/texts.ts';
import { Input, Select, Toolbar } from '../ui/form.tsx';
import { useAddress } from '../ui/state/address.ts';
import type { Days } from './period.ts';
import { reportTexts as texts } from './texts.ts';

const groupings = ['hour', 'day', 'week', 'month', 'year'] as const;

/** Reads the filter and the grouping of tickets from the address. */
export const filterOf = ({
  main,
  issue,
  newsletter,
  ...search
}: Readonly<Record<string, string | undefined>>) => ({
  groupBy: groupings.find((grouping) => grouping === search.groupBy) ?? 'day',
  status: allStatuses.find((status) => status === search.status),
  tagId: /^\d{1,9}$/.test(search.tag ?? '') ? Number(search.tag) : undefined,
  main,
  issue,
  newsletter,
});

/** The period of all reports; a custom one starts with the days that are shown. */
export const Period = ({ days }: { days: Days }) => {
  const { search, change } = useAddress();
  return (
    <Toolbar>
      <Select
        label={texts.period}
        value={search.period ?? '30'}
        options={Object.entries(texts.periods)}
        onChange={(period) =>
          change({ from: undefined, to: undefined, ...(period === 'own' && days), period })
        }
      />
      {search.period === 'own' &&
        (['from', 'to'] as const).map((name) => (
          <Input
            key={name}
            label={texts[name]}
            type="date"
            value={days[name]}
            onChange={(day) => day && change({ [name]: day })}
          />
        ))}
    </Toolbar>
  );
};

type Option = readonly [value: string, text: string];

export const Filters = () => {
  const { search, change } = useAddress();
  const known = useRead('reports.filters').data;
  const tags = useRead('tags.list').data?.items ?? [];
  const issues = known?.categories.find(({ main }) => main === search.main)?.issues ?? [];
  const fields: [name: 'main' | 'issue' | 'newsletter' | 'tag' | 'status', options: Option[]][] = [
    ['main', (known?.categories ?? []).map(({ main }) => [main, main])],
    ['issue', issues.map((issue) => [issue, issue])],
    ['newsletter', (known?.newsletters ?? []).map((name) => [name, name])],
    ['tag', tags.map(({ id, name }) => [String(id), name])],
    ['status', Object.entries(ticketTexts.statuses)],
  ];
  return (
    <Toolbar>
      <Select
        label={texts.groupBy}
        value={search.groupBy ?? 'day'}
        options={Object.entries(texts.groupings)}
        onChange={(groupBy) => change({ groupBy })}
      />
      {fields.map(([name, options]) => {
        const value = search[name] ?? '';
        // The address may name a value that no ticket has any more.
        const unknown = value && !options.some(([option]) => option === value);
        return (
          <Select
            key={name}
            label={texts[name]}
            value={value}
            options={[['', texts.any], ...(unknown ? [[value, value] as const] : []), ...options]}
            // A problem belongs to one category, so another category clears it.
            onChange={(chosen) =>
              change({ ...(name === 'main' && { issue: undefined }), [name]: chosen })
            }
          />
        );
      })}
    </Toolbar>
  );
};
