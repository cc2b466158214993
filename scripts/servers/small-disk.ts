import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stopProcess } from './local-server.ts';

/** A user and a group, by number. */
export interface User {
  uid: number;
  gid: number;
}

/**
 * A file system of its own over a folder (Linux), for the programs that are run within. It stays as
 * it is when they end.
 */
interface SmallDisk {
  /** The folder's path for other programs. */
  outside: string;
  /**
   * The command that runs another one within, as root there, or as this user: only root has another
   * to offer than itself.
   */
  within: (command: readonly string[], user?: User) => [string, ...string[]];
  close: () => Promise<void>;
}

/**
 * Mounts a file system of memory over `folder`, in a mount namespace of its own, with these
 * options: `size=3m,ro`.
 */
export const openSmallDisk = async (folder: string, options: string): Promise<SmallDisk> => {
  const root = process.getuid?.() === 0;
  const script = 'mount -t tmpfs -o "$1" none "$0" && echo mounted && exec sleep infinity';
  const holder = spawn(
    'unshare',
    [...(root ? [] : ['--map-root-user']), '--mount', 'sh', '-c', script, folder, options],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const refused = once(holder, 'exit').then(() => {
    throw new Error(`no file system could be mounted over ${folder}`);
  });
  await Promise.race([once(holder.stdout, 'data'), refused]);
  // Once it is mounted, the end of what holds it is no failure.
  refused.catch(() => undefined);
  const enter = ['nsenter', '--target', String(holder.pid), '--mount', '--wd'] as const;
  return {
    outside: join(`/proc/${holder.pid}/root`, folder),
    within: (command, user) =>
      root
        ? [...enter, ...(user ? setUser(user) : []), '--', ...command]
        : [...enter, ...sameUser, '--', ...(user ? mapUser(user) : []), ...command],
    close: () => stopProcess(holder, 'SIGTERM'),
  };
};

const setUser = ({ uid, gid }: User) => [`--setuid=${uid}`, `--setgid=${gid}`];

const sameUser = ['--user', '--preserve-credentials'];

/** From the root of the namespace back to oneself, because some programs refuse root. */
const mapUser = ({ uid, gid }: User) => [
  'unshare',
  '--user',
  `--map-user=${uid}`,
  `--map-group=${gid}`,
  '--',
];
