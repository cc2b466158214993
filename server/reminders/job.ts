import { hourMs, minuteMs } from '../core/civil-time.ts';
import type { Job } from '../jobs/job.ts';
import { sendReminders } from './send.ts';

/**
 * Sends the reminders of the day, from a time of day until midnight (docs/behaviour/streaks.md#reminders).
 */
export const sendRemindersJob = ({ hour, minute: at }: { hour: number; minute: number }): Job => {
  const untilMidnightMs = 24 * hourMs - hour * hourMs - at * minuteMs;
  return {
    name: 'send-reminders',
    schedule: `${at} ${hour} * * *`,
    mode: 'once',
    windowMs: untilMidnightMs,
    limitMs: 24 * hourMs,
    retryPausesMs: [minuteMs, 5 * minuteMs, 15 * minuteMs],
    lingerMs: 8_000,
    run: sendReminders,
  };
};
