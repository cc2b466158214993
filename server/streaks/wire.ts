import type { KeptRanking } from './global-ranking.ts';

const head = Buffer.from('{"success":true,"data":');
const latest = new WeakMap<Buffer, { tail: string; answer: Buffer }>();

/**
 * The answer that carries a kept ranking (specification §4.8): its bytes as they are, with what the cache has to say. Built
 * once a second, which is how often it changes.
 */
export const globalRankingAnswer = ({ json, cached, ttl }: KeptRanking): Buffer => {
  const tail = `,"cacheInfo":{"cached":${cached},"ttl":${ttl}}}}`;
  const known = latest.get(json);
  if (known?.tail === tail) return known.answer;
  // Without the brace that closes the object.
  const answer = Buffer.concat([head, json.subarray(0, -1), Buffer.from(tail)]);
  latest.set(json, { tail, answer });
  return answer;
};
