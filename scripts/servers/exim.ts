import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, greets, type LocalServer, startServer } from './local-server.ts';
import { serverUser } from './postgres.ts';
import { findProgram } from './programs.ts';

/** Finds Exim (Debian's `exim4-daemon-light`) on this machine. */
export const findExim = () => findProgram('exim4', '/usr/sbin');

/**
 * Starts an Exim on a free port of the loopback interface. It delivers mail for the addresses to
 * `<mails>/<domain>/<name>` (Maildir), ignores plus-tags and refuses other addresses. As root, it runs as
 * the user `postgres`.
 */
export const startExim = async (
  program: string,
  { mails, addresses }: { mails: string; addresses: readonly string[] },
): Promise<LocalServer> => {
  const directory = mkdtempSync(join(tmpdir(), 'leitor-exim-'));
  const owner = serverUser();
  const port = await freePort();
  const file = join(directory, 'exim.conf');
  writeFileSync(file, configuration({ directory, mails, addresses, port }));
  if (owner) chownSync(directory, owner.uid, owner.gid);
  return startServer({
    name: 'Exim',
    program,
    args: ['-C', file, '-bdf'],
    directory,
    ...owner,
    url: `smtp://127.0.0.1:${port}`,
    ready: () => greets(port),
  });
};

const configuration = (at: {
  directory: string;
  mails: string;
  addresses: readonly string[];
  port: number;
}): string => {
  const uid = serverUser()?.uid ?? process.getuid?.();
  const nameOf = (flag: string) =>
    execFileSync('id', [flag, String(uid)], { encoding: 'utf8' }).trim();
  const user = nameOf('-un');
  const group = nameOf('-gn');
  const parts = (index: 0 | 1) =>
    [...new Set(at.addresses.map((address) => address.split('@')[index]))].join(' : ');
  return `exim_user = ${user}
exim_group = ${group}
spool_directory = ${at.directory}/spool
log_file_path = ${at.directory}/%slog
pid_file_path = ${at.directory}/pid
primary_hostname = mx.exemplo.com.br
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${at.port}
deliver_drop_privilege = true
keep_environment =
tls_advertise_hosts =
host_lookup =
rfc1413_query_timeout = 0s
message_size_limit = 60M
smtp_accept_max = 100
domainlist ours = ${parts(1)}
acl_smtp_rcpt = recipients
begin acl
recipients:
  accept domains = +ours
         verify = recipient
  deny message = no such mailbox
begin routers
mailboxes:
  driver = accept
  domains = +ours
  local_parts = ${parts(0)}
  local_part_suffix = +*
  local_part_suffix_optional
  transport = maildir
begin transports
maildir:
  driver = appendfile
  directory = ${at.mails}/$domain_data/$local_part_data
  create_directory
  maildir_format
  return_path_add
  user = ${user}
  group = ${group}
begin retry
* * F,1h,1m
`;
};
