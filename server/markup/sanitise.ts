import { createRequire } from 'node:module';
import type { Attributes, IOptions } from 'sanitize-html';
import { escapeHtml } from '../text/plain-text.ts';
import { usualBounds } from './read-html.ts';
import { safeLink } from './safe-link.ts';
import { shownHtml, withNotice } from './shown-html.ts';

const require = createRequire(import.meta.url);

/**
 * Returns the HTML sanitiser. It is loaded at its first use, because it takes 4 MB and many processes never
 * need it.
 */
export const sanitizer = (): typeof import('sanitize-html') => require('sanitize-html');

const allowedTags = [
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
];

const options = {
  allowedTags,
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: 20,
  transformTags: {
    a: (tagName: string, { href, ...others }: Attributes) => {
      const link = href === undefined ? undefined : safeLink(href);
      const attribs = { ...(link !== undefined && { href: link }), ...others };
      return { tagName, attribs: { ...attribs, rel: 'noopener noreferrer nofollow' } };
    },
  },
};

/**
 * Sanitises the HTML of a reply: keeps text, lists, emphasis and http, https and mailto links. A second call
 * changes nothing.
 */
export const safeReplyHtml = (html: string): string => sanitized(html, options);

/**
 * Sanitises an agent's text like {@link safeReplyHtml}, but keeps pictures of the ticket's files, `<img
 * src="cid:anexo-<id>">`.
 * @param isKept returns true if the file with an id exists
 */
export const safePicturedHtml = (html: string, isKept = (_id: number) => true): string =>
  sanitized(html, {
    ...options,
    allowedTags: [...allowedTags, 'img'],
    allowedAttributes: { ...options.allowedAttributes, img: ['src', 'alt'] },
    allowedSchemesByTag: { img: ['cid'] },
    transformTags: {
      ...options.transformTags,
      // Code that looks for pictures in sanitised HTML expects `src` first.
      img: (tagName, { src = '', alt }) => ({
        tagName,
        attribs: { src, ...(alt !== undefined && { alt }) },
      }),
    },
    exclusiveFilter: ({ tag, attribs: { src = '' } }) => {
      const [, id] = /^cid:anexo-(\d{1,10})$/.exec(src) ?? [];
      return tag === 'img' && !(id !== undefined && isKept(Number(id)));
    },
  });

/** Sanitises the HTML of a quick reply, which may also have tables, headings and anchors. */
export const safeQuickReplyHtml = (html: string): string =>
  sanitized(html, {
    allowedTags: [...sanitizer().defaults.allowedTags, 'h1', 'h2', 'u'],
    allowedAttributes: { a: ['href', 'name', 'target', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: 50,
  });

/** Returns the ids of the files whose pictures are in sanitised HTML. */
export const picturesIn = (html: string): number[] =>
  [...html.matchAll(/<img src="cid:anexo-(\d{1,10})"/g)].map(([, id]) => Number(id));

/** Replaces the pictures in sanitised HTML by their addresses. */
export const withPictures = (html: string, addresses: ReadonlyMap<number, string>): string =>
  html.replaceAll(/<img src="cid:anexo-(\d{1,10})"/g, (_, id) => {
    const address = addresses.get(Number(id)) ?? '';
    return `<img src="${escapeHtml(address)}"`;
  });

/** Sanitises what a browser shows of HTML; a removed block element becomes a line break. */
const sanitized = (html: string, rules: IOptions & { allowedTags: string[] }): string => {
  const { html: shown, isCut } = shownHtml(html, new Set(rules.allowedTags), usualBounds);
  return withNotice(sanitizer()(shown, rules).trim(), isCut);
};

/** Returns the text of sanitised HTML, with its entities. */
export const withoutTags = (html: string): string => sanitizer()(html, { allowedTags: [] });

/** Returns true if sanitised HTML contains a letter or a digit. */
export const hasText = (html: string): boolean => /[\p{L}\p{N}]/u.test(withoutTags(html));
