import type { CheckedContext } from '../../core/context.ts';
import { inTurn, runInWorker } from '../../markup/worker.ts';
import type { JudgeWorkbook } from './content.ts';

const file = new URL('./judge-workbook.ts', import.meta.url);

export const judgeInWorker =
  (ctx: CheckedContext, signal?: AbortSignal): JudgeWorkbook =>
  (input) =>
    inTurn(ctx, 'later', async () => {
      signal?.throwIfAborted();
      try {
        const task = { file, name: 'judgeWorkbook', input };
        return (await runInWorker(ctx, task, signal)) === true;
      } catch (error) {
        signal?.throwIfAborted();
        ctx.log.warn({ err: error }, 'the thread that judged a workbook was lost');
        return false;
      }
    });
