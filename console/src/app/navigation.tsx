import { Link, useRouterState } from '@tanstack/react-router';
import { shell } from '../texts/shell.ts';
import styles from './frame.module.css';
import { screenOf, screens } from './screen.ts';
import { includesRole, type Role } from './session.ts';

/** The menu: the screens that a role may see. */
export const Navigation = ({ role }: { role: Role }) => {
  const open = screenOf(useRouterState({ select: ({ location }) => location.pathname }));
  return (
    <nav aria-label={shell.navigation} className={styles.navigation}>
      <ul>
        {screens
          .filter((screen) => includesRole(role, screen.role))
          .map((screen) => (
            <li key={screen.title}>
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
};
