import { sanitizer } from '../../text/html.ts';
import { escapeHtml } from '../../text/plain-text.ts';
import { decodedText } from './body.ts';
import { type Part, splitMail } from './mime.ts';

/** The most that the pictures of a page have, in bytes. */
const maxPictureBytes = 10 * 1_048_576;

const base64Growth = 1.4;

const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/jpg', 'image/gif', 'image/webp']);

const layout = (
  'table thead tbody tfoot tr td th caption colgroup col div span p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd b strong i em u s strike ' +
  'small big sub sup font center blockquote pre code img style section article header footer main figure figcaption address q tt abbr'
).split(' ');
const attributes = (
  'style class id align valign width height bgcolor color border cellpadding cellspacing colspan rowspan dir lang title alt face size ' +
  'type start value nowrap hspace vspace'
).split(' ');

/**
 * A mail as its program shows it, for a sandbox without scripts and network: its own pictures are
 * in it, addresses outside are removed, and links show where they lead. A mail without HTML is its
 * text. Throws if nothing can be made of it.
 */
export const originalPage = async (raw: Buffer): Promise<string> => {
  const mail = await splitMail(raw);
  const pictures = picturesOf(mail);
  const body = shownParts(mail)
    .map((part) =>
      part.type === 'text/html' ? safeHtml(decodedText(part), pictures) : plain(part),
    )
    .join('<hr>');
  return `<!doctype html>\n<html lang="pt-BR"><head><meta charset="utf-8"><title>E-mail original</title></head><body>\n${body}\n</body></html>\n`;
};

const plain = (part: Part): string =>
  `<pre style="white-space:pre-wrap">${escapeHtml(decodedText(part))}</pre>`;

/** The text parts as a program shows them: of alternatives the last one. */
const shownParts = (part: Part): Part[] => {
  if (part.type === 'multipart/alternative') {
    const shown = part.parts.map(shownParts).filter((parts) => parts.length > 0);
    return shown.at(-1) ?? [];
  }
  if (part.parts.length > 0) return part.parts.flatMap(shownParts);
  const isText = part.type === 'text/html' || part.type === 'text/plain';
  return isText && part.disposition !== 'attachment' ? [part] : [];
};

/**
 * The pictures that the mail shows in its text, by their Content-ID, as addresses; those beyond the
 * limit are left out.
 */
const picturesOf = (mail: Part): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  let left = maxPictureBytes;
  const add = ({ contentId, type, bytes, parts }: Part): void => {
    for (const part of parts) add(part);
    if (contentId === undefined || !pictureTypes.has(type) || bytes.length > left) return;
    left -= bytes.length;
    found.set(contentId, `data:${type};base64,${Buffer.from(bytes).toString('base64')}`);
  };
  add(mail);
  return found;
};

const ownPicture = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z\d+/=\s]*$/i;

const safeHtml = (html: string, pictures: ReadonlyMap<string, string>): string => {
  // A picture may stand in the text more than once.
  let left = maxPictureBytes * base64Growth;
  const source = (src: string | undefined): string | undefined => {
    const address = src?.startsWith('cid:') ? pictures.get(decodeCid(src)) : src;
    if (address === undefined || !ownPicture.test(address) || address.length > left)
      return undefined;
    left -= address.length;
    return address;
  };
  const safe = sanitizer()(html, {
    allowedTags: layout,
    allowedAttributes: { '*': attributes, img: [...attributes, 'src'] },
    allowedSchemes: [],
    allowedSchemesByTag: { img: ['data'] },
    allowVulnerableTags: true,
    parseStyleAttributes: false,
    nonTextTags: ['script', 'textarea', 'option', 'noscript', 'title', 'template', 'iframe'],
    transformTags: {
      '*': (tagName, { style, ...rest }) => ({
        tagName,
        attribs: style === undefined ? rest : { ...rest, style: withoutAddresses(style) },
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
  return withSafeStyles(safe);
};

const decodeCid = (src: string): string => {
  const id = src.slice('cid:'.length);
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
};

/** A style without what it would load. */
const withoutAddresses = (style: string): string =>
  style
    .replaceAll(/\\/g, '')
    .replaceAll(/@import[^;]{0,2000};?/gi, '')
    .replaceAll(/url\s{0,9}\([^)]{0,2000}\)?|image-set\s{0,9}\([^)]{0,2000}\)?/gi, 'none');

/** The elements `style` of sanitised HTML, where each is closed, without what they would load. */
const withSafeStyles = (html: string): string => {
  const [first = '', ...others] = html.split('<style');
  const safe = others.map((piece) => {
    const end = piece.indexOf('</style>');
    return end === -1 ? '>' : `<style${withoutAddresses(piece.slice(0, end))}${piece.slice(end)}`;
  });
  return [first, ...safe].join('');
};
