import { streaksContract } from '../../contract/index.ts';
import { ctxOf, implement, ok } from '../http/router.ts';
import { getMyStreak, recordMyReading, updateMyStreakProfile } from './my-streak.ts';
import { streakToWire } from './wire.ts';

export const streaksHttp = implement(streaksContract, {
  getMyStreak: async ({ req }) => ok(streakToWire(await getMyStreak(ctxOf(req)))),
  recordMyReading: async ({ req, body }) => ok(await recordMyReading(ctxOf(req), body)),
  updateMyStreakProfile: async ({ req, body }) =>
    ok(streakToWire(await updateMyStreakProfile(ctxOf(req), body))),
});
