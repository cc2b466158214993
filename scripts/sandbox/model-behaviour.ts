import type { QuizDraft } from '../../server/quiz/checks/draft.ts';
import type { StubResponse } from './stub-server.ts';

/** The stub's answer to a request: a quiz, a reply to a ticket or plain text. */
export type Answer = QuizDraft | { html: string; confidence: number } | { answer: string };

const first = <T>(items: readonly T[]): T => {
  const [item] = items;
  if (item === undefined) throw new Error('the list is empty');
  return item;
};

/** Breaks the first question of a quiz. */
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

// Long enough for a test on a busy machine to freeze the process that waits for it.
const slowMs = 4_000;

/** Possible responses of the stub. */
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

/** The response for a behaviour. */
export const behave = (
  behaviour: Behaviour,
  { model, answer }: { model: string; answer: Answer },
): StubResponse => {
  const good = JSON.stringify(answer);
  const completion = (
    content: string | null,
    rest: { refusal?: string; finish?: string } = {},
  ) => ({
    id: `chatcmpl-${crypto.randomUUID()}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1_000),
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: rest.refusal ?? null },
        logprobs: null,
        finish_reason: rest.finish ?? 'stop',
      },
    ],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  });
  const ok = (json: unknown): StubResponse => ({ status: 200, json });
  const failure = (status: number, code: string, headers = {}): StubResponse => ({
    status,
    json: { error: { message: 'The sandbox was told to fail.', type: code, param: null, code } },
    headers,
  });
  switch (behaviour) {
    case 'well':
      return ok(completion(good));
    case 'slow':
      return (res) => {
        setTimeout(() => res.end(JSON.stringify(completion(good))), slowMs);
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
      return ok(completion(good.slice(0, good.length / 2)));
    case 'not-json':
      return ok(completion('Claro! Aqui está o quiz que você pediu.'));
    case 'refusal':
      return ok(completion(null, { refusal: 'Não posso ajudar com isso.' }));
    case 'length':
      return ok(completion(good.slice(0, 100), { finish: 'length' }));
    case 'content-filter':
      return ok(completion(null, { finish: 'content_filter' }));
    case 'busy':
      return failure(429, 'rate_limit_exceeded', { 'retry-after': '1' });
    case 'down':
      return failure(500, 'server_error');
    case 'cut':
      return (res) => {
        res.destroy();
      };
    default:
      return ok(completion(JSON.stringify(invalidAnswers[behaviour](answer))));
  }
};
