import { useNavigate } from '@tanstack/react-router';
import { Plus, SlidersHorizontal } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useRead, useWrite } from '../api/client.ts';
import { ticketTexts as texts } from '../tickets/texts.ts';
import { TicketFields } from '../tickets/ticket-fields.tsx';
import { ConfirmDialog } from '../ui/actions.tsx';
import { Field, Input, SearchArea, Select } from '../ui/form.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { Button, focusHeading, IconButton } from '../ui/page.tsx';
import { useCommands } from '../ui/state/commands.ts';
import { createTimer } from '../ui/state/machine.ts';
import { createStore } from '../ui/state/store.ts';
import { uiTexts } from '../ui/texts.ts';
import { addressOf, fieldsOf, type useFilter } from './filter.ts';
import styles from './list-header.module.css';

type Filtering = ReturnType<typeof useFilter>;

const pauseMs = 300;
/** The service limits the length of a search. */
const mostLetters = 200;

/** The search whose first ticket gets the focus once its results are loaded. */
export const sought = createStore<string | undefined>(undefined);

/** Searches all tickets, not only waiting ones, while the person types. */
export const SearchBox = ({ filter: { search = '', sort }, change }: Filtering) => {
  const navigate = useNavigate();
  const [wait] = useState(createTimer);
  const box = useRef<HTMLInputElement>(null);
  const asked = useRef(search);
  useEffect(() => () => wait(0), [wait]);
  // Addresses of earlier searches may come while the person types; a view is chosen outside the box.
  useEffect(() => {
    if (!box.current || document.activeElement === box.current) return;
    asked.current = search;
    box.current.value = search;
  }, [search]);
  const find = (): string => {
    wait(0);
    const text = box.current?.value.trim().slice(0, mostLetters) ?? '';
    if (text === asked.current) return text;
    asked.current = text;
    const starts = search === '' && sort === 'waiting';
    change({
      search: text,
      ...(starts && { sort: 'newest' }),
      ...(text === '' && { sort: undefined }),
    });
    return text;
  };
  return (
    <SearchArea
      className={styles.search}
      // On a phone an open ticket hides the list.
      onHidden={() => navigate({ to: '/fila', search: true })}
    >
      <input
        ref={box}
        type="search"
        aria-label={uiTexts.search}
        placeholder={texts.searchHint}
        defaultValue={search}
        onChange={() => wait(pauseMs, find)}
        onKeyDown={(event) => {
          if (!['Escape', 'Enter', 'ArrowDown'].includes(event.key)) return;
          // By default the browser empties the box.
          event.preventDefault();
          const text = find();
          if (event.key === 'Escape') focusHeading();
          else sought.set(text);
        }}
      />
    </SearchArea>
  );
};

type Option = [value: string, text: string];

/** The fields of the filter, behind a button that shows how many are set. */
export const Filters = ({ filter, change }: Filtering) => {
  const id = useId();
  const address = addressOf(filter);
  const set = fieldsOf({ ...filter, search: '' }).filter(([name]) => name !== 'sort');
  const team = useRead('me.get').data?.team ?? [];
  const tags = useRead('tags.list').data?.items ?? [];
  const categories = useRead('reports.filters').data?.categories ?? [];
  const { filters } = texts;
  const any: Option = ['', filters.any];
  const choices: [name: 'sort' | 'status' | 'assignee' | 'tag' | 'main', options: Option[]][] = [
    ['sort', Object.entries(texts.sorts)],
    ['status', [any, ...Object.entries(texts.statuses)]],
    [
      'assignee',
      [
        ['', filters.anybody],
        ['me', filters.me],
        ['nobody', texts.nobody],
        ...team.map(({ email, name }): Option => [email, name ?? email]),
      ],
    ],
    ['tag', [any, ...tags.map(({ id, name }): Option => [String(id), name])]],
    ['main', [any, ...categories.map(({ main }): Option => [main, main])]],
  ];
  return (
    <>
      <button type="button" popoverTarget={id} className={set.length > 0 ? 'low' : 'icon'}>
        <SlidersHorizontal size={16} />
        <span className="hidden">{filters.title}</span>
        {set.length > 0 && set.length}
      </button>
      <div id={id} popover="auto" className={styles.popover}>
        {choices.map(([name, options]) => (
          <Select
            key={name}
            label={filters[name]}
            value={address[name] ?? ''}
            options={options}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
        {(['from', 'to', 'updatedBefore'] as const).map((name) => (
          <Input
            key={name}
            label={filters[name]}
            type="date"
            value={address[name] ?? ''}
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

/** Opens a ticket for a reader who called or wrote on another channel. */
export const NewTicket = () => {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const create = useWrite('tickets.create', {
    onSuccess: ({ id }) => {
      setOpen(false);
      toast(texts.created(id));
      void navigate({ to: `/chamados/${id}`, search: true });
    },
  });
  const open = () => setOpen(true);
  useCommands([{ group: 'page', text: texts.create, run: open }]);
  return (
    <>
      <IconButton icon={Plus} text={texts.create} onClick={open} />
      {isOpen && (
        <ConfirmDialog
          title={texts.create}
          confirm={texts.createConfirm}
          busy={create.isPending}
          onClose={() => setOpen(false)}
          onConfirm={({ requesterEmail, requesterName, subject = '', main = '', body = '' }) =>
            create.mutate({
              ...(requesterEmail && { requesterEmail }),
              ...(requesterName && { requesterName }),
              subject,
              main,
              body,
            })
          }
        >
          <TicketFields />
          <Field label={texts.fields.body}>
            <textarea name="body" required rows={4} />
          </Field>
        </ConfirmDialog>
      )}
    </>
  );
};
