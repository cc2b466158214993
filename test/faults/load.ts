import { setTimeout as pause } from 'node:timers/promises';
import type { FaultEnvironment } from './fault-environment.ts';
import type { Journal } from './journal.ts';
import { type LoadState, type Operation, operations, pickRandom, usualMix } from './operations.ts';

/** The amount and the mix of traffic. */
export interface LoadOptions {
  /** The number of concurrent operations. */
  workers: number;
  mix?: readonly Operation[];
  /** Operations per second; unlimited by default. */
  rate?: number;
}

const pollMs = 20;

/** Traffic whose writes are recorded in a journal. */
export type Load = Awaited<ReturnType<typeof startLoad>>;

/** Starts traffic that continues despite failures until it is stopped. */
export const startLoad = async (
  environment: FaultEnvironment,
  journal: Journal,
  { workers, mix = usualMix, rate }: LoadOptions,
) => {
  let begun = 0;
  let done = 0;
  let slots = 0;
  let stopping = false;
  const started = performance.now();
  const state: LoadState = {
    environment,
    journal,
    quiz: await quizOf(environment),
    tickets: [],
    attachments: [],
    uploaded: 0,
    next: () => begun++,
    misread: [],
  };
  const failed: unknown[] = [];
  const work = async (): Promise<void> => {
    while (!stopping) {
      if (rate !== undefined) {
        const due = started + (slots++ * 1_000) / rate - performance.now();
        if (due > 0) await pause(due);
      }
      const answered = environment.responses.statuses[200] ?? 0;
      await operations[pickRandom(mix) ?? 'look'](state).catch((error) => failed.push(error));
      done += 1;
      // An unavailable service refuses at once, and the pause avoids a busy loop.
      if ((environment.responses.statuses[200] ?? 0) === answered) await pause(pollMs);
    }
  };
  const working = Array.from({ length: workers }, work);
  return {
    state,
    /** The number of finished operations. */
    done: () => done,
    /** Waits until `count` more have finished; throws after two minutes. */
    progress: async (count: number) => {
      const wanted = done + count;
      for (const deadline = Date.now() + 120_000; done < wanted; await pause(pollMs)) {
        if (Date.now() > deadline) throw new Error('the load makes no progress');
      }
    },
    /** Starts no new operations and resolves when the running ones have finished. */
    stop: async () => {
      stopping = true;
      await Promise.all(working);
      // An error of the load itself invalidates the result.
      if (failed.length > 0) throw failed[0];
    },
  };
};

/** Today's quiz, which is generated if it is missing, with passing and failing answers. */
const quizOf = async ({ trpc }: FaultEnvironment): Promise<LoadState['quiz']> => {
  // The service's job may be generating the quiz at the same time.
  await trpc()
    .quiz.generate.mutate()
    .catch(() => undefined);
  const { items } = await trpc().quiz.list.query();
  const quizId = items[0]?.id;
  if (quizId === undefined) throw new Error('there is no quiz');
  const { questions } = await trpc().quiz.get.query({ id: quizId });
  return {
    id: quizId,
    right: questions.map(({ id, correctAnswer }) => ({ fieldId: id, answer: correctAnswer })),
    wrong: questions.map(({ id, correctAnswer, options }) => ({
      fieldId: id,
      answer: options.find((option) => option !== correctAnswer) ?? '',
    })),
  };
};
