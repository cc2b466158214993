import type { IOptions } from 'sanitize-html';
import { usualBounds, withinBounds } from './read-html.ts';
import { sanitizer } from './sanitise.ts';
import { withNotice } from './shown-html.ts';

const mebibyte = 1_048_576;

/** The size limit of all pictures of a page, in bytes. */
export const maxPictureBytes = 10 * mebibyte;

const base64Growth = 1.4;

const layout = (
  'table thead tbody tfoot tr td th caption colgroup col div span p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd b strong i em u s strike ' +
  'small big sub sup font center blockquote pre code img style section article header footer main figure figcaption address q tt abbr'
).split(' ');
const attributes = (
  'style class id align valign width height bgcolor color border cellpadding cellspacing colspan rowspan dir lang title alt face size ' +
  'type start value nowrap hspace vspace hidden'
).split(' ');

const ownPicture = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z\d+/=\s]*$/i;

/**
 * Returns a function that prepares a stranger's HTML parts for a sandbox without scripts and network: it
 * removes external addresses and shows where links lead. All parts share the bounds; the rest is cut, with a
 * notice.
 * @param pictures addresses of the mail's own pictures, by their Content-ID
 */
export const mailPage = (pictures: ReadonlyMap<string, string>): ((html: string) => string) => {
  const left = {
    ...usualBounds,
    characters: 16 * mebibyte,
    pictures: maxPictureBytes * base64Growth,
  };
  const source = (src: string | undefined): string | undefined => {
    const address = src?.startsWith('cid:') ? pictures.get(decodeCid(src)) : src;
    if (address === undefined || !ownPicture.test(address) || address.length > left.pictures)
      return undefined;
    // A picture may occur in the text more than once.
    left.pictures -= address.length;
    return address;
  };
  return (given) => {
    const { html, isCut, elements } = withinBounds(given, left);
    left.elements = Math.max(0, left.elements - elements);
    left.characters -= html.length;
    const safe = withSafeStyles(sanitizer()(html, optionsOf(source)));
    return withNotice(safe, isCut);
  };
};

const optionsOf = (source: (src: string | undefined) => string | undefined): IOptions => ({
  allowedTags: layout,
  allowedAttributes: { '*': attributes, img: [...attributes, 'src'] },
  allowedSchemes: [],
  allowedSchemesByTag: { img: ['data'] },
  allowVulnerableTags: true,
  parseStyleAttributes: false,
  nonTextTags: ['script', 'textarea', 'option', 'noscript', 'title', 'template', 'iframe'],
  transformTags: {
    '*': (tagName, { style, hidden, ...rest }) => ({
      tagName,
      attribs: {
        ...rest,
        ...(style !== undefined && { style: withoutAddresses(style) }),
        // Empty attributes are removed.
        ...(hidden !== undefined && { hidden: 'hidden' }),
      },
    }),
    a: (_, { href = '' }) => ({
      tagName: 'span',
      attribs: { title: href.slice(0, 2_000), style: 'text-decoration:underline' },
    }),
    img: (tagName, { src, style, ...rest }) => {
      const shown = source(src);
      return {
        tagName,
        attribs: {
          ...rest,
          ...(style !== undefined && { style: withoutAddresses(style) }),
          ...(shown !== undefined && { src: shown }),
        },
      };
    },
  },
});

const decodeCid = (src: string): string => {
  const id = src.slice('cid:'.length);
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
};

const maxPasses = 5;

/** Removes what a style would load; a style that hides it repeatedly becomes empty. */
export const withoutAddresses = (style: string): string => {
  let safe = style.replaceAll('\\', '');
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const next = safe
      .replaceAll(/@import[^;]{0,2000};?/gi, '')
      .replaceAll(/url\s{0,9}\([^)]{0,2000}\)?|image-set\s{0,9}\([^)]{0,2000}\)?/gi, 'none');
    if (next === safe) return safe;
    safe = next;
  }
  return '';
};

/** Removes what the closed `style` elements of sanitised HTML would load. */
const withSafeStyles = (html: string): string => {
  const [first = '', ...others] = html.split('<style');
  const safe = others.map((piece) => {
    const end = piece.indexOf('</style>');
    return end === -1 ? '>' : `<style${withoutAddresses(piece.slice(0, end))}${piece.slice(end)}`;
  });
  return [first, ...safe].join('');
};
