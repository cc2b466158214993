import { SlidersHorizontal } from 'lucide-react';
import { useId } from 'react';
import { useRead } from '../api/client.ts';
import { ticketTexts as texts } from '../tickets/texts.ts';
import { Input, Select } from '../ui/form.tsx';
import { Button } from '../ui/page.tsx';
import { fieldsOf, type useFilter } from './filter.ts';
import styles from './list.module.css';

type Option = [value: string, text: string];

/** The fields of the filter, behind a button that shows how many are set. */
export const Filters = ({ filter, change }: ReturnType<typeof useFilter>) => {
  const id = useId();
  const set = fieldsOf({ ...filter, search: '' }).filter(([name]) => name !== 'sort');
  const team = useRead('me.get').data?.team ?? [];
  const tags = useRead('tags.list').data?.items ?? [];
  const categories = useRead('reports.filters').data?.categories ?? [];
  const { filters } = texts;
  const any: Option = ['', filters.any];
  const choices: Readonly<Record<'sort' | 'status' | 'assignee' | 'tag' | 'main', Option[]>> = {
    sort: Object.entries(texts.sorts),
    status: [any, ...Object.entries(texts.statuses)],
    assignee: [
      ['', filters.anybody],
      ['me', filters.me],
      ['nobody', filters.nobody],
      ...team.map(({ email, name }): Option => [email, name ?? email]),
    ],
    tag: [any, ...tags.map(({ id, name }): Option => [String(id), name])],
    main: [any, ...categories.map(({ main }): Option => [main, main])],
  };
  return (
    <>
      <button type="button" popoverTarget={id} className={set.length > 0 ? 'low' : 'icon'}>
        <SlidersHorizontal aria-hidden size={16} />
        <span className="hidden">{filters.title}</span>
        {set.length > 0 && set.length}
      </button>
      <div id={id} popover="auto" className={styles.popover}>
        {(['sort', 'status', 'assignee', 'tag', 'main'] as const).map((name) => (
          <Select
            key={name}
            label={filters[name]}
            value={filter[name] ?? ''}
            options={choices[name]}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
        {(['from', 'to', 'updatedBefore'] as const).map((name) => (
          <Input
            key={name}
            label={filters[name]}
            type="date"
            value={filter[name] ?? ''}
            onChange={(day) => change({ [name]: day })}
          />
        ))}
        <Button
          text={filters.clear}
          onClick={() => change(Object.fromEntries(set.map(([name]) => [name, undefined])))}
        />
      </div>
    </>
  );
};
