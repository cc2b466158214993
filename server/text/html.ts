import { createRequire } from 'node:module';
import { convert, type DomNode, type FormatCallback } from 'html-to-text';
import type { Attributes, IOptions } from 'sanitize-html';

const require = createRequire(import.meta.url);

/**
 * The library that sanitises HTML. Loaded at its first use: it takes 4 MB, and many processes never
 * meet HTML.
 */
export const sanitizer = (): typeof import('sanitize-html') => require('sanitize-html');

const nestingLimit = 20;

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

const options: IOptions = {
  allowedTags,
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template', 'iframe'],
  nestingLimit,
  transformTags: {
    a: (tagName: string, attribs: Attributes) => ({
      tagName,
      attribs: { ...attribs, rel: 'noopener noreferrer nofollow' },
    }),
  },
};

const maxPasses = 5;

/**
 * Sanitises the HTML of a reply: keeps text, lists, emphasis and http, https and mailto links.
 * Sanitising twice changes nothing.
 */
export const safeReplyHtml = (html: string): string => sanitizeUntilStable(html, options);

/**
 * As {@link safeReplyHtml}, for what an agent writes: pictures of files on the ticket stay,
 * `<img src="cid:anexo-<id>">`.
 *
 * @param isKept whether the file with an id is there
 */
export const safePicturedHtml = (html: string, isKept = (_id: number) => true): string =>
  sanitizeUntilStable(html, {
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

/** The ids of the files whose pictures stand in sanitised HTML. */
export const picturesIn = (html: string): number[] =>
  [...html.matchAll(/<img src="cid:anexo-(\d{1,10})"/g)].map(([, id]) => Number(id));

/** Sanitises HTML until another pass changes nothing: removing a tag can create new markup. */
export const sanitizeUntilStable = (html: string, rules: IOptions): string => {
  let safe = html;
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const next = sanitizer()(safe, rules).trim();
    if (next === safe) break;
    safe = next;
  }
  return safe;
};

/** Whether the HTML contains a letter or a digit. */
export const hasText = (html: string): boolean =>
  /[\p{L}\p{N}]/u.test(sanitizer()(html, { allowedTags: [] }));

const looksLikeHtml = /<[a-z!/]/i;

/** How much HTML is read, in characters: elements in elements take quadratic time. */
export const maxHtml = 200_000;

/**
 * Empties attributes that hold files, such as images: the text may stand behind megabytes of them.
 */
export const withoutFiles = (html: string): string =>
  html.replaceAll(/(["'])data:[^"']*\1/gi, '$1$1');

/**
 * The text of a message, HTML or plain, cut to about `max` characters: its beginning and its end.
 */
export const messageText = (body: string, max: number): string => {
  const cut = shorten(body, Math.min(4 * max, maxHtml));
  const text = looksLikeHtml.test(cut) ? htmlText(cut) : cut;
  return shorten(visible(text).trim(), max);
};

/** A cell of a table ends in a tab. One with a single paragraph is on the line of its row. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(contentsOf(element.children), builder);
  builder.addLiteral('\t');
};

const contentsOf = (nodes: DomNode[] = []): DomNode[] => {
  const [only, ...others] = nodes.filter(({ type, data }) => type !== 'text' || data?.trim());
  const isParagraph = only?.name === 'p' || only?.name === 'div';
  return others.length === 0 && isParagraph ? contentsOf(only.children) : nodes;
};

const block = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

/**
 * The text of HTML: a row of a table on a line, its cells with a tab between them. Read at most
 * {@link maxHtml} characters of it.
 */
export const htmlText = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits: { maxDepth: 2 * nestingLimit },
    formatters: { cell },
    selectors: [
      ...['img', 'script', 'style', 'head'].map((selector) => ({ selector, format: 'skip' })),
      ...['table', 'tr'].map((selector) => ({ selector, format: 'block', options: block })),
      ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    ],
  })
    .replaceAll(/\t{1,99}(?=\n|$)|(?<=^|\n)\t{1,99}/g, '')
    .replaceAll(/\n{3,}/g, '\n\n');

/** Removes characters that people do not see but a model reads. */
const visible = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/[\p{Cf}\p{Co}\p{Cn}]|(?!\n)\p{Cc}/gu, '');

const shorten = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const end = Math.floor(max / 4);
  return `${withoutHalves(text.slice(0, max - end))}\n[…]\n${withoutHalves(text.slice(-end))}`;
};

/** Without half of a character at either end, where a text was cut. */
const withoutHalves = (text: string): string =>
  text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
