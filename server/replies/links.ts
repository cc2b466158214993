import { Parser } from 'htmlparser2';
import { LinkifyIt } from 'linkify-it';
import { messageText } from '../text/html.ts';

// New generic domains that addresses without a scheme often use; setting a list replaces the default one.
const genericDomains = [
  ...[
    'app',
    'blog',
    'click',
    'cloud',
    'club',
    'dev',
    'email',
    'fun',
    'help',
    'icu',
    'link',
    'live',
    'news',
    'online',
  ],
  ...[
    'page',
    'shop',
    'site',
    'space',
    'store',
    'support',
    'tech',
    'top',
    'vip',
    'website',
    'win',
    'world',
    'xyz',
  ],
];

// Mail programs turn addresses in plain text into links too. The first knows countries and the oldest generic domains.
const linkFinders = [
  new LinkifyIt({ fuzzyLink: true }),
  new LinkifyIt({ fuzzyLink: true, tlds: genericDomains }),
];
const maxLength = 20_000;

/**
 * Where the HTML of a message links to: host names, and whole addresses of e-mail links. Reads `href` attributes and addresses in the
 * text. A link that is not a valid URL gives an empty string.
 */
export const linkTargetsOf = (html: string): Set<string> => {
  const read = html.slice(0, maxLength);
  const urls: string[] = [];
  const parser = new Parser({
    onopentag: (_name, { href }) => {
      if (href !== undefined) urls.push(href);
    },
  });
  parser.end(read);
  const text = messageText(read, maxLength);
  for (const finder of linkFinders) {
    for (const { url } of finder.match(text) ?? []) urls.push(url);
  }
  return new Set(urls.flatMap(targetsOf));
};

const targetsOf = (link: string): string[] => {
  if (!URL.canParse(link)) return [''];
  const url = new URL(link);
  if (url.protocol !== 'mailto:') return [url.hostname];
  const recipients = ['to', 'cc', 'bcc'].flatMap((name) => url.searchParams.getAll(name));
  return [decoded(url.pathname), ...recipients]
    .flatMap((list) => list.split(','))
    .map((address) => address.trim().toLowerCase())
    .filter((address) => address !== '');
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Link targets that a reply may have. */
export interface AllowedLinks {
  /** Host names, allowed with their subdomains and the addresses at them. */
  hosts: readonly string[];
  /** Targets as {@link linkTargetsOf} returns them, allowed exactly. */
  targets: ReadonlySet<string>;
}

/** Whether every link in the HTML goes to an allowed target. */
export const hasOnlyAllowedLinks = (html: string, { hosts, targets }: AllowedLinks): boolean =>
  [...linkTargetsOf(html)].every((target) => {
    if (targets.has(target)) return true;
    const host = target.slice(target.lastIndexOf('@') + 1);
    return hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`));
  });
