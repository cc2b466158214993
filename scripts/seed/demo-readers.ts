import { addDays, civilDayOf, dayMs } from '../../server/core/civil-time.ts';
import type { TxContext } from '../../server/core/context.ts';
import { createGroup, importMembers } from '../../server/groups/service.ts';
import { importReadings } from '../../server/streaks/service.ts';
import { firstNames, surnames } from './demo-texts.ts';
import { between, chance, pick } from './random.ts';

/** A reader and the days on which they read. */
export interface DemoReader {
  email: string;
  name: string | null;
  days: Set<string>;
}

/** The length of the history in days. */
export const historyDays = 91;

/** Readers with their number of consecutive days up to yesterday, or up to today if `readToday` is set. */
const known = [
  // This reader has the longest streak and is first in the ranking.
  { email: 'maria@exemplo.com.br', name: 'Maria Souza', days: historyDays + 2, readToday: false },
  { email: 'joao@exemplo.com.br', name: 'João Pereira', days: 21, readToday: true },
  { email: 'ana@exemplo.com.br', name: 'Ana Lima', days: 12, readToday: true },
  { email: 'pedro@exemplo.com.br', name: 'Pedro Alves', days: 9, readToday: false },
  { email: 'lucia@exemplo.com.br', name: null, days: 2, readToday: true },
];

/** The probability that a reader of each kind reads on a day. */
const habits = [0.98, 0.85, 0.6, 0.3];
const habitWeights = [2, 4, 3, 2];

const groups = [
  { name: 'Clube da manhã', description: 'Quem lê antes do café', isPublic: true, members: 60 },
  { name: 'Família Souza', description: undefined, isPublic: false, members: 4 },
  { name: 'Desafio dos cem dias', description: undefined, isPublic: true, members: 120 },
];

/** Generates four hundred readers and stores nothing. */
export const demoReaders = (today: string): DemoReader[] =>
  [
    ...known.map(({ email, name, days, readToday }) => ({
      email,
      name,
      days: new Set(
        Array.from({ length: days }, (_, back) => addDays(today, readToday ? -back : -1 - back)),
      ),
    })),
    ...firstNames.flatMap((first) =>
      surnames.map((surname) => ({
        name: `${first} ${surname}`,
        email: `${first}.${surname}@exemplo.com.br`.normalize('NFD').replaceAll(/\p{M}/gu, ''),
        days: daysOf(today),
      })),
    ),
  ].map((reader) => ({ ...reader, email: reader.email.toLowerCase() }));

const daysOf = (today: string): Set<string> => {
  const habit = pick(habits, habitWeights);
  const joined = chance(0.6) ? historyDays : Math.floor(between(1, historyDays));
  const left = chance(0.15) ? Math.floor(between(2, joined)) : 0;
  const days = new Set<string>();
  // Fewer readers have read today, because the day is not over.
  if (left === 0 && chance(habit / 2)) days.add(today);
  for (let back = Math.max(1, left); back <= joined; back += 1) {
    if (back === joined || chance(habit)) days.add(addDays(today, -back));
  }
  return days;
};

/** Stores readers with their days and groups. */
export const seedReaders = async (tx: TxContext, readers: readonly DemoReader[]): Promise<void> => {
  const accounts = readers.map(({ email, name, days }) => {
    const first = [...days].sort()[0] ?? civilDayOf(tx.now());
    const created_at = new Date(Math.min(Date.parse(first), tx.now().getTime() - dayMs));
    return { email, name, created_at, updated_at: created_at };
  });
  await tx.db.insertInto('accounts').values(accounts).execute();
  const readings = readers.flatMap(({ email, days }) =>
    [...days].map((day) => ({ email, at: { day } })),
  );
  await importReadings(tx, readings);
  for (const { members, ...group } of groups) {
    const { groupId } = await createGroup(tx, { ...group, ownerEmail: 'maria@exemplo.com.br' });
    const chosen = readers.filter((_, index) => index % Math.ceil(readers.length / members) === 0);
    await importMembers(
      tx,
      chosen.slice(0, members).map(({ email }) => ({ groupId, email })),
    );
  }
};
