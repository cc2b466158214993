import { createRequire } from 'node:module';
import type { Attributes, IOptions } from 'sanitize-html';
import { usualBounds } from './read-html.ts';
import { safeLink } from './safe-link.ts';
import { shownHtml, withNotice } from './shown-html.ts';

const require = createRequire(import.meta.url);

/**
 * The library that sanitises HTML. Loaded at its first use: it takes 4 MB, and many processes never
 * meet HTML.
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
 * Sanitises the HTML of a reply: keeps text, lists, emphasis and http, https and mailto links.
 * Sanitising twice changes nothing.
 */
export const safeReplyHtml = (html: string): string => sanitized(html, options);

/**
 * As {@link safeReplyHtml}, for what an agent writes: pictures of files on the ticket stay,
 * `<img src="cid:anexo-<id>">`.
 *
 * @param isKept whether the file with an id is there
 */
export const safePicturedHtml = (html: string, isKept = (_id: number) => true): string =>
  sanitized(html, {
    ...options,
    allowedTags: [...allowedTags, 'img'],
    allowedAttributes: { ...options.allowedAttributes, img: ['src', 'alt'] },
    allowedSchemesByTag: { img: ['cid'] },
    transformTags: {
      ...options.transformTags,
      // Those who look for pictures in sanitised HTML expect `src` first.
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

/** Sanitises the HTML of a quick reply, which may have tables, headings and anchors too. */
export const safeQuickReplyHtml = (html: string): string =>
  sanitized(html, {
    allowedTags: [...sanitizer().defaults.allowedTags, 'h1', 'h2', 'u'],
    allowedAttributes: { a: ['href', 'name', 'target', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: 50,
  });

/** The ids of the files whose pictures stand in sanitised HTML. */
export const picturesIn = (html: string): number[] =>
  [...html.matchAll(/<img src="cid:anexo-(\d{1,10})"/g)].map(([, id]) => Number(id));

/** Sanitises what a browser shows of HTML. Where an element goes that is a block, a line ends. */
const sanitized = (html: string, rules: IOptions & { allowedTags: string[] }): string => {
  const { html: shown, isCut } = shownHtml(html, new Set(rules.allowedTags), usualBounds);
  return withNotice(sanitizer()(shown, rules).trim(), isCut);
};

/** The text of sanitised HTML, with its entities. */
export const withoutTags = (html: string): string => sanitizer()(html, { allowedTags: [] });

/** Whether sanitised HTML contains a letter or a digit. */
export const hasText = (html: string): boolean => /[\p{L}\p{N}]/u.test(withoutTags(html));
