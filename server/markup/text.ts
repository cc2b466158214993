import { convert, type DomNode, type FormatCallback } from 'html-to-text';
import { cutNotice, readHtml, usualBounds } from './read-html.ts';
import { type ShownHtml, shownHtml } from './shown-html.ts';

const looksLikeHtml = /<[a-z!/]/i;

/** Empties attributes that contain files, such as images: the text may come after megabytes of them. */
export const withoutFiles = (html: string): string =>
  html.replaceAll(/(["'])data:[^"']*\1/gi, '$1$1');

/** Returns the beginning and the end of a message's text, HTML or plain, about `max` characters in total. */
export const messageText = (body: string, max: number): string => {
  const cut = shorten(body, Math.min(4 * max, usualBounds.characters));
  const text = looksLikeHtml.test(cut) ? noticed(htmlText(cut)) : cut;
  return shorten(visible(text).trim(), max);
};

/** Ends a table cell with a tab; a cell with one paragraph stays on its row's line. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(contentsOf(element.children), builder);
  builder.addLiteral('\t');
};

const contentsOf = (nodes: DomNode[] = []): DomNode[] => {
  const [only, ...others] = nodes.filter(({ type, data }) => type !== 'text' || data?.trim());
  return others.length === 0 && only?.name === 'p' ? contentsOf(only.children) : nodes;
};

/** The maximum depth of marked quotations and lists: each level copies all lines inside it. */
const maxMarks = 8;
/** The largest number that html-to-text writes in Roman letters. */
const maxRoman = 3_999;

/** Returns formatters for elements that mark their lines, for one text. */
const marking = (): Record<string, FormatCallback> => {
  let marks = 0;
  const marked =
    (format: string, beyond: FormatCallback): FormatCallback =>
    (element, walk, builder, options) => {
      marks += 1;
      const write = marks > maxMarks ? beyond : builder.options.formatters?.[format];
      write?.(element, walk, builder, options);
      marks -= 1;
    };
  const numbered = marked('orderedList', eachUnmarked);
  return {
    quotation: marked('blockquote', unmarked),
    list: marked('unorderedList', eachUnmarked),
    numberedList: (element, ...rest) => {
      const { attribs, children = [] } = element;
      const last = Number(attribs?.start ?? 1) + children.length;
      if (attribs && last > maxRoman) attribs.type = '1';
      numbered(element, ...rest);
    },
  };
};

const unmarked: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(element.children ?? [], builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const eachUnmarked: FormatCallback = (element, walk, builder, options) => {
  for (const child of element.children ?? [])
    unmarked({ ...element, children: [child] }, walk, builder, options);
};

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Elements that are more than a text with breaks. */
const kept = new Set([...headings, ...'p br hr pre a ul ol li blockquote td th'.split(' ')]);

const selectors = [
  { selector: 'blockquote', format: 'quotation' },
  { selector: 'ul', format: 'list' },
  { selector: 'ol', format: 'numberedList' },
  { selector: 'a', format: 'link' },
  { selector: 'td', format: 'cell' },
  { selector: 'th', format: 'cell' },
  ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
];

/** Formats a link, with its address unless the text equals it. */
const link: FormatCallback = ({ attribs, children = [] }, walk, builder) => {
  let text = '';
  builder.pushWordTransform((word) => {
    text += word;
    return word;
  });
  walk(children, builder);
  builder.popWordTransform();
  const href = attribs?.href?.replace(/^mailto:/i, '') ?? '';
  if (href === '' || href.startsWith('#') || bare(href) === bare(text)) return;
  builder.addInline(`${text === '' ? '' : ' '}[${href}]`, { noWordTransform: true });
};

/** Removes the parts of an address that people omit. */
const bare = (address: string): string => {
  const all = address
    .replaceAll(/\s/g, '')
    .toLowerCase()
    .replace(/^(?:mailto:|https?:\/\/)?(?:www\.)?/, '')
    .replace(/\/$/, '');
  return /^(?:tel:)?[\d()+.-]{6,30}$/.test(all) ? all.replaceAll(/\D/g, '') : all;
};

interface HtmlText extends Omit<ShownHtml, 'html'> {
  text: string;
}

/**
 * Returns the text of HTML: each table row on a line, with tabs between cells.
 * @param elements the maximum of elements that are read
 */
export const htmlText = (html: string, elements = usualBounds.elements): HtmlText => {
  const { html: shown, ...rest } = shownHtml(html, kept, { ...usualBounds, elements });
  return { ...rest, text: converted(shown, false) };
};

/**
 * Returns the text of HTML with lines of at most 78 characters, for the plain-text part of a mail; `false`
 * does not wrap lines.
 */
export const plainText = (html: string, wordwrap: number | false = 78): string => {
  const { html: shown, isCut } = shownHtml(html, kept, usualBounds);
  return noticed({ text: converted(shown, wordwrap), isCut });
};

const converted = (html: string, wordwrap: number | false): string =>
  convert(html, {
    wordwrap,
    selectors,
    formatters: { ...marking(), cell, link },
  })
    .replaceAll(/\t{1,99}(?=\n|$)|(?<=^|\n)\t{1,99}/g, '')
    .replaceAll(/\n{3,}/g, '\n\n');

const noticed = ({ text, isCut }: Pick<HtmlText, 'text' | 'isCut'>): string =>
  isCut ? `${text}\n${cutNotice}` : text;

/** Returns the text of HTML with its original white space, and U+2028 where a browser breaks a line. */
export const bareText = (html: string): string =>
  shownHtml(html, new Set(), usualBounds)
    .html.replaceAll('<br>', '\u2028')
    .replaceAll(entity, characterOf);

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;

/** Replaces HTML entities by their characters, because a model may have escaped them twice. */
export const withoutEntities = (text: string): string =>
  text.replaceAll(entity, characterOf).replaceAll(entity, characterOf);

const characterOf = (name: string): string => {
  let character = '';
  const onText = (text: string) => {
    character += text;
    return true;
  };
  readHtml(name, { onText }, usualBounds);
  return character;
};

/** Removes characters that people do not see but a model reads. */
const visible = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/[\p{Cf}\p{Co}\p{Cn}]|(?!\n)\p{Cc}/gu, '');

const shorten = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const end = Math.floor(max / 4);
  return `${withoutHalves(text.slice(0, max - end))}\n${cutNotice}\n${withoutHalves(text.slice(-end))}`;
};

/** Removes half characters at either end, where a text was cut. */
const withoutHalves = (text: string): string =>
  text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
