import { Link } from '@tanstack/react-router';
import { shell } from '../texts/shell.ts';
import styles from './shell.module.css';

const Sorry = ({ title, text }: { title: string; text: string }) => (
  <div className={styles.sorry}>
    <h1 tabIndex={-1}>{title}</h1>
    <p>{text}</p>
    <Link to="/">{shell.toStart}</Link>
  </div>
);

/** Instead of a screen that the person's role may not see. */
export const Refused = () => <Sorry title={shell.refused} text={shell.refusedWhy} />;

/** Instead of a screen that does not exist. */
export const NotFound = () => <Sorry title={shell.notFound} text={shell.notFoundWhy} />;
