import { CircleUser } from 'lucide-react';
import { useId } from 'react';
import { Choice } from '../parts/choice.tsx';
import { shell } from '../texts/shell.ts';
import styles from './frame.module.css';
import { NotificationChoice } from './notifications.tsx';
import { scheme, useLanding } from './preferences.ts';
import { type Session, signOut } from './session.ts';
import { useStore } from './store.ts';

/** Who is signed in, how the console looks, and the way out. */
export const Account = ({ session }: { session: Session }) => {
  const menu = useId();
  const { landing, choose } = useLanding();
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
        <Choice
          label={shell.scheme}
          options={shell.schemes}
          value={useStore(scheme)}
          onChange={scheme.set}
        />
        <Choice label={shell.landing} options={shell.landings} value={landing} onChange={choose} />
        <NotificationChoice />
        <button type="button" onClick={signOut}>
          {shell.signOut}
        </button>
      </div>
    </div>
  );
};
