import { CircleUser } from 'lucide-react';
import { useId } from 'react';
import { Choice } from '../parts/choice.tsx';
import { shell } from '../texts/shell.ts';
import { NotificationChoice } from './notifications.tsx';
import { look } from './preferences.ts';
import { type Session, signOut } from './session.ts';
import styles from './shell.module.css';
import { useStore } from './store.ts';

/** Who is signed in, how the console looks, and the way out. */
export const Account = ({ session }: { session: Session }) => {
  const menu = useId();
  const { scheme, density } = useStore(look);
  return (
    <div className={styles.account}>
      <button type="button" className={styles.entry} popoverTarget={menu}>
        <CircleUser aria-hidden size={18} />
        <span className="hidden">{shell.account(session.name)}</span>
        <span aria-hidden>{session.name}</span>
      </button>
      <div id={menu} popover="auto" className={styles.menu}>
        <p className={styles.who}>
          <strong>{session.name}</strong>
          <span>{session.email}</span>
          <span>{shell.roles[session.role]}</span>
        </p>
        <Choice
          label={shell.scheme}
          options={shell.schemes}
          value={scheme}
          onChange={(chosen) => look.set((before) => ({ ...before, scheme: chosen }))}
        />
        <Choice
          label={shell.density}
          options={shell.densities}
          value={density}
          onChange={(chosen) => look.set((before) => ({ ...before, density: chosen }))}
        />
        <NotificationChoice />
        <button type="button" onClick={signOut}>
          {shell.signOut}
        </button>
      </div>
    </div>
  );
};
