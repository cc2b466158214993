import { onlineManager } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Search, WifiOff } from 'lucide-react';
import { Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { Menu } from '../ui/overlays/menu.tsx';
import { IconButton, Page } from '../ui/page.tsx';
import { press } from '../ui/state/commands.ts';
import { useStore } from '../ui/state/store.ts';
import { useNarrow } from '../ui/state/use-narrow.ts';
import { Account } from './account.tsx';
import { CommandDialogs } from './command-dialogs.tsx';
import { connected } from './events.ts';
import styles from './frame.module.css';
import { useNotifications } from './notifications.tsx';
import { type Screen, screenOf, useScreens } from './screen.ts';
import { includesRole, type Role, useSession } from './session.ts';
import { shell } from './texts.ts';
import { useTitle } from './title.ts';
import { Notices, placedNotices } from './undo/undo-bar.tsx';

export const Frame = () => {
  const session = useSession();
  const online = useSyncExternalStore(onlineManager.subscribe, () => onlineManager.isOnline());
  const isConnected = useStore(connected);
  useNotifications();
  const screens = useScreens();
  const screen = screenOf(screens, useRouterState({ select: ({ location }) => location.pathname }));
  useTitleAndFocus();
  const isRefused = screen && !includesRole(session.role, screen.role);
  const hasOwnNotices = useStore(placedNotices) > 0;
  return (
    <div className={styles.frame}>
      <a href="#content" className="hidden">
        {shell.skip}
      </a>
      <header className={styles.bar}>
        <div className={`line between ${styles.brand}`}>
          <span>{shell.product}</span>
          <IconButton
            icon={Search}
            text={shell.commands}
            className="low"
            onClick={() => press('$mod+k')}
          />
        </div>
        <Navigation role={session.role} open={screen} />
        <div role="status" className={styles.offline}>
          {!(online && isConnected) && (
            <p className="line warning">
              <WifiOff size={16} />
              <span>{shell.offline}</span>
            </p>
          )}
        </div>
        <Account />
      </header>
      <div className={styles.page}>
        <main id="content" tabIndex={-1} className={styles.main}>
          {isRefused ? <Refused why="refused" /> : <Outlet />}
        </main>
        {!hasOwnNotices && <Notices />}
      </div>
      <CommandDialogs />
    </div>
  );
};

/** Announces a new screen by the page's title and by the focus on its heading. */
const useTitleAndFocus = (): void => {
  // The previous screen stays until the new one is loaded.
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const title = screenOf(useScreens(), shown ?? '')?.title;
  const former = useRef<string>(undefined);
  useTitle(title);
  useEffect(() => {
    const isFirst = former.current === undefined;
    // The focus is lost if the closed ticket had it.
    const isLost = document.activeElement === document.body;
    const isNew = former.current !== title;
    former.current = title;
    if (isFirst || !shown || !(isNew || isLost)) return;
    const main = document.getElementById('content');
    (main?.querySelector<HTMLElement>('h1') ?? main)?.focus();
  }, [shown, title]);
};

/** Shown in place of a screen that does not exist or that the person's role may not see. */
export const Refused = ({ why }: { why: 'refused' | 'notFound' }) => (
  <Page title={shell[why]}>
    <p>{shell[`${why}Why`]}</p>
    <Link to="/">{shell.toStart}</Link>
  </Page>
);

/** The number of entries that fit into a phone's bar beside the menu button. */
const mostEntries = 4;

const Navigation = ({ role, open }: { role: Role; open: Screen | undefined }) => {
  const isWide = !useNarrow(64);
  const marked = open?.partOf ?? open?.title;
  const entries = useScreens()
    .filter(({ role: least, partOf }) => !partOf && includesRole(role, least))
    .map((screen, index) => {
      const isRest = index >= mostEntries;
      const link = (
        <Link
          key={screen.title}
          to={screen.paths[0]}
          title={screen.title}
          className={`entry ${styles.entry}`}
          data-open={screen.title === marked || undefined}
          activeOptions={{ includeSearch: false }}
        >
          <screen.icon size={16} />
          <span className="clip">{screen.title}</span>
        </Link>
      );
      return { screen, isRest, link };
    });
  return (
    <nav aria-label={shell.navigation} className={styles.navigation}>
      <ul>
        {entries.map(({ screen, isRest, link }) => (
          <li key={screen.title} className={isRest ? styles.rest : undefined}>
            {link}
            {isWide && screen.title === marked && screen.nested && (
              <div className={styles.nested}>
                <Suspense>
                  <screen.nested />
                </Suspense>
              </div>
            )}
          </li>
        ))}
        <li className={styles.more}>
          <Menu text={shell.more}>
            {entries.map(({ screen, isRest, link }) => isRest && <p key={screen.title}>{link}</p>)}
          </Menu>
        </li>
      </ul>
    </nav>
  );
};
