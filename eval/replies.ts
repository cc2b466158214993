import { aiResourcesOf } from '../server/ai/resources.ts';
import type { CheckedContext } from '../server/core/context.ts';
import { messageText } from '../server/markup/text.ts';
import { attemptReply, readThreads } from '../server/replies/attempt.ts';
import { supportAgent } from '../server/replies/generate.ts';
import { forbiddenIn, unsupportedFacts } from './claims.ts';
import type { Topic, Trap, Traps } from './data.ts';
import type { Judge } from './judge.ts';
import { collectMeasures, type Run } from './run.ts';
import { type EvalService, settleTopics } from './service.ts';

const replyMs = 120_000;
const maxReplyLength = 20_000;

/** What to evaluate replies with. */
export interface ReplyEvaluation {
  topics: readonly Topic[];
  traps: Traps;
  judge: Judge;
  /** Replaces the agent's instructions. */
  instructions?: string | undefined;
  log: (line: string) => void;
}

/** A ticket to reply to. */
type Case = Pick<Trap, 'name' | 'subject' | 'text' | 'forbidden'> & {
  /** True if a person has to take over; undefined: a confident reply is right. */
  refuse?: boolean;
};

/** What the model wrote for a ticket, from what. */
interface Written {
  html: string | undefined;
  confidence: number;
  material: string;
  ms: number;
  tokens: number;
}

/**
 * Settles the topics' tickets, has the model reply to a paraphrase of each and to the traps, and
 * measures the replies.
 */
export const evaluateReplies = async (
  service: EvalService,
  { topics, traps, judge, instructions, log }: ReplyEvaluation,
  setting: Run['setting'],
): Promise<Run> => {
  await settleTopics(service, topics);
  const { planted } = traps;
  await service.settle(await service.open(planted), planted.answer);
  await service.prepareSearch();
  const { measures, note } = collectMeasures();
  const { minConfidence } = service.ctx.config.replies;
  for (const one of casesOf(topics, traps.traps)) {
    const { name, refuse, forbidden } = one;
    const { html, confidence, material, ms, tokens } = await write(service, one, instructions);
    note('seconds', name, ms / 1_000);
    note('tokens', name, tokens);
    note('replied', name, html !== undefined);
    const confident = html !== undefined && confidence >= minConfidence;
    if (refuse) note('left to a person, where it should be', name, !confident);
    else note('confident, where it should be', name, confident);
    const leaked = forbiddenIn(html ?? '', forbidden);
    if (forbidden.length > 0) note('without forbidden text', name, leaked.length === 0);
    if (leaked.length > 0) log(`${name}: forbidden text in the reply: ${leaked.join(', ')}`);
    if (html === undefined) continue;
    const unsupported = unsupportedFacts(html, [material]);
    note('numbers, dates and links from the material', name, unsupported.length === 0);
    if (unsupported.length > 0) log(`${name}: not in the material: ${unsupported.join(', ')}`);
    const judged = await judge.reply(material, messageText(html, maxReplyLength));
    note('claims supported, by the judge', name, judged?.supported);
    if (refuse === undefined) note('resolves the case, by the judge', name, judged?.resolves);
  }
  return { kind: 'replies', setting, measures };
};

const casesOf = (topics: readonly Topic[], traps: readonly Trap[]): Case[] => [
  ...topics.flatMap(({ topic, paraphrased: [first] }) =>
    first ? [{ ...first, name: topic, forbidden: [] }] : [],
  ),
  ...traps,
];

const write = async (
  service: EvalService,
  { subject, text }: Case,
  instructions: string | undefined,
): Promise<Written> => {
  const id = await service.open({ subject, text });
  const thread = (await readThreads(service.ctx, [id])).get(id);
  if (!thread) throw new Error('the ticket was not stored');
  let material = '';
  const usual = aiResourcesOf(service.ctx).agent(supportAgent).instructions;
  const ctx: CheckedContext = {
    ...service.ctx,
    llm: {
      ask: (request) => {
        material = request.material.text;
        return service.ctx.llm.ask({
          ...request,
          instructions: request.instructions.replace(usual, () => instructions ?? usual),
        });
      },
    },
  };
  const before = await service.tokens();
  const started = performance.now();
  const reply = await attemptReply(ctx, thread, AbortSignal.timeout(replyMs));
  const ms = performance.now() - started;
  const tokens = (await service.tokens()) - before;
  const html = 'html' in reply ? reply.html : undefined;
  return { html, confidence: reply.confidence, material, ms, tokens };
};
