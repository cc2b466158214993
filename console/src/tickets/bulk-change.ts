import type { InputOf } from '../api/procedures.ts';

/** What a bulk change does. */
export type Change = Pick<
  InputOf<'tickets.bulk'>,
  'setStatus' | 'addTagId' | 'removeTagId' | 'assignTo'
>;
/** Which tickets it concerns. */
export type Target = Pick<InputOf<'tickets.bulk'>, 'ids' | 'filter'>;
