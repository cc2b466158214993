import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** A file that is sent with a mail. */
interface SendableFile {
  id: number;
  name: string;
  type: string;
  path: string;
  size: number;
}

/** A file of a ticket that can be sent with a mail after its scan. */
type LockedFile = SendableFile & { quarantined: boolean };

const columns = sql.raw('a.id, a.name, a.type, a.path, a.size');

/** The files with these ids that can be downloaded, in the order of the ids. */
export const listSendableFiles = async (
  db: Db,
  ids: readonly number[],
): Promise<SendableFile[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<SendableFile>`
    select ${columns} from attachments a
    where a.id = any (${[...ids]}::integer[]) and a.state = 'ready'
    order by array_position(${[...ids]}::integer[], a.id)`.execute(db);
  return rows;
};

/** The stored files of a ticket with these ids that its team uploaded, locked until the transaction ends. */
export const lockTeamFiles = async (
  tx: Tx,
  ticketId: number,
  ids: readonly number[],
): Promise<LockedFile[]> => {
  const { rows } = await sql<LockedFile>`
    select ${columns}, a.state = 'quarantined' as quarantined
    from attachments a join tickets on tickets.id = a.ticket_id
    left join ticket_messages message on message.id = a.message_id
    where a.ticket_id = ${ticketId} and a.id = any (${[...ids]}::integer[])
      and a.state in ('ready', 'quarantined') and message.origin is distinct from 'requester'
      and (
        a.uploader_email is null
        or a.uploader_email is distinct from tickets.requester_email
        and a.uploader_email is distinct from a.person_email
      )
    for update of a`.execute(tx);
  return rows;
};

/** Lists and locks the stored files of a ticket with these ids, of any uploader. */
export const lockFiles = async (
  tx: Tx,
  ticketId: number,
  ids: readonly number[],
): Promise<LockedFile[]> => {
  const { rows } = await sql<LockedFile>`
    select ${columns}, a.state = 'quarantined' as quarantined from attachments a
    where a.ticket_id = ${ticketId} and a.id = any (${[...ids]}::integer[])
      and a.state in ('ready', 'quarantined')
    for update of a`.execute(tx);
  return rows;
};

/** Attaches files to the message that they are sent with; skips files that already have a message. */
export const updateMessageOfFiles = async (
  tx: Tx,
  messageId: number,
  { ids, shown }: { ids: readonly number[]; shown: readonly number[] },
): Promise<void> => {
  await sql`
    update attachments set message_id = ${messageId}, inline = id = any (${[...shown]}::integer[])
    where id = any (${[...ids]}::integer[]) and message_id is null`.execute(tx);
};

export const listFilesOfMessage = async (
  db: Db,
  messageId: number,
  states: readonly ('ready' | 'quarantined')[] = ['ready', 'quarantined'],
): Promise<number[]> => {
  const rows = await db
    .selectFrom('attachments')
    .select('id')
    .where('message_id', '=', messageId)
    .where('state', 'in', states)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
};
