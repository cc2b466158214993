import { attempt } from '../peers/requests.ts';

/** One reader's submission, as JSON. */
export interface Submission {
  reader: number;
  body: string;
}

/** Every pair of quiz and reader once, by quiz. */
export function* submissions(readers: { from: number; count: number }): Generator<Submission> {
  for (let quiz = 1; quiz <= 200; quiz += 1) {
    const body = attempt(quiz);
    for (let reader = readers.from; reader < readers.from + readers.count; reader += 1) {
      yield { reader, body };
    }
  }
}

/** A reader's e-mail. */
export const emailOf = (reader: number): string => `leitora${reader}@exemplo.com.br`;

/** Runs items of `work` with `clients` at once for `seconds`; returns items per second. */
export const rateOf = async <T>(
  work: Generator<T>,
  { clients, seconds }: { clients: number; seconds: number },
  run: (item: T) => Promise<void>,
): Promise<number> => {
  const started = performance.now();
  const end = started + seconds * 1_000;
  let done = 0;
  const client = async () => {
    while (performance.now() < end) {
      const next = work.next();
      if (next.done) throw new Error('no submissions left');
      await run(next.value);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (done * 1_000) / (performance.now() - started);
};
