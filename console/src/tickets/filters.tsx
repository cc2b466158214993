import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useId } from 'react';
import { read } from '../api/client.ts';
import { Field } from '../parts/page.tsx';
import { Select } from '../parts/select.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';
import type { Filter, useFilter } from './filter.ts';
import styles from './filters.module.css';
import { useTeam } from './team.ts';

const options = (texts: Readonly<Record<string, string>>) => Object.entries(texts);

/** The fields of the filter behind a button that says how many are set. */
export const Filters = ({ filter, change }: ReturnType<typeof useFilter>) => {
  const id = useId();
  const { search: _search, sort: _sort, ...set } = filter;
  const count = Object.keys(set).length;
  return (
    <>
      <button type="button" popoverTarget={id}>
        <SlidersHorizontal aria-hidden size={16} />
        {texts.filters.title}
        {count > 0 && <span className="badge">{count}</span>}
      </button>
      <div id={id} popover="auto" className={styles.popover}>
        <Fields filter={filter} change={change} />
        <button
          type="button"
          onClick={() =>
            change(Object.fromEntries(Object.keys(set).map((name) => [name, undefined])))
          }
        >
          {texts.filters.clear}
        </button>
      </div>
    </>
  );
};

const Fields = ({
  filter,
  change,
}: {
  filter: Filter;
  change: ReturnType<typeof useFilter>['change'];
}) => {
  const team = useTeam();
  const tags = useQuery(read('tags.list'));
  const known = useQuery(read('reports.filters'));
  const { filters } = texts;
  return (
    <>
      <Select
        label={filters.sort}
        value={filter.sort}
        options={options(texts.sorts)}
        onChange={(sort) => change({ sort })}
      />
      <Select
        label={filters.status}
        value={filter.status ?? ''}
        options={[['', filters.any], ...options(texts.statuses)]}
        onChange={(status) => change({ status })}
      />
      <Select
        label={filters.assignee}
        value={filter.assignee ?? ''}
        options={[
          ['', filters.anybody],
          ['me', filters.me],
          ['nobody', filters.nobody],
          ...team.map(({ email, name }): [string, string] => [email, name ?? email]),
        ]}
        onChange={(assignee) => change({ assignee })}
      />
      <Select
        label={filters.tag}
        value={filter.tag ?? ''}
        options={[
          ['', filters.any],
          ...(tags.data ?? []).map((tag): [string, string] => [String(tag.id), tag.name]),
        ]}
        onChange={(tag) => change({ tag })}
      />
      <Select
        label={filters.main}
        value={filter.main ?? ''}
        options={[
          ['', filters.any],
          ...(known.data?.categories ?? []).map(({ main }): [string, string] => [main, main]),
        ]}
        onChange={(main) => change({ main })}
      />
      {(['from', 'to'] as const).map((name) => (
        <Field key={name} label={filters[name]}>
          <input
            type="date"
            value={filter[name] ?? ''}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        </Field>
      ))}
    </>
  );
};
