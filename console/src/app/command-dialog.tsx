import { Command as Palette } from 'cmdk';
import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Keys } from '../parts/keys.tsx';
import { shell } from '../texts/shell.ts';
import styles from './command-dialog.module.css';
import { type Command, commands } from './commands.ts';

const groups = ['ticket', 'list', 'go', 'page'] as const;

/** Everything that can be done here, found by its name. */
export default function CommandDialog({ onClose }: { onClose: () => void }) {
  // What the page offered when it was opened.
  const [offered] = useState(() =>
    [...commands.get().values()].flat().filter(({ onlyKey }) => !onlyKey),
  );
  const choose = ({ run }: Command) => {
    onClose();
    // The dialog gives the focus back first.
    setTimeout(run);
  };
  return (
    <Dialog title={shell.commands} onClose={onClose} wide>
      <Palette label={shell.commands} className="stack" loop>
        <Palette.Input autoFocus placeholder={shell.commandsSearch} />
        <Palette.List className={styles.list} label={shell.commands}>
          <Palette.Empty className="empty">{shell.commandsNone}</Palette.Empty>
          {groups
            .filter((group) => offered.some((command) => command.group === group))
            .map((group) => (
              <Palette.Group key={group} heading={shell.groups[group]}>
                {offered
                  .filter((command) => command.group === group)
                  .map((command) => (
                    <Palette.Item
                      key={command.text}
                      value={command.text}
                      className="entry between"
                      onSelect={() => choose(command)}
                    >
                      {command.text}
                      {command.keys && <Keys keys={command.keys} />}
                    </Palette.Item>
                  ))}
              </Palette.Group>
            ))}
        </Palette.List>
      </Palette>
    </Dialog>
  );
}
