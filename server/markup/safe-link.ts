/** The fields that a mailto link may set; further recipients (RFC 6068) are not among them. */
const mailFields = new Set(['subject', 'body']);

/**
 * Returns a link's address in its serialised form, so that every program reads the same host; undefined if
 * it is no complete URL.
 */
export const safeLink = (href: string): string | undefined => {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  if (url.protocol !== 'mailto:') return url.href;
  const fields = [...url.searchParams]
    .filter(([name]) => mailFields.has(name.toLowerCase()))
    .map(([name, value]) => `${name.toLowerCase()}=${encodeURIComponent(shown(name, value))}`);
  const address = url.pathname.replaceAll('\\', '%5C');
  return `mailto:${address}${fields.length > 0 ? `?${fields.join('&')}` : ''}`;
};

/** Keeps a subject on one line, because some programs treat the next line as a header. */
const shown = (name: string, value: string): string =>
  name.toLowerCase() === 'subject' ? value.replaceAll(/\s/g, ' ') : value;
