import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, greets, type LocalServer, stopProcess, waitFor } from './local-server.ts';
import { serverUser } from './postgres.ts';
import { findProgram } from './programs.ts';
import { removeFolder } from './remove-folder.ts';

/** An IMAP server with a mailbox for every address and one password for all of them. */
export interface LocalDovecot extends LocalServer {
  /** Returns the `IMAP_URL` of an address's inbox. */
  inboxOf: (address: string) => string;
  /** The folder of all mails, in which `<domain>/<name>` is a Maildir. */
  mails: string;
  /** Stops the server and its connections. */
  down: () => Promise<void>;
  /** Restarts the server on the same ports with its mails. */
  up: () => Promise<void>;
}

const password = 'segredo';

/** Finds Dovecot (Debian's `dovecot-imapd`) on this machine. */
export const findDovecot = () => findProgram('dovecot', '/usr/sbin');

/**
 * Starts a Dovecot on a free port of the loopback interface, optionally with TLS and a self-signed
 * certificate. As root, it runs as the user `postgres`.
 */
export const startDovecot = async (
  program: string,
  { tls = false }: { tls?: boolean } = {},
): Promise<LocalDovecot> => {
  const directory = mkdtempSync(join(tmpdir(), 'leitor-dovecot-'));
  const owner = serverUser();
  const mails = join(directory, 'mails');
  mkdirSync(mails);
  const port = await freePort();
  if (tls) makeCertificate(directory);
  const file = join(directory, 'dovecot.conf');
  writeFileSync(file, configuration({ directory, mails, port, tls }));
  if (owner) {
    for (const name of ['.', ...readdirSync(directory)]) {
      chownSync(join(directory, name), owner.uid, owner.gid);
    }
  }
  const serve = async () => {
    const child = spawn(program, ['-F', '-c', file], { ...owner, stdio: 'ignore' });
    await waitFor('Dovecot', child, () => greets(port, tls));
    return child;
  };
  let child = await serve();
  const down = () => stopProcess(child, 'SIGTERM');
  return {
    url: `imap://127.0.0.1:${port}`,
    pid: child.pid,
    mails,
    inboxOf: (address) =>
      `${tls ? 'imaps' : 'imap'}://${encodeURIComponent(address)}:${password}@127.0.0.1:${port}/INBOX`,
    down,
    up: async () => {
      child = await serve();
    },
    stop: async () => {
      await down();
      await removeFolder(directory);
    },
  };
};

const makeCertificate = (directory: string): void => {
  const files = `-keyout ${directory}/key.pem -out ${directory}/certificate.pem`;
  const request = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost ${files}`;
  execFileSync('openssl', request.split(' '), { stdio: 'ignore' });
};

const configuration = (at: {
  directory: string;
  mails: string;
  port: number;
  tls: boolean;
}): string => {
  const user = serverUser();
  const uid = user?.uid ?? process.getuid?.();
  const gid = user?.gid ?? process.getgid?.();
  const nameOf = (flag: string) =>
    execFileSync('id', [flag, String(uid)], { encoding: 'utf8' }).trim();
  return `base_dir = ${at.directory}/run
state_dir = ${at.directory}/state
log_path = ${at.directory}/log
protocols = imap
listen = 127.0.0.1
${at.tls ? `ssl = yes\nssl_cert = <${at.directory}/certificate.pem\nssl_key = <${at.directory}/key.pem` : 'ssl = no'}
disable_plaintext_auth = no
default_internal_user = ${nameOf('-un')}
default_internal_group = ${nameOf('-gn')}
default_login_user = ${nameOf('-un')}
default_vsz_limit = 1G
default_process_limit = 100
default_client_limit = 500
first_valid_uid = 1
mail_location = maildir:${at.mails}/%d/%n
mailbox_idle_check_interval = 1 secs
maildir_very_dirty_syncs = no
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${at.mails}/%d/%n
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${at.tls ? 0 : at.port}
  }
  inet_listener imaps {
    port = ${at.tls ? at.port : 0}
    ssl = yes
  }
}
service anvil {
  chroot =
}
`;
};
