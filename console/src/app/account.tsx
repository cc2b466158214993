import { CircleUser } from 'lucide-react';
import { useId } from 'react';
import { Choice } from '../parts/choice.tsx';
import { shell } from '../texts/shell.ts';
import { NotificationChoice } from './notifications.tsx';
import { look, useLanding } from './preferences.ts';
import { type Session, signOut } from './session.ts';
import styles from './shell.module.css';
import { useStore } from './store.ts';

/** Who is signed in, how the console looks, and the way out. */
export const Account = ({ session }: { session: Session }) => {
  const menu = useId();
  const { scheme, density } = useStore(look);
  const { landing, choose } = useLanding();
  return (
    <div className={styles.account}>
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
          value={scheme}
          onChange={(chosen) => look.set((before) => ({ ...before, scheme: chosen }))}
        />
        <Choice
          label={shell.density}
          options={shell.densities}
          value={density}
          onChange={(chosen) => look.set((before) => ({ ...before, density: chosen }))}
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
