import { mailPage, maxPictureBytes } from '../../markup/mail-page.ts';
import { escapeHtml } from '../../text/plain-text.ts';
import { decodedText } from './body.ts';
import { type Part, splitMail } from './mime.ts';

const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/jpg', 'image/gif', 'image/webp']);

/**
 * Builds a mail's page as a mail program shows it, for a sandbox without scripts and network. The page
 * embeds the mail's pictures, has no external addresses, and shows where links lead. A mail without HTML is
 * shown as text. Throws if the mail cannot be parsed.
 */
export const originalPage = (raw: Buffer): string => {
  const mail = splitMail(raw);
  const safe = mailPage(picturesOf(mail));
  const body = shownParts(mail)
    .map((part) => (part.type === 'text/html' ? safe(decodedText(part)) : plain(part)))
    .join('<hr>');
  return `<!doctype html>\n<html lang="pt-BR"><head><meta charset="utf-8"><title>E-mail original</title></head><body>\n${body}\n</body></html>\n`;
};

const plain = (part: Part): string =>
  `<pre style="white-space:pre-wrap">${escapeHtml(decodedText(part))}</pre>`;

/** Returns the text parts that a program shows; of alternatives, the last one. */
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
 * Maps Content-IDs to data addresses of the pictures in the mail's text; pictures over the limit are left
 * out.
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
