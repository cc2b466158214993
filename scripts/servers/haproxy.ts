import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type LocalServer, startServer } from './local-server.ts';
import { findProgram } from './programs.ts';

const published = new URL('../../deploy/haproxy.cfg', import.meta.url);

/** Finds HAProxy on the PATH or in Debian's folder. */
export const findHaproxy = () => findProgram('haproxy', '/usr/sbin');

/**
 * Starts a HAProxy in front of local ports, with `deploy/haproxy.cfg` and other addresses. `edit` may change
 * the configuration.
 */
export const startHaproxy = async (
  program: string,
  ports: number[],
  edit = (cfg: string) => cfg,
): Promise<LocalServer> => {
  const port = await freePort();
  const directory = mkdtempSync(join(tmpdir(), 'leitor-haproxy-'));
  const file = join(directory, 'haproxy.cfg');
  writeFileSync(file, withAddresses(edit(readFileSync(published, 'utf8')), port, ports));
  const url = `http://127.0.0.1:${port}`;
  return startServer({
    name: 'HAProxy',
    program,
    args: ['-db', '-f', file],
    directory,
    url,
    stdio: ['ignore', 'ignore', 'inherit'],
    ready: () => fetch(url),
  });
};

/** Replaces the resolved servers by servers at known addresses and leaves the rest unchanged. */
const withAddresses = (cfg: string, port: number, ports: number[]): string => {
  const replace = (text: string, pattern: RegExp, by: (match: string[]) => string) => {
    if (!pattern.test(text)) throw new Error(`deploy/haproxy.cfg has no ${pattern}`);
    return text.replace(pattern, (...match) => by(match));
  };
  let text = replace(cfg, /^resolvers docker\n(?: .*\n)+/m, () => '');
  text = replace(text, /bind :\d+/, () => `bind 127.0.0.1:${port}`);
  text = replace(text, /^ {2}server-template unready .*$/m, () =>
    ports.map((each, i) => `  server unready${i + 1} 127.0.0.1:${each}`).join('\n'),
  );
  return replace(
    text,
    /^ {2}server-template \S+ \d+ \S+ (.*) resolvers docker init-addr none$/m,
    ([, rules = '']) =>
      ports.map((each, i) => `  server leitor${i + 1} 127.0.0.1:${each} ${rules}`).join('\n'),
  );
};
