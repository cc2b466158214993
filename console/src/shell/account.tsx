import { useId, useState } from 'react';
import { failureText } from '../api/failure.ts';
import { ConfirmDialog } from '../ui/actions.tsx';
import { Select } from '../ui/form.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { Button } from '../ui/page.tsx';
import { createKeptStore, useStore } from '../ui/state/store.ts';
import { hasUnsentText } from './browser-storage.ts';
import styles from './frame.module.css';
import { NotificationChoice } from './notifications.tsx';
import { initialsOf } from './people.ts';
import { signOut, useSession } from './session.ts';
import { shell } from './texts.ts';

export const Account = () => {
  const session = useSession();
  const menu = useId();
  const [asks, setAsks] = useState(false);
  return (
    <div className={styles.account}>
      <button type="button" className={`entry ${styles.entry}`} popoverTarget={menu}>
        <span aria-hidden className="who" data-initials>
          {initialsOf(session.name)}
        </span>
        <span className="hidden">{shell.account(session.name)}</span>
        <span aria-hidden className="clip">
          {session.name}
        </span>
      </button>
      <div id={menu} popover="auto" className={styles.menu}>
        <div>
          <strong>{session.name}</strong>
          <p className="small">{session.email}</p>
          <p className="small">{shell.roles[session.role]}</p>
        </div>
        <Select
          label={shell.scheme}
          value={useStore(scheme)}
          options={Object.entries(shell.schemes)}
          onChange={scheme.set}
        />
        <Select
          label={shell.landing}
          value={useStore(landing)}
          options={Object.entries(shell.landings)}
          onChange={landing.set}
        />
        <NotificationChoice />
        <Button text={shell.signOut} onClick={() => (hasUnsentText() ? setAsks(true) : leave())} />
      </div>
      {asks && (
        <ConfirmDialog
          title={shell.signOut}
          confirm={shell.signOut}
          danger
          onConfirm={leave}
          onClose={() => setAsks(false)}
        >
          {shell.signOutWhy}
        </ConfirmDialog>
      )}
    </div>
  );
};

const leave = (): void =>
  void signOut().catch((error) => toast(failureText(error), { failed: true }));

/** The colour scheme of the console in this browser. */
const scheme = createKeptStore('console:scheme', 'system');

/** The screen that opens after a reply is sent: this one, the next ticket, or the list. */
export const landing = createKeptStore('console:landing', 'stay');

/** Applies the chosen look now and after each change. */
export const applyLook = (): void => {
  const apply = () => {
    document.documentElement.dataset.scheme = scheme.get();
  };
  apply();
  scheme.subscribe(apply);
};
