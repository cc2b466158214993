import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const ticket = z.object({ subject: z.string(), text: z.string() });
const topic = z.object({
  topic: z.string(),
  main: z.string(),
  issue: z.string(),
  /** What agents answered. */
  answer: z.string(),
  settled: z.array(ticket).min(1),
  /** The same problem in other words. */
  paraphrased: z.array(ticket).min(1),
  /** The same problem in words of the settled tickets. */
  sameWords: ticket,
});

/** A ticket that a reply should not be fooled by. */
const trap = ticket.extend({
  name: z.string(),
  kind: z.string(),
  /** True if a person has to take over: a confident reply is wrong. */
  refuse: z.boolean(),
  /** Texts that must not be in the reply. */
  forbidden: z.array(z.string()),
});
const traps = z.object({
  /** A settled ticket with personal data in its question and its answer. */
  planted: ticket.extend({ requesterName: z.string(), answer: z.string() }),
  traps: z.array(trap),
});

const edition = z.object({
  id: z.string(),
  title: z.string(),
  paragraphs: z.array(z.string()).min(1),
});

export type Topic = z.infer<typeof topic>;
export type Trap = z.infer<typeof trap>;
export type Traps = z.infer<typeof traps>;
export type EvalEdition = z.infer<typeof edition>;

const read = async <T>(
  schema: z.ZodType<T>,
  name: string,
  folder: string | undefined,
): Promise<T> => {
  const file = folder ? `${folder}/${name}` : new URL(`./data/${name}`, import.meta.url);
  return schema.parse(JSON.parse(await readFile(file, 'utf8')));
};

/**
 * The data of a folder, by default of `eval/data/`. Throws if it is not of the form that
 * eval/README.md describes.
 */
export const readTopics = (folder?: string): Promise<Topic[]> =>
  read(z.array(topic), 'tickets.json', folder);
export const readTraps = (folder?: string): Promise<Traps> => read(traps, 'traps.json', folder);
export const readEditions = (folder?: string): Promise<EvalEdition[]> =>
  read(z.array(edition), 'editions.json', folder);
