import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSubject } from '../shell/title.ts';
import { ticketTexts as texts } from './texts.ts';
import styles from './ticket.module.css';

/** The header of an open entry: its subject, which takes the focus, some facts, and the actions. */
export const OpenHeader = ({
  list,
  subject,
  facts,
  children,
}: {
  /** The address of the list that the entry closes to. */
  list: string;
  subject: string;
  facts: ReactNode;
  children: ReactNode;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = subject || texts.noSubject;
  useSubject(shown);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header className={`line ${styles.header}`}>
      {/* Where the list is not seen. */}
      <Link to={list} search className={`button icon ${styles.back}`}>
        <ArrowLeft size={18} />
        <span className="hidden">{texts.back}</span>
      </Link>
      <div className={styles.title}>
        <h1 ref={heading} tabIndex={-1}>
          {shown}
        </h1>
        <p className={`line small ${styles.facts}`}>{facts}</p>
      </div>
      <div className={`line ${styles.acts}`}>{children}</div>
    </header>
  );
};
