import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/run-command.ts';
import { openLanguageModel } from '../server/clients/llm.ts';
import { readEditions, readTopics, readTraps } from './data.ts';
import { createJudge, type Judge } from './judge.ts';
import { evaluateQuiz } from './quiz.ts';
import { evaluateReplies } from './replies.ts';
import { comparisonOf, type Run, readRun, tableOf, writeRun } from './run.ts';
import { type EvalService, startEvalService } from './service.ts';
import { askAll, evaluateSimilar, sweepWeights } from './similar.ts';

// `npm run eval -- similar|replies|quiz`: evaluates the configured models (eval/README.md).
// `npm run eval -- compare A B`: compares two stored runs.

const usage = `usage: npm run eval -- similar|replies|quiz [--data FOLDER] [--limit N] [--out FILE] [--judge MODEL]
       similar: [--sweep]      replies: [--instructions FILE]
       npm run eval -- compare FILE FILE`;

const { values, positionals } = parseArgs({
  options: {
    data: { type: 'string' },
    limit: { type: 'string' },
    out: { type: 'string' },
    judge: { type: 'string' },
    instructions: { type: 'string' },
    sweep: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const limit = values.limit === undefined ? undefined : Number(values.limit);
const embeddings = process.env.EMBEDDINGS_MODEL ?? 'none';
const log = (line: string) => console.error(line);

/**
 * A service with the configured models; the judge is the model that `--judge` names at the same
 * address, else the evaluated one.
 */
const withModels = async (
  work: (given: { service: EvalService; judge: Judge; setting: Run['setting'] }) => Promise<Run>,
): Promise<Run> => {
  const service = await startEvalService(process.env);
  try {
    const { model } = service;
    if (!model) throw new Error('OPENAI_API_KEY is not set');
    const judging = values.judge ?? model.model;
    const setting = {
      model: model.model,
      judge: judging,
      embeddings,
      instructions: values.instructions ?? "the agent's",
    };
    const judge = createJudge(openLanguageModel({ ...model, model: judging }));
    return await work({ service, judge, setting });
  } finally {
    await service.close();
  }
};

const evaluate = async (kind: string | undefined): Promise<Run> => {
  switch (kind) {
    case 'similar': {
      const asked = await askAll((await readTopics(values.data)).slice(0, limit), process.env);
      if (values.sweep) console.log(`${sweepWeights(asked).join('\n')}\n`);
      return evaluateSimilar(asked, { embeddings });
    }
    case 'replies': {
      const topics = (await readTopics(values.data)).slice(0, limit);
      const { planted, traps } = await readTraps(values.data);
      const instructions = values.instructions
        ? await readFile(values.instructions, 'utf8')
        : undefined;
      const given = { topics, traps: { planted, traps: traps.slice(0, limit) }, instructions, log };
      return withModels(({ service, judge, setting }) =>
        evaluateReplies(service, { ...given, judge }, setting),
      );
    }
    case 'quiz': {
      const editions = (await readEditions(values.data)).slice(0, limit);
      return withModels(({ service, judge, setting }) =>
        evaluateQuiz(service, { editions, judge, log }, setting),
      );
    }
    default:
      throw new Error(usage);
  }
};

await runCommand(async () => {
  const [kind, first, second] = positionals;
  if (kind === 'compare') {
    if (!first || !second) throw new Error(usage);
    console.log(comparisonOf(await readRun(first), await readRun(second)));
    return;
  }
  const run = await evaluate(kind);
  console.log(tableOf(run));
  if (values.out) await writeRun(values.out, run);
});
