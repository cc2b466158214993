/** What an e-mail link may fill in: not who else gets the mail (RFC 6068). */
const mailFields = new Set(['subject', 'body']);

/**
 * The address of a link as its URL serialises, so that every program reads the same host from it;
 * undefined if it is no whole URL.
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

/** A subject is one line: to some programs what follows is a header. */
const shown = (name: string, value: string): string =>
  name.toLowerCase() === 'subject' ? value.replaceAll(/\s/g, ' ') : value;
