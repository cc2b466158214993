import type { FieldChange } from '../../db/audit/audit.ts';
import { recordAct } from '../audit/service.ts';
import type { TxContext } from '../core/context.ts';

export const recordQuizAct = (
  tx: TxContext,
  verb: string,
  id: string,
  changes: FieldChange[] = [],
): Promise<void> => recordAct(tx, { action: `quiz.${verb}`, target: `quiz:${id}`, changes });
