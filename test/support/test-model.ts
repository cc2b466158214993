import { z } from 'zod';
import {
  type Answer,
  completion,
  type ModelTurn,
  startSandboxModel,
} from '../../scripts/sandbox/model.ts';
import type { StubResponse } from '../../scripts/sandbox/stub-server.ts';
import type { QuizDraft } from '../../server/quiz/checks/draft.ts';

const first = <T>(items: readonly T[]): T => {
  const [item] = items;
  if (item === undefined) throw new Error('the list is empty');
  return item;
};

/** Makes the first question of a quiz invalid. */
const withBrokenQuestion =
  (breakQuestion: (question: QuizDraft['questions'][number]) => object) => (answer: Answer) => {
    if (!('questions' in answer)) return answer;
    const [question, ...rest] = answer.questions;
    return {
      ...answer,
      questions: question ? [{ ...question, ...breakQuestion(question) }, ...rest] : [],
    };
  };

const withQuestions =
  (change: (questions: QuizDraft['questions']) => QuizDraft['questions']) => (answer: Answer) =>
    'questions' in answer ? { ...answer, questions: change(answer.questions) } : answer;

/** Answers that match the schema and are invalid. */
const invalidAnswers = {
  'nine-questions': withQuestions((questions) => questions.slice(0, 9)),
  'eleven-questions': withQuestions((questions) => [
    ...questions,
    { ...first(questions), question: 'Qual é a décima primeira pergunta?' },
  ]),
  'twin-options': withBrokenQuestion(({ options }) => ({
    options: [options[0], ` ${options[0]?.toUpperCase()} `, options[2], options[3]],
    correctAnswer: options[0],
  })),
  'answer-not-an-option': withBrokenQuestion(() => ({ correctAnswer: 'Nenhuma das anteriores' })),
  'empty-text': withBrokenQuestion(() => ({ explanation: '  \n ' })),
  'html-in-options': withBrokenQuestion(({ options }) => ({
    options: ['<b>Um</b>', ...options.slice(1)],
    correctAnswer: '<b>Um</b>',
  })),
  'wrong-types': withBrokenQuestion(() => ({ options: 'Brasil, Chile, Peru, Bolívia' })),
  'three-options': withBrokenQuestion(({ correctAnswer }) => ({
    options: [correctAnswer, 'Um', 'Dois'],
  })),
} satisfies Record<string, (answer: Answer) => unknown>;

// The delay is long enough for a test on a busy machine to freeze the waiting process.
const slowMs = 4_000;

/** The possible responses of the stub. */
export type Behaviour =
  | 'well'
  | 'slow'
  | 'hang'
  | 'hang-in-body'
  | 'truncated-json'
  | 'not-json'
  | 'refusal'
  | 'length'
  | 'content-filter'
  | 'busy'
  | 'down'
  | 'cut'
  | keyof typeof invalidAnswers;

const failure = (status: number, code: string, headers = {}): StubResponse => ({
  status,
  json: { error: { message: 'The stub was told to fail.', type: code, param: null, code } },
  headers,
});

const behave = (behaviour: Behaviour, turn: ModelTurn): StubResponse => {
  const good = JSON.stringify(turn.answer);
  switch (behaviour) {
    case 'well':
      return completion(turn);
    case 'slow':
      return (res) => {
        const body = completion(turn);
        setTimeout(() => res.end('json' in body ? JSON.stringify(body.json) : ''), slowMs);
        res.writeHead(200, { 'content-type': 'application/json' });
      };
    case 'hang':
      return () => undefined;
    case 'hang-in-body':
      return (res) => {
        res.writeHead(200, { 'content-type': 'application/json' });
        res.write('{"id":');
      };
    case 'truncated-json':
      return completion(turn, { content: good.slice(0, good.length / 2) });
    case 'not-json':
      return completion(turn, { content: 'Claro! Aqui está o quiz que você pediu.' });
    case 'refusal':
      return completion(turn, { content: null, refusal: 'Não posso ajudar com isso.' });
    case 'length':
      return completion(turn, { content: good.slice(0, 100), finish: 'length' });
    case 'content-filter':
      return completion(turn, { content: null, finish: 'content_filter' });
    case 'busy':
      return failure(429, 'rate_limit_exceeded', { 'retry-after': '1' });
    case 'down':
      return failure(500, 'server_error');
    case 'cut':
      return (res) => {
        res.destroy();
      };
    default:
      return completion(turn, { content: JSON.stringify(invalidAnswers[behaviour](turn.answer)) });
  }
};

/** Starts the stub of the model; a test chooses how it responds. */
export const startTestModel = async () => {
  const queue: Behaviour[] = [];
  const requests: ModelTurn['request'][] = [];
  let usual: Behaviour = 'well';
  let held = Promise.resolve();
  const stub = await startSandboxModel(async (turn) => {
    const problem = strictProblem(turn.request.response_format.json_schema.schema);
    if (problem) throw new Error(`OpenAI's strict mode rejects the schema: ${problem}`);
    requests.push(turn.request);
    await held;
    return behave(queue.shift() ?? usual, turn);
  });
  return {
    ...stub,
    /** The bodies of all requests so far. */
    requests,
    /** Queues a behaviour for each of the next requests; later requests get the usual behaviour. */
    next: (...behaviours: Behaviour[]) => void queue.push(...behaviours),
    /** Sets the usual behaviour. */
    always: (behaviour: Behaviour) => {
      usual = behaviour;
    },
    /** Holds all responses until the returned function is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
  };
};

const unsupported = ['allOf', 'not', 'if', 'oneOf', 'patternProperties', 'propertyNames'];

/** Why OpenAI's strict mode rejects a schema: open objects, optional fields and some keywords. */
const strictProblem = (schema: unknown): string | undefined => {
  if (Array.isArray(schema)) return schema.map(strictProblem).find(Boolean);
  if (typeof schema !== 'object' || schema === null) return undefined;
  const fields = new Map(Object.entries(schema));
  const keyword = unsupported.find((name) => fields.has(name));
  if (keyword) return `'${keyword}' is not permitted.`;
  if (fields.get('type') === 'object') {
    if (fields.get('additionalProperties') !== false) {
      return "'additionalProperties' is required to be supplied and to be false.";
    }
    const properties = Object.keys(Object(fields.get('properties')));
    const required = z.array(z.string()).safeParse(fields.get('required')).data ?? [];
    if (properties.some((name) => !required.includes(name))) {
      return "'required' is required to include every key in properties.";
    }
  }
  return [...fields.values()].map(strictProblem).find(Boolean);
};
