import { domainToUnicode } from 'node:url';
import { LinkifyIt } from 'linkify-it';
import topLevelDomains from 'tlds' with { type: 'json' };
import { readHtml, usualBounds } from '../markup/read-html.ts';
import { messageText } from '../markup/text.ts';

// Mail programs also link addresses in plain text, even without a scheme if they end in a top-level domain.
const linkFinder = new LinkifyIt({ fuzzyLink: true, tlds: [...topLevelDomains] });
const isTopLevel = new Set(topLevelDomains);
/** The maximum length of the HTML and the text that is read. */
const maxLength = 20_000;
const maxText = 40_000;

/** Normalises host names as mail programs do: NFKC, with the full stops of other scripts replaced. */
const normalForm = (text: string): string =>
  text.normalize('NFKC').replaceAll(/[\u3002\uff61]/g, '.');

/** Finds words with dots that end in a top-level domain. */
const hostsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}.-]+/u)
    .map((word) => word.split('.').filter((label) => label !== ''))
    .filter((labels) => labels.length > 1 && isTopLevel.has(domainToUnicode(labels.at(-1) ?? '')))
    .map((labels) => labels.join('.'));

/**
 * Returns the hosts and e-mail addresses that HTML links to, by `href` or as text. An empty string means an
 * invalid URL, a mailto without a recipient, or HTML too long to read completely.
 */
export const linkTargetsOf = (html: string): Set<string> => {
  const { urls, end } = hrefsIn(html);
  const whole = messageText(html.slice(0, end), Number.POSITIVE_INFINITY);
  const unread = end < html.length || whole.length > maxText ? [''] : [];
  const text = normalForm(whole.slice(0, maxText));
  const found = (linkFinder.match(text) ?? []).map(({ url }) => url);
  // The text repeats each `href`, and e-mail addresses without their scheme.
  let rest = text;
  for (const url of new Set(urls)) {
    const shown = normalForm(url.replace(/^mailto:/i, ''));
    if (shown !== '') rest = rest.replaceAll(shown, ' ');
  }
  for (const { index, lastIndex } of linkFinder.match(rest) ?? []) {
    rest = rest.slice(0, index) + ' '.repeat(lastIndex - index) + rest.slice(lastIndex);
  }
  return new Set([...unread, ...[...urls, ...found].flatMap(targetsOf), ...hostsIn(rest)]);
};

const hrefsIn = (html: string): { urls: string[]; end: number } => {
  const urls: string[] = [];
  const onOpen = (_name: string, { href }: Record<string, string>) => {
    if (href !== undefined) urls.push(href);
  };
  const { end } = readHtml(html, { onOpen }, { ...usualBounds, characters: maxLength });
  return { urls, end };
};

/** Returns true if a link in the HTML is no valid URL; sanitising removes it. */
export const hasBrokenLink = (html: string): boolean =>
  hrefsIn(html).urls.some((url) => !URL.canParse(url));

const recipientFields = new Set(['to', 'cc', 'bcc']);

const targetsOf = (link: string): string[] => {
  if (!URL.canParse(link)) return [''];
  const url = new URL(link);
  if (url.protocol !== 'mailto:') return [url.hostname];
  const recipients = [...url.searchParams]
    .filter(([name]) => recipientFields.has(name.toLowerCase()))
    .map(([, value]) => value);
  const addresses = [decoded(url.pathname), ...recipients]
    .flatMap((list) => list.split(','))
    .map((address) => address.trim().toLowerCase())
    .filter((address) => address !== '');
  return addresses.length > 0 ? addresses : [''];
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

export interface AllowedLinks {
  /** Allowed hosts, with their subdomains and e-mail addresses. */
  hosts: readonly string[];
  /** Exact targets from {@link linkTargetsOf}. */
  targets: ReadonlySet<string>;
}

export const hasOnlyAllowedLinks = (html: string, { hosts, targets }: AllowedLinks): boolean =>
  [...linkTargetsOf(html)].every((target) => {
    if (targets.has(target)) return true;
    const host = target.slice(target.lastIndexOf('@') + 1);
    return hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`));
  });
