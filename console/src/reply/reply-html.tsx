import { useLayoutEffect, useRef } from 'react';
import styles from './reply-html.module.css';
import { asHtml, safeFragment } from './safe-html.ts';

/** A reply, plain text or HTML, which is sanitised once more here. */
export const ReplyHtml = ({ html }: { html: string }) => {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const fragment = safeFragment(asHtml(html));
    for (const link of fragment.querySelectorAll('a')) {
      link.target = '_blank';
      link.rel = 'noreferrer';
    }
    place.current?.replaceChildren(fragment);
  }, [html]);
  return <div ref={place} className={styles.html} />;
};
