import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { createGroup } from '../../server/groups/service.ts';
import { entryOf } from '../../server/rankings/entry.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const ctx = app.service.contextFor('test');
const ownerEmail = 'dona@exemplo.com.br';

const names = [
  null,
  '',
  ' ',
  'Maria',
  'Zé da Conceição',
  '李雷 📚',
  'Ana "Nana"',
  'a\\b',
  'a\tb\u0001',
  '\ufeffa\u2028b\u007f',
];
const localParts = ['', 'a', 'ab', 'abc', 'á', 'águia', '📚', '"a', 'a\\', 'a@b', 'a\u0002'];
const moments = [null, 0, -1, -3_601, 1_773_126_971, 1_540_000_000, 4_000_000_000];
const streaks = [0, 1, 9, 10, 99, 100, 12_345];

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** Every name with every kind of e-mail; figures and visibility vary. */
const members = names.flatMap((name, n) =>
  [...localParts.map((local) => `${local}@`), 'sem-arroba'].map((start, m) => {
    const index = n * (localParts.length + 1) + m;
    return {
      name,
      email: `${start}x${index}.com`,
      currentStreak: pick(streaks, index),
      maxStreak: pick(streaks, index * 3 + n),
      seconds: pick(moments, index + n),
      isAnonymous: index % 5 === 0,
    };
  }),
);

const addMembers = async (groupId: string) => {
  for (const { email, ...figures } of members) {
    await sql`insert into group_members (group_id, email) values (${groupId}, ${email})`.execute(
      ctx.db,
    );
    await sql`
      update group_members set name = ${figures.name}, current_streak = ${figures.currentStreak},
        max_streak = ${figures.maxStreak}, last_interaction = ${figures.seconds}, anonymous = ${figures.isAnonymous}
      where group_id = ${groupId} and email = ${email}
    `.execute(ctx.db);
  }
};

/** What JSON.stringify makes of the members, sorted as a whole. */
const expected = (isPublic: boolean): string =>
  JSON.stringify(
    [...members]
      .sort((a, b) => b.currentStreak - a.currentStreak || b.maxStreak - a.maxStreak)
      .map(({ seconds, isAnonymous, name, ...member }, index) =>
        entryOf(
          {
            ...member,
            name: name || null,
            isAnonymous: isAnonymous && isPublic,
            lastInteractionAt: seconds === null ? null : new Date(seconds * 1_000),
          },
          index + 1,
        ),
      ),
  );

describe('the JSON of a group ranking', () => {
  it.each([true, false])(
    'is that of JSON.stringify, whatever characters names and e-mails have (public: %s)',
    async (isPublic) => {
      const { groupId } = await createGroup(ctx, { name: 'Clube', isPublic, ownerEmail });
      await addMembers(groupId);
      const headers = {
        authorization: `Bearer ${await app.token({ email: members[3]?.email ?? '' })}`,
      };
      const response = await fetch(`${app.url}/streaks/groups/${groupId}/ranking`, { headers });
      const body = await response.text();
      expect(body.slice(body.indexOf('"ranking":') + 10, body.lastIndexOf(',"lastUpdated"'))).toBe(
        expected(isPublic),
      );
    },
  );
});
