import { z } from 'zod';
import type { QuizDraft } from '../../server/quiz/checks/draft.ts';
import { quizFromText } from './quiz-from-text.ts';
import { replyFromText } from './reply-from-text.ts';
import { type StubRequest, type StubResponse, startStubServer } from './stub-server.ts';

/** An answer of the stub: a quiz, a reply to a ticket, or plain text. */
export type Answer = QuizDraft | { html: string; confidence: number } | { answer: string };

const chatRequest = z.object({
  model: z.string().min(1),
  messages: z
    .array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
    .min(1),
  response_format: z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({
      name: z.string().regex(/^[\w-]{1,64}$/),
      strict: z.literal(true),
      schema: z.record(z.string(), z.unknown()),
    }),
  }),
});
type ChatRequest = z.infer<typeof chatRequest>;

const answerTo = (schema: string, instructions: string, text: string): Answer => {
  // The instructions list the questions that the quiz must not repeat.
  if (schema === 'quiz') return quizFromText(text, instructions.match(/^- /gm)?.length);
  if (schema === 'answer') return { answer: `O modelo de ensaio recebeu a pergunta: ${text}` };
  return replyFromText(text);
};

/** A valid request to the stub, with the answer that the stub would give. */
export interface ModelTurn {
  request: ChatRequest;
  answer: Answer;
}

/**
 * Starts a stub of OpenAI's chat completions with structured output.
 * @param respond overrides the stub's response
 */
export const startSandboxModel = async (
  respond: (turn: ModelTurn) => StubResponse | Promise<StubResponse> = completion,
) => {
  const chat = async (request: StubRequest): Promise<StubResponse> => {
    if (!/^Bearer .+/.test(request.headers.authorization ?? '')) {
      return refusal(401, 'invalid_api_key', 'You did not provide an API key.');
    }
    const parsed = chatRequest.safeParse(parseJson(request.body));
    if (!parsed.success) return refusal(400, 'invalid_request_error', parsed.error.message);
    const [instructions, material] = (['system', 'user'] as const).map(
      (sender) => parsed.data.messages.find(({ role }) => role === sender)?.content ?? '',
    );
    const { name } = parsed.data.response_format.json_schema;
    const answer = answerTo(name, instructions ?? '', withoutMarkers(material ?? ''));
    return respond({ request: parsed.data, answer });
  };
  const stub = await startStubServer((request) => {
    const route = `${request.method} ${request.url.pathname}`;
    if (route === 'POST /v1/chat/completions') return chat(request);
    return refusal(404, 'not_found', `Unknown request URL: ${route}.`);
  });
  /** `baseUrl` is the value for `OPENAI_BASE_URL`. */
  return { ...stub, baseUrl: `${stub.url}/v1` };
};

/** A completion with the answer, or with another content, refusal or finish reason. */
export const completion = (
  { request, answer }: ModelTurn,
  rest: { content?: string | null; refusal?: string; finish?: string } = {},
): StubResponse => {
  const { content = JSON.stringify(answer), refusal: refused = null, finish = 'stop' } = rest;
  return {
    status: 200,
    json: {
      id: `chatcmpl-${crypto.randomUUID()}`,
      object: 'chat.completion',
      created: Math.floor(Date.now() / 1_000),
      model: request.model,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content, refusal: refused },
          logprobs: null,
          finish_reason: finish,
        },
      ],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    },
  };
};

const refusal = (status: number, code: string, message: string): StubResponse => ({
  status,
  json: { error: { message, type: code, param: null, code } },
});

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** Removes the two marker lines around the material. */
const withoutMarkers = (message: string): string =>
  message.replace(/^<[\w-]+>\n/, '').replace(/\n<\/[\w-]+>$/, '');
