import type { MessageOrigin } from '../../db/schema.ts';
import { publishEvent } from '../../db/webhooks/deliveries.ts';
import type { TxContext } from '../context.ts';

/** The `data` of each event. A reader's event has their `email` too. */
export interface Events {
  'quiz.published': { quizId: string; quizDate: string; title: string };
  /** Stored by the statement that stores the attempt (`db/quiz-attempts.ts`). */
  'quiz.submitted': { quizId: string; quizDate: string; correctAnswers: number; passed: boolean };
  /** Stored by the statement that stores the attempt (`db/quiz-attempts.ts`). */
  'streak.recovered': { quizId: string; quizDate: string };
  'ticket.created': { ticketId: number; main: string };
  'ticket.replied': { ticketId: number; messageId: number; origin: MessageOrigin };
  'reply.drafted': { ticketId: number; draftId: number; confidence: number };
}

/** What a webhook can subscribe to. */
export const eventTypes = [
  'quiz.published',
  'quiz.submitted',
  'streak.recovered',
  'ticket.created',
  'ticket.replied',
  'reply.drafted',
] as const satisfies readonly (keyof Events)[];
export type EventType = (typeof eventTypes)[number];

/**
 * Stores an event for each webhook that is subscribed to it, in the transaction of its change (docs/behaviour.md#webhooks). The job
 * `send-webhooks` sends it.
 */
export const emitEvent = <T extends EventType>(
  { db }: TxContext,
  type: T,
  data: Events[T],
): Promise<void> => publishEvent(db, { type, email: null, data: { ...data } });
