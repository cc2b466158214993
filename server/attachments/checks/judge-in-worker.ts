import type { CheckedContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { inTurn, runInWorker } from '../../markup/worker.ts';
import { bytesAt } from '../random-access-file.ts';
import type { JudgeWorkbook } from './content.ts';

const file = new URL('./judge-workbook.ts', import.meta.url);

/** Judges a workbook in the thread; only the one whose turn it is has its bytes in memory. */
export const judgeInWorker =
  (ctx: CheckedContext, signal?: AbortSignal): JudgeWorkbook =>
  (source) =>
    inTurn(ctx, 'later', async () => {
      signal?.throwIfAborted();
      try {
        const input = await bytesAt(source, 0, source.size);
        return (await runInWorker(ctx, { file, name: 'judgeWorkbook', input }, signal)) === true;
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof AppError) throw error;
        ctx.log.warn({ err: error }, 'the thread that judged a workbook was lost');
        return false;
      }
    });
