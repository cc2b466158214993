import { onlineManager } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Page } from '../ui/page.tsx';
import { useStore } from '../ui/store.ts';
import { Toasts } from '../ui/toasts.tsx';
import { Account } from './account.tsx';
import { CommandDialogs } from './command-dialogs.tsx';
import { connected } from './events.ts';
import styles from './frame.module.css';
import { useNotifications } from './notifications.tsx';
import { type Screen, screenOf, useScreens } from './screen.ts';
import { includesRole, type Role, useSession } from './session.ts';
import { shell } from './texts.ts';
import { useTitle } from './title.ts';
import { UndoBar } from './undo.tsx';

export const Frame = () => {
  const session = useSession();
  const online = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  );
  const isConnected = useStore(connected);
  useNotifications();
  const screens = useScreens();
  const screen = screenOf(screens, useRouterState({ select: ({ location }) => location.pathname }));
  useTitleAndFocus();
  const isRefused = screen && !includesRole(session.role, screen.role);
  return (
    <div className={styles.frame}>
      <a href="#content" className="hidden">
        {shell.skip}
      </a>
      <header className={`stack ${styles.bar}`}>
        <span className={styles.product}>{shell.product}</span>
        <Navigation role={session.role} open={screen} />
        <div role="status">
          {!(online && isConnected) && (
            <span className="line warning">
              <WifiOff aria-hidden size={16} />
              {shell.offline}
            </span>
          )}
        </div>
        <Account />
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        {isRefused ? <Refused why="refused" /> : <Outlet />}
      </main>
      <div className={`stack ${styles.notices}`}>
        <UndoBar />
        <Toasts />
      </div>
      <CommandDialogs />
    </div>
  );
};

/** A new screen is announced: by the page's title, and by the focus on its heading. */
const useTitleAndFocus = (): void => {
  // The former screen stays until the new one is loaded.
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const title = screenOf(useScreens(), shown ?? '')?.title;
  const former = useRef<string>(undefined);
  useTitle(title);
  useEffect(() => {
    const isFirst = former.current === undefined;
    // A ticket that was closed took the focus with it.
    const isLost = document.activeElement === document.body;
    const isNew = former.current !== title;
    former.current = title;
    if (isFirst || !shown || !(isNew || isLost)) return;
    const main = document.getElementById('content');
    (main?.querySelector<HTMLElement>('h1') ?? main)?.focus();
  }, [shown, title]);
};

/** Instead of a screen that does not exist, or that the person's role may not see. */
export const Refused = ({ why }: { why: 'refused' | 'notFound' }) => (
  <Page title={shell[why]}>
    <p>{shell[`${why}Why`]}</p>
    <Link to="/">{shell.toStart}</Link>
  </Page>
);

const Navigation = ({ role, open }: { role: Role; open: Screen | undefined }) => (
  <nav aria-label={shell.navigation} className={styles.navigation}>
    <ul>
      {useScreens()
        .filter((screen) => includesRole(role, screen.role))
        .map((screen) => (
          <li key={screen.title} ref={screen === open ? showEntry : undefined}>
            <Link
              to={screen.paths[0]}
              className={`entry ${styles.entry}`}
              data-open={screen === open || undefined}
              activeOptions={{ includeSearch: false }}
            >
              <screen.icon aria-hidden size={18} />
              <span className="clip">{screen.title}</span>
            </Link>
          </li>
        ))}
    </ul>
  </nav>
);

/** On a phone not all entries are seen at once. */
const showEntry = (entry: Element | null) => entry?.scrollIntoView({ block: 'nearest' });
