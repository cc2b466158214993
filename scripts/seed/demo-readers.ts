import { upsertAccount } from '../../db/accounts.ts';
import { addDays, civilDayOf } from '../../server/civil-time.ts';
import type { Context } from '../../server/context.ts';
import { addMember, createGroup } from '../../server/groups/service.ts';
import { importReadings } from '../../server/streaks/service.ts';

/** Readers with how many days in a row they have read, up to yesterday or, if `readToday`, up to today. */
const readers = [
  { email: 'maria@exemplo.com.br', name: 'Maria Souza', days: 4, readToday: false },
  { email: 'joao@exemplo.com.br', name: 'João Pereira', days: 21, readToday: true },
  { email: 'ana@exemplo.com.br', name: 'Ana Lima', days: 12, readToday: true },
  { email: 'pedro@exemplo.com.br', name: 'Pedro Alves', days: 9, readToday: false },
  { email: 'lucia@exemplo.com.br', name: undefined, days: 2, readToday: true },
];

const groups = [
  {
    name: 'Clube da manhã',
    description: 'Quem lê antes do café',
    isPublic: true,
    members: ['maria@exemplo.com.br', 'joao@exemplo.com.br', 'ana@exemplo.com.br'],
  },
  {
    name: 'Família Souza',
    description: undefined,
    isPublic: false,
    members: ['maria@exemplo.com.br', 'pedro@exemplo.com.br'],
  },
];

/** Adds readers with streaks, and a public and a private group. */
export const seedReaders = async (ctx: Context): Promise<void> => {
  const today = civilDayOf(ctx.now());
  for (const { email, name } of readers) await upsertAccount(ctx.db, { email, name });
  await importReadings(
    ctx,
    readers.flatMap(({ email, days, readToday }) =>
      Array.from({ length: days }, (_, back) => ({
        email,
        at: { day: addDays(today, readToday ? -back : -1 - back) },
      })),
    ),
  );
  for (const { members, ...group } of groups) {
    const { groupId } = await createGroup(ctx, { ...group, ownerEmail: 'maria@exemplo.com.br' });
    for (const member of members) await addMember(ctx, groupId, member);
  }
};
