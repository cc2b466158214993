import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOpenId } from '../ui/state/address.ts';
import styles from './list.module.css';

/** The list of a screen, beside the open entry. */
export const ListPane = ({
  title,
  header,
  children,
}: {
  title: string;
  /** Below the title, in one line with it. */
  header: ReactNode;
  children: ReactNode;
}) => {
  const openId = useOpenId();
  const Heading = openId === undefined ? 'h1' : 'h2';
  return (
    <section
      aria-label={title}
      className={styles.pane}
      data-beside={openId !== undefined || undefined}
    >
      <header className={`line bar between ${styles.header}`}>
        <Heading tabIndex={-1}>{title}</Heading>
        {header}
      </header>
      {children}
    </section>
  );
};

/** What a row shows: its three lines, each with a start and an end. */
export const ListRow = ({
  id,
  path,
  ticketId,
  from,
  when,
  subject,
  marks,
  snippet,
  tags,
}: {
  id: number;
  /** Where it opens, such as `/chamados`. */
  path: string;
  ticketId: number;
  from: ReactNode;
  when: ReactNode;
  subject: ReactNode;
  marks?: ReactNode;
  snippet: ReactNode;
  tags?: ReactNode;
}) => (
  <Link to={`${path}/${id}`} search className={styles.link} data-entry={id}>
    <span className={styles.part}>
      <span className={styles.from}>
        {from}
        <small className="faint">#{ticketId}</small>
      </span>
      {when}
    </span>
    <span className={styles.part}>
      <span className={`clip ${styles.subject}`}>{subject}</span>
    </span>
    <span className={styles.part}>
      <span className={`clip ${styles.snippet}`}>{snippet}</span>
      {tags}
      {marks}
    </span>
  </Link>
);
