import { randomUUID } from 'node:crypto';
import { listSessionsById } from '../../db/sessions/sessions.ts';
import * as team from '../../db/team/team.ts';
import { recordAct } from '../audit/service.ts';
import { higherRole, type Role } from '../config/roles.ts';
import { dayMs } from '../core/civil-time.ts';
import {
  type CheckedContext,
  type Context,
  inTransaction,
  requireRole,
  type TxContext,
} from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { getPage, mapPage, type Page } from '../core/page.ts';
import { requireMail, sendNotice } from '../outbox/notice.ts';
import { endSessionsWithoutRole } from '../sessions/service.ts';
import { endKeysUnlessProvided } from '../tokens/keys.ts';

/** A person with a role of the provider is listed for this many days after the last sign-in. */
export const memberDays = 30;
const maxShown = 1_000;

export interface Member {
  email: string;
  name: string | null;
  /** The higher of the team's role and the provider's. */
  role: Role;
}

interface TeamMember extends Member {
  teamRole: team.TeamRow['role'] | null;
  /** The provider's role at the last sign-in. */
  tokenRole: Role | null;
}

const memberOf = ({ teamRole, tokenRole, ...row }: team.MemberRow): TeamMember => ({
  ...row,
  role: higherRole(tokenRole ?? 'reader', teamRole),
  teamRole,
  tokenRole,
});

const sinceOf = (ctx: Pick<Context, 'now'>): Date =>
  new Date(ctx.now().getTime() - memberDays * dayMs);

/** Whether an e-mail is a colleague's, by the team or by the provider's role. */
export const isColleague = (ctx: CheckedContext, email: string): Promise<boolean> =>
  team.isMember(ctx.db, email, sinceOf(ctx));

/** Returns the caller with the possible assignees, at most 1000. @throws AppError `forbidden` */
export const getMe = async (
  ctx: Context,
): Promise<{ email: string | null; name: string | null; role: Role; team: Member[] }> => {
  requireRole(ctx, 'agent');
  const {
    email = null,
    name = null,
    role = 'admin' as const,
  } = ctx.actor.kind === 'person' ? ctx.actor : {};
  const rows = await team.listMembers(ctx.db, { since: sinceOf(ctx), limit: maxShown });
  const members = rows
    .map(memberOf)
    // People without a role stay listed for a month but cannot be assigned.
    .filter((row) => row.role !== 'reader')
    .map((row) => ({ email: row.email, name: row.name, role: row.role }));
  return { email, name, role, team: members };
};

/** Lists the team and those who signed in within 30 days, by e-mail. @throws AppError `forbidden` */
export const listTeam = async (
  ctx: Context,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<Page<TeamMember>> => {
  requireRole(ctx, 'admin');
  const page = await getPage(
    limit,
    (rows) => team.listMembers(ctx.db, { since: sinceOf(ctx), cursor, limit: rows }),
    ({ email }) => email,
  );
  return mapPage(page, memberOf);
};

/**
 * Sets a role. It applies to open sessions from their next request; without any role they end. An
 * administrator who is none any more loses the keys that they made. `invite` then mails the person the role
 * and the address of the console; the role stays if that fails.
 * @throws AppError `forbidden`; `last-administrator` like {@link lockTeamFor}; `mail-not-configured`,
 * `mail-not-sent`
 */
export const setTeamRole = async (
  ctx: Context,
  { email, role, invite }: { email: string; role: team.TeamRow['role'] | null; invite: boolean },
): Promise<void> => {
  requireRole(ctx, 'admin');
  const invites = invite && role !== null;
  if (invites) requireMail(ctx);
  await inTransaction(ctx, async (tx) => {
    const members = await lockTeamFor(tx, email, role);
    const before = members.find((member) => member.email === email)?.role ?? null;
    if (before === role && !invites) return;
    await team.setTeamRole(tx.db, email, role, tx.now());
    if (role === null) await endSessionsWithoutRole(tx, email);
    if (before === 'admin' && role !== 'admin') await endKeysUnlessProvided(tx, email);
    await recordAct(tx, {
      action: 'team.set',
      target: `account:${email}`,
      changes: [
        ...(before === role ? [] : [{ field: 'role', before, after: role }]),
        ...(invites ? [{ field: 'invite', after: true }] : []),
      ],
    });
  });
  if (invites) await mailInvitation(ctx, email, role);
};

const roleNames = { agent: 'atendimento', editor: 'edição', admin: 'administração' } as const;

const mailInvitation = (
  ctx: CheckedContext,
  email: string,
  role: team.TeamRow['role'],
): Promise<void> => {
  const address = `${ctx.config.consoleUrl}/console/`;
  return sendNotice(ctx, {
    id: `invite-${randomUUID()}`,
    to: [email],
    subject: 'Convite para a equipe',
    html: `<p>Você faz parte da equipe, no papel de ${roleNames[role]}.</p>
<p>Entre com este e-mail em <a href="${address}">${address}</a></p>`,
  });
};

/**
 * Locks and returns the team. @throws AppError `last-administrator` if the caller is its only administrator
 */
export const lockTeamFor = async (
  tx: TxContext,
  email: string,
  role: team.TeamRow['role'] | null,
): Promise<team.TeamRow[]> => {
  const members = await team.lockTeam(tx.db);
  const others = members.filter((member) => member.email !== email);
  const keepsAdmin = role === 'admin' || others.some((member) => member.role === 'admin');
  if (!keepsAdmin && (await isAdminByTeam(tx))) throw new AppError('last-administrator');
  return members;
};

/** Returns true if only the team made the caller an administrator: no bearer token or provider did. */
const isAdminByTeam = async ({ db, actor }: TxContext): Promise<boolean> => {
  if (actor.kind !== 'person' || actor.sessionId === undefined) return false;
  const [session] = await listSessionsById(db, [actor.sessionId]);
  return session?.role !== 'admin';
};
