import { Link } from '@tanstack/react-router';
import { shell } from '../texts/shell.ts';
import { screens } from './screen.ts';
import { includesRole, type Role } from './session.ts';
import styles from './shell.module.css';

/** The menu: the screens that a role may see. */
export const Navigation = ({ role }: { role: Role }) => (
  <nav aria-label={shell.navigation} className={styles.navigation}>
    <ul>
      {screens
        .filter((screen) => includesRole(role, screen.role))
        .map(({ title, paths: [path], icon: Icon }) => (
          <li key={path}>
            <Link to={path} className={styles.entry} activeOptions={{ includeSearch: false }}>
              <Icon aria-hidden size={18} />
              <span>{title}</span>
            </Link>
          </li>
        ))}
    </ul>
  </nav>
);
