const dayMs = 86_400_000;
// 05:00 in São Paulo, which has had no daylight saving time since 2019.
const dawnMs = 8 * 3_600_000;

/** The next 05:00 in São Paulo, in milliseconds. */
export const nextRankingExpiry = (now: number): number =>
  Math.floor((now - dawnMs) / dayMs) * dayMs + dawnMs + dayMs;
