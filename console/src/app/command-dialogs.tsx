import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Keys } from '../parts/keys.tsx';
import { OptionsDialog } from '../parts/options-dialog.tsx';
import { shell } from '../texts/shell.ts';
import { type Command, offeredCommands, runPressed, useCommands } from './commands.ts';
import { screens } from './screen.ts';
import { includesRole, useSession } from './session.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

/** The palette (Ctrl+K) and the list of keys (?), and the commands that every page has. */
export const CommandDialogs = () => {
  const [open, setOpen] = useState<'commands' | 'shortcuts'>();
  // What the page offered when the dialog was opened.
  const [offered, setOffered] = useState<readonly Command[]>([]);
  const session = useSession();
  const router = useRouter();
  useEffect(() => {
    addEventListener('keydown', runPressed);
    return () => removeEventListener('keydown', runPressed);
  }, []);
  const show = (dialog: typeof open) => {
    setOffered(offeredCommands());
    setOpen(dialog);
  };
  useCommands([
    {
      text: shell.commands,
      group: 'page',
      keys: '$mod+k',
      onlyKey: true,
      run: () => show('commands'),
    },
    { text: shell.shortcuts, group: 'page', keys: 'Shift+?', run: () => show('shortcuts') },
    ...screens
      .filter((screen) => session && includesRole(session.role, screen.role))
      .map(({ title, paths: [to] }) => ({
        text: shell.goTo(title),
        group: 'go' as const,
        run: () => void router.navigate({ to }),
      })),
  ]);
  const close = () => setOpen(undefined);
  const choose = (index: string) => {
    close();
    // The dialog gives the focus back first.
    setTimeout(() => offered[Number(index)]?.run());
  };
  if (open === 'shortcuts') return <ShortcutsDialog offered={offered} onClose={close} />;
  if (open === 'commands') {
    return (
      <OptionsDialog
        title={shell.commands}
        options={offered.flatMap(({ text, keys, onlyKey }, index) =>
          onlyKey ? [] : [[String(index), text, keys && <Keys key={keys} keys={keys} />] as const],
        )}
        onChoose={choose}
        onClose={close}
      />
    );
  }
  return null;
};
