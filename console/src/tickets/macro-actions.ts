import type { InputOf, ItemOf } from '../api/client.ts';
import { shortMoment } from '../ui/format/time.ts';
import { ticketTexts } from './texts.ts';

const { changes, macros: texts, nobody, statuses } = ticketTexts;

export type Macro = Pick<ItemOf<'macros.list'>, 'id' | 'name' | 'actions'>;

/** One action of a macro. */
export type MacroAction = InputOf<'macros.save'>['actions'][number];

/**
 * The actions that can still be added, in the order of the menu, with their initial values. Each is used
 * once, except those of tags, which are offered with the first tag that no action uses yet.
 */
export const offeredActions = (
  actions: readonly MacroAction[],
  tagIds: readonly number[],
): MacroAction[] => {
  const isUsed = (id: number) => actions.some((used) => 'tagId' in used && used.tagId === id);
  const tagId = tagIds.find((id) => !isUsed(id)) ?? 0;
  const all: MacroAction[] = [
    { type: 'reply', html: '', sendEmail: true },
    { type: 'status', status: 'resolved' },
    { type: 'addTag', tagId },
    { type: 'removeTag', tagId },
    { type: 'assign', agentEmail: 'me' },
    { type: 'snooze', until: { days: 1, hour: 8 } },
    { type: 'note', body: '' },
  ];
  return all.filter((action) =>
    'tagId' in action ? tagId > 0 : actions.every(({ type }) => type !== action.type),
  );
};

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
): string => {
  const detailOf = (action: MacroAction): string => {
    switch (action.type) {
      case 'status':
        return statuses[action.status];
      case 'addTag':
      case 'removeTag':
        return tagOf(action.tagId);
      case 'assign':
        if (action.agentEmail === 'me') return texts.me;
        return action.agentEmail === null ? nobody : nameOf(action.agentEmail);
      case 'snooze':
        if (action.until === null) return texts.ends;
        if (typeof action.until === 'string') return shortMoment(action.until);
        return texts.snoozed(action.until.days, action.until.hour);
      default:
        return '';
    }
  };
  const partOf = (action: MacroAction) =>
    [changes[action.type], detailOf(action)].filter(Boolean).join(': ');
  return actions.map(partOf).join(' · ');
};
