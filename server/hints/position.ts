import type { HintPosition } from '../../db/hints/hints.ts';

/** Half the storage time of hints: the hint of a slow transaction must not be deleted before it is read. */
const maxAgeSeconds = 1_800;

const pattern = /^([\d-]{1,60})\.(\d{1,12})\.([1-9]\d{0,17})$/;

/**
 * Returns an event's id. It only has the oldest running transaction of the snapshot, so a reconnection may
 * repeat hints.
 */
export const idOf = ({ origin, at, snapshot }: HintPosition): string =>
  `${origin}.${at}.${xminOf(snapshot)}`;

export const parseId = (id: string): HintPosition | undefined => {
  const [, origin, at, xmin] = pattern.exec(id) ?? [];
  if (origin === undefined || xmin === undefined) return undefined;
  return { origin, at: Number(at), snapshot: `${xmin}:${xmin}:` };
};

/** Returns false for a position of another database, or of a history that a restore undid. */
export const reaches = (position: HintPosition, now: HintPosition): boolean =>
  position.origin === now.origin &&
  now.at - position.at <= maxAgeSeconds &&
  BigInt(xminOf(position.snapshot)) <= BigInt(xmaxOf(now.snapshot));

const xminOf = (snapshot: string): string => snapshot.split(':')[0] ?? '';
const xmaxOf = (snapshot: string): string => snapshot.split(':')[1] ?? '';
