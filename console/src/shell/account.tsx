import { CircleUser } from 'lucide-react';
import { useId, useState } from 'react';
import { useRead, useWrite } from '../api/client.ts';
import { ConfirmDialog } from '../ui/actions.tsx';
import { Select } from '../ui/form.tsx';
import { Button } from '../ui/page.tsx';
import { createKeptStore, useStore } from '../ui/store.ts';
import styles from './frame.module.css';
import { NotificationChoice } from './notifications.tsx';
import { hasUnsent } from './own.ts';
import { signOut, useSession } from './session.ts';
import { shell } from './texts.ts';

export const Account = () => {
  const session = useSession();
  const menu = useId();
  const { landing, choose } = useLanding();
  const [asks, setAsks] = useState(false);
  return (
    <div>
      <button type="button" className={`entry ${styles.entry}`} popoverTarget={menu}>
        <CircleUser aria-hidden size={18} />
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
          value={landing}
          options={Object.entries(shell.landings)}
          onChange={choose}
        />
        <NotificationChoice />
        <Button
          text={shell.signOut}
          onClick={() => (hasUnsent() ? setAsks(true) : void signOut())}
        />
      </div>
      {asks && (
        <ConfirmDialog
          title={shell.signOut}
          confirm={shell.signOut}
          danger
          onConfirm={signOut}
          onClose={() => setAsks(false)}
        >
          {shell.signOutWhy}
        </ConfirmDialog>
      )}
    </div>
  );
};

/** The colours of the console, in this browser. */
export const scheme = createKeptStore('console:scheme', 'system');

/** Makes the page look as chosen, now and when the choice changes. */
export const applyScheme = (): void => {
  const apply = () => {
    const chosen = scheme.get();
    document.documentElement.style.colorScheme = chosen === 'system' ? '' : chosen;
  };
  apply();
  scheme.subscribe(apply);
};

const landings = ['stay', 'next', 'list'] as const;

/** Where a person is after they sent a reply, and how to choose it. It goes with them to other browsers. */
export const useLanding = () => {
  const preferences = useRead('me.preferences.get').data;
  const set = useWrite('me.preferences.set');
  return {
    landing: landings.find((landing) => landing === preferences?.afterSending) ?? 'stay',
    choose: (afterSending: string) => set.mutate({ ...preferences, afterSending }),
  };
};
