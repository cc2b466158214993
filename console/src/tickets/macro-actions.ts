import type { InputOf, ItemOf } from '../api/client.ts';
import { shortMoment } from '../ui/format/time.ts';
import { ticketTexts } from './texts.ts';

const { changes, macros: texts, statuses } = ticketTexts;

export type Macro = Pick<ItemOf<'macros.list'>, 'id' | 'name' | 'actions'>;

/** One action of a macro. */
export type MacroAction = InputOf<'macros.save'>['actions'][number];
export type ActionType = MacroAction['type'];

/** The types of actions, in the order of the menu. */
export const actionTypes = [
  'reply',
  'status',
  'addTag',
  'removeTag',
  'assign',
  'snooze',
  'note',
] as const satisfies readonly ActionType[];

/** The initial values of a new action. */
export const newAction = (type: ActionType, tagId: number): MacroAction => {
  switch (type) {
    case 'status':
      return { type, status: 'resolved' };
    case 'addTag':
    case 'removeTag':
      return { type, tagId };
    case 'assign':
      return { type, agentEmail: 'me' };
    case 'reply':
      return { type, html: '', sendEmail: true };
    case 'note':
      return { type, body: '' };
    case 'snooze':
      return { type, until: { days: 1, hour: 8 } };
  }
};

/** The types of actions that can still be added. Each is used once, except those of tags. */
export const offeredTypes = (
  actions: readonly MacroAction[],
  tagIds: readonly number[],
): ActionType[] => {
  const used = new Set(actions.map(({ type }) => type));
  const isTagLeft = firstFreeTag(actions, tagIds) !== undefined;
  return actionTypes.filter((type) =>
    type === 'addTag' || type === 'removeTag' ? isTagLeft : !used.has(type),
  );
};

/** The first tag that no action uses yet. */
export const firstFreeTag = (
  actions: readonly MacroAction[],
  tagIds: readonly number[],
): number | undefined =>
  tagIds.find((id) => !actions.some((action) => 'tagId' in action && action.tagId === id));

/** Returns true if an action has all its required values. */
export const isComplete = (action: MacroAction): boolean => {
  if (action.type === 'reply') return action.html !== '';
  return action.type !== 'note' || action.body.trim() !== '';
};

/** Returns true if the actions remove tickets from the queue. */
export const settles = (actions: readonly MacroAction[]): boolean =>
  actions.some(
    (action) =>
      (action.type === 'snooze' && action.until !== null) ||
      (action.type === 'status' && (action.status === 'resolved' || action.status === 'closed')),
  );

/** A short description of actions: `Responder · Mudar situação: Resolvido`. */
export const summaryOf = (
  actions: readonly MacroAction[],
  tagOf: (id: number) => string,
  nameOf: (email: string) => string,
): string =>
  actions
    .map((action) => {
      const detail = detailOf(action, tagOf, nameOf);
      return detail === '' ? changes[action.type] : `${changes[action.type]}: ${detail}`;
    })
    .join(' · ');

const detailOf = (
  action: MacroAction,
  tagOf: (id: number) => string,
  nameOf: (email: string) => string,
): string => {
  switch (action.type) {
    case 'status':
      return statuses[action.status];
    case 'addTag':
    case 'removeTag':
      return tagOf(action.tagId);
    case 'assign':
      if (action.agentEmail === 'me') return texts.me;
      return action.agentEmail === null ? texts.nobody : nameOf(action.agentEmail);
    case 'snooze':
      if (action.until === null) return texts.ends;
      if (typeof action.until === 'string') return shortMoment(action.until);
      return texts.snoozed(action.until.days, action.until.hour);
    default:
      return '';
  }
};
