import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stopProcess } from './local-server.ts';

/** A user and a group, by number. */
export interface User {
  uid: number;
  gid: number;
}

/** A small file system mounted over a folder (Linux), which only programs that are run within it see. */
interface SmallDisk {
  /** The folder's path for programs outside the mount. */
  outside: string;
  /**
   * Wraps a command so that it runs within the mount, as root or as this user; only root can choose another
   * user.
   */
  within: (command: readonly string[], user?: User) => [string, ...string[]];
  close: () => Promise<void>;
}

/**
 * Mounts an in-memory file system over `folder` in its own mount namespace, with options such as
 * `size=3m,ro`.
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
  // After the mount, the end of the program that holds it is not a failure.
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

/** Maps root of the namespace back to the user, because some programs refuse root. */
const mapUser = ({ uid, gid }: User) => [
  'unshare',
  '--user',
  `--map-user=${uid}`,
  `--map-group=${gid}`,
  '--',
];
