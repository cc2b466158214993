import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type ItemOf, read } from '../api/client.ts';
import { hasWords } from '../ui/format/words.ts';
import { OptionsDialog } from '../ui/overlays/options-dialog.tsx';
import { type Command, offeredCommands, useCommands } from '../ui/state/commands.ts';
import { useScreens } from './screen.ts';
import { includesRole, useSession } from './session.ts';
import { shell } from './texts.ts';

const groups = ['page', 'list', 'go'] as const;

const ticketValue = 'ticket ';

const isIn = {
  commands: ({ onlyKey }: Command) => !onlyKey,
  shortcuts: ({ keys }: Command) => keys !== undefined,
};

/** The palette (Ctrl+K) and the list of keys (?), with the commands of every page. */
export const CommandDialogs = () => {
  // The commands that the page offered when the dialog was opened.
  const [open, setOpen] = useState<{ title: string; offered: readonly Command[] }>();
  const [typed, setTyped] = useState('');
  const session = useSession();
  const router = useRouter();
  const screens = useScreens();
  const show = (dialog: keyof typeof isIn) => () => {
    const own = offeredCommands().filter(isIn[dialog]);
    const offered = groups.flatMap((group) => own.filter((command) => command.group === group));
    setOpen({ title: shell[dialog], offered });
  };
  useCommands([
    {
      text: shell.commands,
      group: 'page',
      keys: '$mod+k',
      onlyKey: true,
      run: show('commands'),
    },
    { text: shell.shortcuts, group: 'page', keys: '?', run: show('shortcuts') },
    ...screens
      .filter((screen) => includesRole(session.role, screen.role))
      .map(({ title, paths: [to] }) => ({
        text: shell.goTo(title),
        group: 'go' as const,
        run: () => void router.navigate({ to }),
      })),
  ]);
  const found = useFoundTickets(open?.title === shell.commands ? typed : '');
  if (!open) return null;
  const close = () => {
    setOpen(undefined);
    setTyped('');
  };
  return (
    <OptionsDialog
      title={open.title}
      options={open.offered.map(({ text, keys }, index) => [
        String(index),
        text,
        keys && <Keys key={keys} keys={keys} />,
      ])}
      {...(open.title === shell.commands && { onType: setTyped })}
      isFinding={found.isOld}
      found={found.tickets.map(({ id, subject, requesterName, requesterEmail }) => [
        `${ticketValue}${id}`,
        subject || `#${id}`,
        <span key={id} className="faint clip">
          {requesterName ?? requesterEmail} #{id}
        </span>,
      ])}
      onChoose={(index) => {
        close();
        if (index.startsWith(ticketValue)) {
          void router.navigate({ to: `/chamados/${index.slice(ticketValue.length)}` });
          return;
        }
        // The command runs after the closed dialog has given the focus back.
        setTimeout(() => open.offered[Number(index)]?.run());
      }}
      onClose={close}
    />
  );
};

/** The keys of a command as written on a keyboard: `$mod+k` becomes `Ctrl` and `K`. */
const Keys = ({ keys }: { keys: string }) => (
  <span>
    {keys
      .replace('$mod', /Mac/.test(navigator.platform) ? '⌘' : 'Ctrl')
      .split('+')
      .map((key) => (
        <kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</kbd>
      ))}
  </span>
);

type Found = Pick<ItemOf<'tickets.list'>, 'id' | 'subject' | 'requesterName' | 'requesterEmail'>;

const pauseMs = 200;
const leastTyped = 2;
const mostRead = 30;
const shown = 8;

/**
 * Sorts search results, best first: by number, then requester, then subject, then contents. Equal results
 * keep their order.
 */
export const bestFirst = <T extends Found>(tickets: readonly T[], search: string): T[] => {
  const hasAll = (text: string | null) => hasWords(text ?? '', search);
  const kindOf = ({ id, subject, requesterName, requesterEmail }: T) => {
    if (search.replace('#', '') === String(id)) return 0;
    if (hasAll(requesterName) || hasAll(requesterEmail)) return 1;
    return hasAll(subject) ? 2 : 3;
  };
  return tickets.toSorted((one, other) => kindOf(one) - kindOf(other));
};

/**
 * Search results for a text that is being typed, best first. `isOld` is true while they belong to the
 * previous text.
 */
const useFoundTickets = (typed: string): { tickets: Found[]; isOld: boolean } => {
  const search = typed.trim().slice(0, 200);
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(search), pauseMs);
    return () => clearTimeout(timer);
  }, [search]);
  const { data, isPlaceholderData, isPending } = useQuery({
    ...read('tickets.list', { search: asked, sort: 'newest', limit: mostRead }),
    enabled: asked.length >= leastTyped,
    placeholderData: (before) => before,
  });
  if (search.length < leastTyped) return { tickets: [], isOld: false };
  const isOld = asked !== search || isPlaceholderData || isPending;
  return { tickets: bestFirst(data?.items ?? [], asked).slice(0, shown), isOld };
};
