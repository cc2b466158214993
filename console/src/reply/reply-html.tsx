import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import { Marked } from '../ui/format/marked.tsx';
import styles from './reply-html.module.css';

/** A reply, plain text or HTML, which is sanitised once more here. Parts may be marked. */
export const ReplyHtml = ({ html }: { html: string }) => {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const fragment = safeFragment(asHtml(html), 'mark');
    for (const link of fragment.querySelectorAll('a')) {
      link.target = '_blank';
      link.rel = 'noreferrer';
    }
    place.current?.replaceChildren(fragment);
  }, [html]);
  return <div ref={place} className={styles.html} />;
};

// The elements that the service allows in replies.
const kept = {
  ALLOWED_TAGS: [
    'p',
    'br',
    'b',
    'strong',
    'i',
    'em',
    'u',
    'ul',
    'ol',
    'li',
    'a',
    'blockquote',
    'code',
    'pre',
    'h2',
    'h3',
    'h4',
    'hr',
    'img',
    '#text',
  ],
  ALLOWED_ATTR: ['href', 'src', 'alt'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|cid):|^\/console\//i,
};

/** A picture of a reply is a file of its ticket, as the service names it and as the page loads it. */
const picture = /^(?:cid:anexo-(\d{1,10})|\/console\/attachments\/(\d{1,10})\/download)$/;

/** The safe part of the HTML of a reply. */
export const safeFragment = (html: string, ...ADD_TAGS: string[]): DocumentFragment => {
  const safe = DOMPurify.sanitize(html, { ...kept, ADD_TAGS, RETURN_DOM_FRAGMENT: true });
  // Before they are part of the page, which would load them.
  for (const image of safe.querySelectorAll('img')) {
    const [, named, loaded] = picture.exec(image.getAttribute('src') ?? '') ?? [];
    const id = named ?? loaded;
    if (id === undefined) image.remove();
    else image.setAttribute('src', `/console/attachments/${id}/download`);
  }
  return document.importNode(safe, true);
};

/** The HTML of a reply with its pictures as the service names them. */
export const withContentIds = (html: string): string =>
  html.replaceAll(
    /(<img [^>]*src=")\/console\/attachments\/(\d{1,10})\/download"/g,
    '$1cid:anexo-$2"',
  );

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text as HTML: a blank line starts a paragraph. */
export const paragraphs = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('');

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

const looksLikeHtml = /<[a-z!/]/i;

/** A stored text, plain or HTML, as HTML. */
export const asHtml = (text: string): string =>
  looksLikeHtml.test(text) ? text : paragraphs(text);

const addresses = /(\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/;

/**
 * A text as it was written, with the words of a search marked; addresses of the web are links that
 * do not say where they come from.
 */
export const PlainText = ({ text, search }: { text: string; search?: string | undefined }) => (
  <div className={styles.text}>
    {text.split(addresses).map((part, index) =>
      index % 2 === 0 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
        <Marked key={index} text={part} search={search} />
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
        <a key={index} href={part} target="_blank" rel="noreferrer">
          {part}
        </a>
      ),
    )}
  </div>
);
