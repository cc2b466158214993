import { setTimeout as pause } from 'node:timers/promises';
import type { Journal } from './journal.ts';
import { type Desk, type Operation, oneOf, operations, usualMix } from './operations.ts';
import type { Site } from './site.ts';

/** Traffic on a site, every write of it put down in the journal. */
export interface Load {
  desk: Desk;
  /** How many operations have ended so far. */
  done: () => number;
  /** Waits until so many more have ended; throws where they do not in two minutes. */
  progress: (count: number) => Promise<void>;
  /** Begins nothing more, and answers once all that was begun has ended. */
  stop: () => Promise<void>;
}

/** How much of what traffic. */
export interface LoadOptions {
  /** How many operations at once. */
  workers: number;
  mix?: readonly Operation[];
  /** Operations a second; as many as there can be where it is absent. */
  rate?: number;
}

const breathMs = 20;

/** Starts traffic; it goes on until it is stopped, whatever becomes of the site. */
export const startLoad = async (
  site: Site,
  journal: Journal,
  { workers, mix = usualMix, rate }: LoadOptions,
): Promise<Load> => {
  let begun = 0;
  let done = 0;
  let slots = 0;
  let stopping = false;
  const started = performance.now();
  const desk: Desk = {
    site,
    journal,
    quiz: await quizOf(site),
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
      const answered = site.answers.statuses[200] ?? 0;
      await operations[oneOf(mix) ?? 'look'](desk).catch((error) => failed.push(error));
      done += 1;
      // A service that is away refuses at once: that must not become a busy loop.
      if ((site.answers.statuses[200] ?? 0) === answered) await pause(breathMs);
    }
  };
  const working = Array.from({ length: workers }, work);
  return {
    desk,
    done: () => done,
    progress: async (count) => {
      const wanted = done + count;
      for (const deadline = Date.now() + 120_000; done < wanted; await pause(breathMs)) {
        if (Date.now() > deadline) throw new Error('the load does not get on');
      }
    },
    stop: async () => {
      stopping = true;
      await Promise.all(working);
      // What the load itself does wrong proves nothing of the service.
      if (failed.length > 0) throw failed[0];
    },
  };
};

/** The day's quiz, made where there is none yet, with answers that pass and answers that do not. */
const quizOf = async ({ trpc }: Site): Promise<Desk['quiz']> => {
  // The service may be making up for a noon that it missed.
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
