import type { HintPosition } from '../../db/hints/hints.ts';

/**
 * How old a position may be: half the time that hints are stored, so that a slow transaction cannot
 * fall between.
 */
const maxAgeSeconds = 1_800;

const pattern = /^([\d-]{1,60})\.(\d{1,12})\.([1-9]\d{0,17})$/;

/**
 * The position as the id of an event. Of its snapshot only the oldest running transaction: after a
 * reconnection, hints of later ones are sent again.
 */
export const idOf = ({ origin, at, snapshot }: HintPosition): string =>
  `${origin}.${at}.${xminOf(snapshot)}`;

/** The position that an id says; undefined if it says none. */
export const parseId = (id: string): HintPosition | undefined => {
  const [, origin, at, xmin] = pattern.exec(id) ?? [];
  if (origin === undefined || xmin === undefined) return undefined;
  return { origin, at: Number(at), snapshot: `${xmin}:${xmin}:` };
};

/**
 * Whether all hints since a position are still stored. Not if it is of another database, or of a
 * history that a restore undid.
 */
export const reaches = (position: HintPosition, now: HintPosition): boolean =>
  position.origin === now.origin &&
  now.at - position.at <= maxAgeSeconds &&
  BigInt(xminOf(position.snapshot)) <= BigInt(xmaxOf(now.snapshot));

const xminOf = (snapshot: string): string => snapshot.split(':')[0] ?? '';
const xmaxOf = (snapshot: string): string => snapshot.split(':')[1] ?? '';
