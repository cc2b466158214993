import type { ItemOf } from '../../console/src/api/client.ts';
import { actNames } from '../../console/src/audit/acts.ts';
import { auditTexts } from '../../console/src/audit/texts.ts';

type Act = ItemOf<'audit.list'>;

/** The actions, kinds of targets and fields for which the console has no name. */
export const unnamedIn = (acts: readonly Pick<Act, 'action' | 'target' | 'changes'>[]): string[] =>
  acts.flatMap(({ action, target, changes }) => {
    const [kind = '', id = ''] = target.split(/:(.*)/s);
    return [
      ...(action in actNames ? [] : [action]),
      ...(auditTexts.targetOf(kind, id) === `${kind} ${id}` ? [kind] : []),
      ...changes.flatMap(({ field }) =>
        auditTexts.change({ field }) === `${field}: mudou` ? [field] : [],
      ),
    ];
  });
