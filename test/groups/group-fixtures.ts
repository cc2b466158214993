import { sql } from 'kysely';
import type { TestApp } from '../harness.ts';
import type { Client } from '../public-client.ts';

/** Readers of a service, and what they do with groups; each throws unless it succeeds. */
export const groupActions = (app: TestApp) => ({
  /** A reader, by an e-mail that begins with the given text. */
  aReader: async (prefix = '') => {
    const email = `${prefix}${crypto.randomUUID()}@exemplo.com.br`;
    return { email, client: await app.client({ email }) };
  },
  /** Makes a reader the owner and member of so many groups. */
  fillWithGroups: async (email: string, count: number) => {
    await sql`
      with made as (
        insert into groups (name, is_public, owner_email, created_at)
        select 'Clube', true, ${email}, now() from generate_series(1, ${count}) returning id
      )
      insert into group_members (group_id, email) select id, ${email} from made`.execute(
      app.service.contextFor('test').db,
    );
  },
  created: async (client: Client, isPublic = false) => {
    const { status, body } = await client.createGroup({ body: { name: 'Clube', isPublic } });
    if (status !== 201) throw new Error(`status ${status}`);
    return body.data;
  },
  invited: async (client: Client, groupId: string, body = {}) => {
    const response = await client.createGroupInvite({ params: { groupId }, body });
    if (response.status !== 201) throw new Error(`status ${response.status}`);
    return response.body.data;
  },
  membersOf: async (client: Client, groupId: string) => {
    const { status, body } = await client.listGroupMembers({ params: { groupId }, query: {} });
    if (status !== 200) throw new Error(`status ${status}`);
    return body.data.items;
  },
  rolesIn: async (client: Client) => {
    const { status, body } = await client.listMyGroups();
    if (status !== 200) throw new Error(`status ${status}`);
    return body.data.map((group) => [group.groupId, group.role, group.memberCount]);
  },
});
