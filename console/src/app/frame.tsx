import { onlineManager } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { shell } from '../texts/shell.ts';
import { Account } from './account.tsx';
import { CommandDialogs } from './command-dialogs.tsx';
import styles from './frame.module.css';
import { Navigation } from './navigation.tsx';
import { useNotifications } from './notifications.tsx';
import { screenOf } from './screen.ts';
import { type Session, signIn, useSession } from './session.ts';
import { useTitle } from './title.ts';
import { Toasts } from './toasts.tsx';
import { UndoBar } from './undo.tsx';

/** The frame around all screens. */
export const Frame = () => {
  const session = useSession();
  const last = useRef<Session>(undefined);
  last.current = session ?? last.current;
  const online = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  );
  useNotifications();
  useTitleAndFocus();
  return (
    <div className={styles.frame}>
      <a href="#content" className={styles.skip}>
        {shell.skip}
      </a>
      <header className={styles.bar}>
        <span className={styles.product}>{shell.product}</span>
        {last.current && <Navigation role={last.current.role} />}
        <div role="status">
          {!online && (
            <span className="line warning">
              <WifiOff aria-hidden size={16} />
              {shell.offline}
            </span>
          )}
        </div>
        {last.current && <Account session={last.current} />}
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <div className={styles.notices}>
        <UndoBar />
        <Toasts />
      </div>
      <CommandDialogs />
      {session === null && (
        // Over the page: what was typed stays behind it.
        <Dialog title={shell.signedOut}>
          <p>{shell.signedOutWhy}</p>
          <button type="button" className="primary" onClick={signIn}>
            {shell.signIn}
          </button>
        </Dialog>
      )}
    </div>
  );
};

/** A new screen is announced: by the page's title, and by the focus on its heading. */
const useTitleAndFocus = (): void => {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const title = screenOf(pathname)?.title;
  const announced = useRef(title);
  useTitle(title);
  useEffect(() => {
    if (announced.current === title) return;
    announced.current = title;
    const main = document.getElementById('content');
    (main?.querySelector<HTMLElement>('h1') ?? main)?.focus();
  }, [title]);
};
