import { simpleParser } from 'mailparser';
import { afterAll, describe, expect, it } from 'vitest';
import { startReplyFixture } from '../replies/reply-fixtures.ts';

let refuses = false;
const { app, smtp, close } = await startReplyFixture({
  env: { CONSOLE_URL: 'https://console.exemplo.com.br' },
  mail: {
    onRecipient: () => {
      if (refuses) throw Object.assign(new Error('no such user'), { responseCode: 550 });
    },
  },
});
afterAll(() => close());
const admin = await app.trpc();
const roleOf = async (email: string) =>
  (await admin.team.list.query({})).items.find((member) => member.email === email)?.teamRole;

describe('an invitation to the team', () => {
  it('mails the role and the address of the console, also to somebody who has the role', async () => {
    const member = { email: 'nova@exemplo.com', role: 'editor' as const };
    await admin.team.set.mutate(member);
    expect(smtp.mails).toEqual([]);
    await admin.team.set.mutate({ ...member, invite: true });
    const [mail, ...others] = smtp.mails;
    expect(others).toEqual([]);
    expect(mail?.to).toEqual([member.email]);
    const { text } = await simpleParser(mail?.source ?? '');
    expect(text).toContain('https://console.exemplo.com.br/console/');
    const { items } = await admin.audit.list.query({ target: `account:${member.email}` });
    expect(items[0]?.changes).toEqual([{ field: 'invite', after: true }]);
  });

  it('fails if the mail is refused, and the role stays', async () => {
    refuses = true;
    const member = { email: 'recusada@exemplo.com', role: 'agent' as const, invite: true };
    await expect(admin.team.set.mutate(member)).rejects.toMatchObject({
      data: { errorCode: 'mail-not-sent' },
    });
    expect(await roleOf(member.email)).toBe('agent');
  });
});
