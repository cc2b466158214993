import { Link } from '@tanstack/react-router';
import styles from './sections.module.css';

/** The sections of a screen, each with an address of its own. */
export const Sections = ({
  label,
  sections,
}: {
  label: string;
  sections: readonly (readonly [path: string, text: string])[];
}) => (
  <nav aria-label={label} className={styles.sections}>
    {sections.map(([path, text]) => (
      <Link key={path} to={path} activeOptions={{ exact: true, includeSearch: false }}>
        {text}
      </Link>
    ))}
  </nav>
);
