import { Dialog } from '../parts/dialog.tsx';
import { Keys } from '../parts/keys.tsx';
import { shell } from '../texts/shell.ts';
import type { Command } from './commands.ts';

const groups = ['list', 'ticket', 'page'] as const;

/** The keys of this page. */
export const ShortcutsDialog = ({
  offered,
  onClose,
}: {
  offered: readonly Command[];
  onClose: () => void;
}) => (
  <Dialog title={shell.shortcuts} onClose={onClose}>
    {groups.map((group) => {
      const own = offered.filter((command) => command.group === group && command.keys);
      return (
        own.length > 0 && (
          <section key={group}>
            <h3>{shell.groups[group]}</h3>
            <dl>
              {own.map(({ text, keys = '' }) => (
                <div key={text} className="line between">
                  <dt>{text}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )
      );
    })}
  </Dialog>
);
