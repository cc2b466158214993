import type { MessageOrigin, TicketStatus } from '../../db/schema.ts';
import { refreshResponses } from '../../db/tickets/imported.ts';
import { addDays, civilDayOf, dayMs, hourMs } from '../../server/core/civil-time.ts';
import type { TxContext } from '../../server/core/context.ts';
import { type DemoReader, historyDays } from './demo-readers.ts';
import { thanks, topics } from './demo-texts.ts';
import { between, chance, pick } from './random.ts';

const agents = ['atendimento@exemplo.com.br', 'bia@exemplo.com.br', 'agente@exemplo.com'];

/** The number of tickets per weekday, from Sunday. */
const perDay = [2, 9, 7, 6, 6, 5, 2];
/** Tickets older than this many days are closed. */
const openDays = 14;

const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

const demoTicket = (opened: Date, now: Date, readers: readonly DemoReader[]) => {
  const topic = pick<(typeof topics)[number]>(
    topics,
    topics.map(({ weight }) => weight),
  );
  const reader = pick(readers);
  const replied = later(opened, 0.1 * hourMs + between(0, 2.5) ** 4 * hourMs);
  const thanked = later(replied, between(0.2, 20) * hourMs);
  const planned: { origin: MessageOrigin; body: string; at: Date }[] = [
    { origin: 'requester', body: `Bom dia! ${pick(topic.bodies)}`, at: opened },
    { origin: 'agent', body: `<p>Olá!</p><p>${topic.answer}</p>`, at: replied },
  ];
  if (chance(0.3)) {
    planned.push({ origin: 'requester', body: pick(thanks), at: thanked });
  }
  const isOld = later(opened, openDays * dayMs) < now;
  const isUnanswered = !isOld && chance(0.3);
  const messages = planned.slice(0, isUnanswered ? 1 : 3).filter(({ at }) => at < now);
  const updatedAt = messages.at(-1)?.at ?? opened;
  const isSettled = messages.length === planned.length && chance(0.85);
  const status: TicketStatus = isOld ? 'closed' : isSettled ? 'resolved' : 'open';
  const subject = pick(topic.subjects);
  const agent = pick(agents, [5, 3, 2]);
  return { topic, reader, agent, subject, status, createdAt: opened, updatedAt, messages };
};

/** Generates tickets of three months, oldest first, and stores nothing. */
const demoTickets = (now: Date, readers: readonly DemoReader[]) => {
  const today = civilDayOf(now);
  return Array.from({ length: historyDays + 1 }, (_, index) => addDays(today, index - historyDays))
    .flatMap((day) => {
      const count = (perDay[new Date(day).getUTCDay()] ?? 0) * between(0.6, 1.4);
      return Array.from({ length: Math.round(count) }, () =>
        later(new Date(`${day}T06:00:00-03:00`), between(0, 16) * hourMs),
      );
    })
    .filter((opened) => opened < now)
    .sort((one, other) => one.getTime() - other.getTime())
    .map((opened) => demoTicket(opened, now, readers));
};

/** Stores tickets of three months with messages and tags, in a few statements. */
export const seedTickets = async (
  { db, now }: TxContext,
  { readers, tagIds }: { readers: readonly DemoReader[]; tagIds: ReadonlyMap<string, number> },
): Promise<void> => {
  const drawn = demoTickets(now(), readers);
  const rows = await db
    .insertInto('tickets')
    .values(
      drawn.map(({ topic, reader, agent, subject, status, createdAt, updatedAt, messages }) => ({
        subject,
        status,
        main: topic.main,
        issue: topic.issue,
        newsletter: chance(0.8) ? 'Bom Dia' : 'Bom Dia Economia',
        requester_email: reader.email,
        requester_name: reader.name,
        assignee_email: messages.length > 1 ? agent : null,
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
      messages.map(({ ticket: { id, agent, reader }, origin, body, at }) => ({
        ticket_id: id,
        origin,
        body,
        created_at: at,
        author: origin === 'agent' ? agent : (reader.name ?? reader.email),
      })),
    )
    .execute();
  await refreshResponses(
    db,
    tickets.map(({ id }) => id),
  );
  await db
    .insertInto('ticket_tags')
    .values(tickets.map(({ id, topic }) => ({ ticket_id: id, tag_id: tagIds.get(topic.tag) ?? 0 })))
    .execute();
};
