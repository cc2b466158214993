import type { MessageOrigin, TicketStatus } from '../../db/schema.ts';
import { refreshResponses } from '../../db/tickets/imported.ts';
import { addDays, civilDayOf, dayMs, hourMs, minuteMs } from '../../server/core/civil-time.ts';
import type { TxContext } from '../../server/core/context.ts';
import { type DemoReader, historyDays } from './demo-readers.ts';
import { again, notes, thanks, topics } from './demo-texts.ts';
import type { Random } from './random.ts';

/** The agents of the demo data. */
export const agents = [
  { email: 'atendimento@exemplo.com.br', name: 'Atendimento' },
  { email: 'bia@exemplo.com.br', name: 'Beatriz Nunes' },
  { email: 'agente@exemplo.com', name: 'Agente' },
];

/** The number of tickets on a day of the week, from Sunday, and on the day of an outage. */
const perDay = [2, 9, 7, 6, 6, 5, 2];
const awayDays = 10;
const outage = { daysAgo: 33, tickets: 28 };
/** The hour of the day in São Paulo. The edition comes at six. */
const perHour = [1, 0, 0, 0, 1, 3, 10, 15, 13, 10, 9, 8, 6, 6, 7, 7, 6, 5, 4, 4, 3, 3, 2, 2];

interface DemoTicket {
  topic: (typeof topics)[number];
  reader: DemoReader;
  agent: (typeof agents)[number];
  subject: string;
  status: TicketStatus;
  createdAt: Date;
  updatedAt: Date;
  messages: { origin: MessageOrigin; body: string; at: Date }[];
}

const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

/** The moment itself, or the next one in office hours: Monday to Friday, nine to six. */
const inOffice = (moment: Date): Date => {
  const local = later(moment, -3 * hourMs);
  const isOpen =
    local.getUTCHours() >= 9 && local.getUTCHours() < 18 && local.getUTCDay() % 6 !== 0;
  return isOpen ? moment : inOffice(later(moment, 20 * minuteMs));
};

const demoTicket = (random: Random, opened: Date, now: Date, readers: readonly DemoReader[]) => {
  const topic = random.pick<(typeof topics)[number]>(
    topics,
    topics.map(({ weight }) => weight),
  );
  const reader = random.pick(readers);
  const agent = random.pick(agents, [5, 3, 2]);
  const name = reader.name?.split(' ')[0];
  const reply = (text: string) => `<p>Olá${name ? `, ${name}` : ''}!</p><p>${text}</p>`;
  // An agent has been away for the last days.
  const isBacklog = random.chance(later(opened, awayDays * dayMs) > now ? 0.6 : 0.1);
  const slow = isBacklog ? random.between(1, awayDays) * dayMs : 0;
  const replied = inOffice(
    later(opened, 5 * minuteMs + random.between(0, 2.2) ** 3 * hourMs + slow),
  );
  const planned: DemoTicket['messages'] = [
    { origin: 'requester', body: `Bom dia! ${random.pick(topic.bodies)}`, at: opened },
    { origin: 'agent', body: reply(topic.answer), at: replied },
  ];
  const returns = later(replied, random.between(0.2, 20) * hourMs);
  const next = random.pick(['thanks', 'again', 'nothing'], [3, 2, 5]);
  if (next === 'thanks')
    planned.push({ origin: 'requester', body: random.pick(thanks), at: returns });
  if (next === 'again') {
    const answered = inOffice(later(returns, random.between(0.3, 6) * hourMs));
    planned.push(
      { origin: 'requester', body: random.pick(again), at: returns },
      { origin: 'agent', body: reply('Vimos o problema e corrigimos agora.'), at: answered },
    );
  }
  const messages = planned.filter(({ at }) => at < now);
  const last = messages.at(-1)?.at ?? opened;
  const resolved = later(last, random.between(0.1, 30) * hourMs);
  const isOver = messages.length === planned.length && resolved < now;
  const isOld = now.getTime() - resolved.getTime() > 14 * dayMs;
  const unresolved = messages.length > 1 ? 'in_progress' : 'open';
  const status: TicketStatus = isOver ? (isOld ? 'closed' : 'resolved') : unresolved;
  const subject = random.pick(topic.subjects);
  const updatedAt = isOver ? resolved : last;
  return { topic, reader, agent, subject, status, createdAt: opened, updatedAt, messages };
};

/** Three months of tickets, oldest first; nothing is stored. */
const demoTickets = (random: Random, now: Date, readers: readonly DemoReader[]): DemoTicket[] => {
  const today = civilDayOf(now);
  return Array.from({ length: historyDays + 1 }, (_, index) => historyDays - index)
    .flatMap((back) => {
      const day = addDays(today, -back);
      const usual = perDay[new Date(day).getUTCDay()] ?? 0;
      const count = back === outage.daysAgo ? outage.tickets : usual * random.between(0.6, 1.4);
      return Array.from({ length: Math.round(count) }, () => {
        const minutes = random.pick([...perHour.keys()], perHour) * 60 + random.between(0, 60);
        return later(new Date(`${day}T00:00:00-03:00`), minutes * minuteMs);
      });
    })
    .filter((opened) => opened < now)
    .sort((one, other) => one.getTime() - other.getTime())
    .map((opened) => demoTicket(random, opened, now, readers));
};

/**
 * Stores three months of tickets with their messages, notes and tags in a few statements. Returns their ids.
 */
export const seedTickets = async (
  { db, now }: TxContext,
  random: Random,
  { readers, tagIds }: { readers: readonly DemoReader[]; tagIds: ReadonlyMap<string, number> },
): Promise<number[]> => {
  const drawn = demoTickets(random, now(), readers);
  const rows = await db
    .insertInto('tickets')
    .values(
      drawn.map(({ topic, reader, agent, subject, status, createdAt, updatedAt, messages }) => ({
        subject,
        status,
        main: topic.main,
        issue: topic.issue,
        newsletter: random.chance(0.8) ? 'Bom Dia' : 'Bom Dia Economia',
        requester_email: reader.email,
        requester_name: reader.name,
        assignee_email: messages.length > 1 || random.chance(0.3) ? agent.email : null,
        created_at: createdAt,
        updated_at: updatedAt,
      })),
    )
    .returning('id')
    .execute();
  const tickets = drawn.map((ticket, index) => ({ ...ticket, id: rows[index]?.id ?? 0 }));
  const messages = tickets
    .flatMap((ticket) => ticket.messages.map((message) => ({ ...message, ticket })))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  await db
    .insertInto('ticket_messages')
    .values(
      messages.map(({ ticket, origin, body, at }) => ({
        ticket_id: ticket.id,
        origin,
        body,
        created_at: at,
        author:
          origin === 'agent' ? ticket.agent.email : (ticket.reader.name ?? ticket.reader.email),
      })),
    )
    .execute();
  const ids = tickets.map(({ id }) => id);
  await refreshResponses(db, ids);
  await db
    .insertInto('ticket_tags')
    .values(tickets.map(({ id, topic }) => ({ ticket_id: id, tag_id: tagIds.get(topic.tag) ?? 0 })))
    .execute();
  await db
    .insertInto('ticket_notes')
    .values(
      tickets
        .filter(() => random.chance(0.12))
        .map(({ id, agent, createdAt }) => ({
          ticket_id: id,
          author: agent.email,
          body: random.pick(notes),
          created_at: later(createdAt, 2 * minuteMs),
        })),
    )
    .execute();
  return ids;
};
