import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import { Marked } from '../ui/format/marked.tsx';
import styles from './reply-html.module.css';

/** A reply, plain text or HTML. The browser sanitises it again. It may contain `mark` elements. */
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

/** Matches a picture in a reply: a file of its ticket, under the service's name or the page's address. */
const picture = /^(?:cid:anexo-(\d{1,10})|\/console\/attachments\/(\d{1,10})\/download)$/;

/** The sanitised HTML of a reply. */
export const safeFragment = (html: string, ...ADD_TAGS: string[]): DocumentFragment => {
  const safe = DOMPurify.sanitize(html, { ...kept, ADD_TAGS, RETURN_DOM_FRAGMENT: true });
  // The images are rewritten before they join the page, which would load them.
  for (const image of safe.querySelectorAll('img')) {
    const [, named, loaded] = picture.exec(image.getAttribute('src') ?? '') ?? [];
    const id = named ?? loaded;
    if (id === undefined) image.remove();
    else image.setAttribute('src', `/console/attachments/${id}/download`);
  }
  return document.importNode(safe, true);
};

/** The HTML of a reply, with the service's names for its pictures. */
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

/** Turns text into HTML; a blank line starts a new paragraph. */
export const paragraphs = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('');

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

const looksLikeHtml = /<[a-z!/]/i;

/** Turns a stored text, plain or HTML, into HTML. */
export const asHtml = (text: string): string =>
  looksLikeHtml.test(text) ? text : paragraphs(text);

/** Web addresses; those of links in HTML mails are in brackets behind the link's text. */
const addresses = /(\[https?:\/\/[^\s\]]+\]|\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/;

/** An address of a link as an agent reads it: only where it leads. */
const shownOf = (part: string): string => {
  const [, host] = /^\[https?:\/\/(?:www\.)?([^/?#]+)/.exec(part) ?? [];
  return host === undefined ? part : `(${host})`;
};

/** Plain text with the searched words marked. Web addresses become links without a referrer. */
export const PlainText = ({ text, search }: { text: string; search?: string }) => (
  <div className={styles.text}>
    {text.split(addresses).map((part, index) =>
      index % 2 === 0 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
        <Marked key={index} text={part} search={search} />
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
        <a key={index} href={part.replaceAll(/^\[|\]$/g, '')} target="_blank" rel="noreferrer">
          {shownOf(part)}
        </a>
      ),
    )}
  </div>
);
