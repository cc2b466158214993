import type { DatabaseLocation } from '../db/connection/database.ts';
import type { CheckedContext } from '../server/core/context.ts';
import {
  type FusionWeights,
  fuse,
  fusionWeights,
  type RankedList,
} from '../server/replies/fusion.ts';
import {
  quickRepliesLimit,
  searchSources,
  similarTicketsLimit,
} from '../server/replies/similar.ts';
import type { Topic } from './data.ts';
import { collectMeasures, type Run } from './run.ts';
import { type EvalEnv, settleTopics, startEvalService } from './service.ts';

/** A question, what each search found, and which tickets are right. */
export interface AskedQuestion {
  name: string;
  topic: string;
  kind: 'paraphrased' | 'same words';
  lists: RankedList[];
  /** What each search found of quick replies. */
  quickReplies: RankedList[];
  /** The settled tickets of the same problem. */
  right: ReadonlySet<number>;
  /** The quick reply that answers it. */
  rightReply: number | undefined;
}

/**
 * Settles the topics' tickets in an empty database, makes each answer a quick reply too, embeds them, and
 * searches for each question. `env` configures the embedding service; without one words are searched alone.
 */
export const askAll = async (
  topics: readonly Topic[],
  env: EvalEnv,
  database?: DatabaseLocation,
): Promise<AskedQuestion[]> => {
  const service = await startEvalService(env, database);
  try {
    const rightOf = await settleTopics(service, topics);
    const replyOf = new Map<string, number>();
    for (const { topic, issue: title, answer: content } of topics) {
      replyOf.set(topic, await service.addQuickReply({ title, content }));
    }
    await service.prepareSearch();
    const asked: AskedQuestion[] = [];
    for (const { topic, paraphrased, sameWords } of topics) {
      const questions = [
        ...paraphrased.map((ticket) => ({ ticket, kind: 'paraphrased' as const })),
        { ticket: sameWords, kind: 'same words' as const },
      ];
      for (const [index, { ticket, kind }] of questions.entries()) {
        const question = { ...ticket, exceptId: 0, requesterName: null };
        const found = await search(service.ctx, question, env);
        const right = rightOf.get(topic) ?? new Set<number>();
        const rightReply = replyOf.get(topic);
        asked.push({ name: `${topic}/${index}`, topic, kind, ...found, right, rightReply });
      }
    }
    return asked;
  } finally {
    await service.close();
  }
};

const attempts = 10;

/**
 * Searches as the service does; again where the embedding service took longer than a question may
 * wait for it, as on a busy machine.
 */
const search = async (
  ctx: CheckedContext,
  question: Parameters<typeof searchSources>[1],
  env: EvalEnv,
): ReturnType<typeof searchSources> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    // Later than the half minute for which the service then asks nothing.
    const now = () => new Date(Date.now() + attempt * 60_000);
    const found = await searchSources({ ...ctx, now }, question, AbortSignal.timeout(10_000));
    if (!env.EMBEDDINGS_MODEL || found.lists.length > 1) return found;
  }
  throw new Error('a question was searched by words alone: see the log');
};

type Searched = RankedList['by'] | 'fused';

/** The place of the first right ticket among the first five, from 1; undefined if none is among them. */
export const rankOf = (
  { lists, right }: AskedQuestion,
  by: Searched,
  weights: FusionWeights = fusionWeights,
): number | undefined => {
  const used = by === 'fused' ? lists : lists.filter((list) => list.by === by);
  const found = fuse(used, similarTicketsLimit, weights);
  const at = found.findIndex(({ id }) => right.has(id));
  return at === -1 ? undefined : at + 1;
};

const findsQuickReply = ({ quickReplies, rightReply }: AskedQuestion): boolean =>
  fuse(quickReplies, quickRepliesLimit).some(({ id }) => id === rightReply);

/**
 * Recall@5 and the reciprocal rank of every question by each search and fused, and whether a source
 * of its draft is right: among the settled tickets alone, the quick replies alone, and both.
 */
export const evaluateSimilar = (asked: readonly AskedQuestion[], setting: Run['setting']): Run => {
  const { measures, note } = collectMeasures();
  const searches = new Set(asked.flatMap(({ lists }) => lists.map(({ by }) => by)));
  for (const kind of ['paraphrased', 'same words'] as const) {
    for (const by of [...searches, ...(searches.size > 1 ? (['fused'] as const) : [])]) {
      for (const question of asked.filter((one) => one.kind === kind)) {
        const rank = rankOf(question, by);
        note(`${kind}, ${by}: recall@5`, question.name, rank !== undefined);
        note(`${kind}, ${by}: reciprocal rank`, question.name, rank === undefined ? 0 : 1 / rank);
      }
    }
    for (const question of asked.filter((one) => one.kind === kind)) {
      const [byTicket, byReply] = [
        rankOf(question, 'fused') !== undefined,
        findsQuickReply(question),
      ];
      note(`${kind}, a settled ticket is right`, question.name, byTicket);
      note(`${kind}, a quick reply is right`, question.name, byReply);
      note(`${kind}, a source is right`, question.name, byTicket || byReply);
    }
  }
  return { kind: 'similar', setting, measures };
};

const grid: FusionWeights[] = [1, 3, 10, 30].flatMap((k) =>
  [0.5, 1, 2, 4].map((words) => ({ k, words, meaning: 1 })),
);

/**
 * The mean reciprocal rank and recall@5 of other weights of the fusion, a line each, on every other
 * topic: choose by these, and report the figures of the rest.
 */
export const sweepWeights = (asked: readonly AskedQuestion[]): string[] => {
  const halves = halvesOf(asked);
  return grid.map((weights) => {
    const parts = (['chosen on', 'held out'] as const).map((name, index) => {
      const ranks = (halves[index] ?? []).map((one) => rankOf(one, 'fused', weights));
      const recall = ranks.filter((rank) => rank !== undefined).length / ranks.length;
      const reciprocal = ranks.reduce<number>((sum, rank) => sum + (rank ? 1 / rank : 0), 0);
      return `${name} ${recall.toFixed(3)} / ${(reciprocal / ranks.length).toFixed(3)}`;
    });
    return `k ${weights.k}, words ${weights.words}: ${parts.join(', ')}`;
  });
};

/** The questions of every other topic, and the rest. */
export const halvesOf = (
  asked: readonly AskedQuestion[],
): [chosenOn: AskedQuestion[], heldOut: AskedQuestion[]] => {
  const topics = [...new Set(asked.map(({ topic }) => topic))];
  const first = new Set(topics.filter((_, index) => index % 2 === 0));
  return [
    asked.filter(({ topic }) => first.has(topic)),
    asked.filter(({ topic }) => !first.has(topic)),
  ];
};
