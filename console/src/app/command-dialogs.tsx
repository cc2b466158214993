import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { shell } from '../texts/shell.ts';
import { useCommands } from './commands.ts';
import { useCommandKeys } from './keys.ts';
import { screens } from './screen.ts';
import { includesRole, useSession } from './session.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

const CommandDialog = lazy(() => import('./command-dialog.tsx'));

/** The palette (Ctrl+K) and the list of keys (?), and the commands that every page has. */
export const CommandDialogs = () => {
  const [open, setOpen] = useState<'commands' | 'shortcuts'>();
  const session = useSession();
  const router = useRouter();
  useCommandKeys();
  useCommands([
    {
      text: shell.commands,
      group: 'page',
      keys: '$mod+k',
      onlyKey: true,
      run: () => setOpen('commands'),
    },
    { text: shell.shortcuts, group: 'page', keys: 'Shift+?', run: () => setOpen('shortcuts') },
    ...screens
      .filter((screen) => session && includesRole(session.role, screen.role))
      .map(({ title, paths: [to] }) => ({
        text: shell.goTo(title),
        group: 'go' as const,
        run: () => void router.navigate({ to }),
      })),
  ]);
  const close = () => setOpen(undefined);
  if (open === 'shortcuts') return <ShortcutsDialog onClose={close} />;
  if (open === 'commands') {
    return (
      <Suspense>
        <CommandDialog onClose={close} />
      </Suspense>
    );
  }
  return null;
};
