import { z } from 'zod';
import { type Answer, type Behaviour, behave } from './model-behaviour.ts';
import { quizFromText } from './quiz-from-text.ts';
import { replyFromText } from './reply-from-text.ts';
import { type StubRequest, type StubResponse, startStubServer } from './stub-server.ts';

/** The only API key that is rejected. */
export const wrongModelKey = 'wrong';

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
  // The questions of a quiz that are not to be asked again are listed.
  if (schema === 'quiz') return quizFromText(text, instructions.match(/^- /gm)?.length);
  if (schema === 'answer') return { answer: `O modelo de ensaio recebeu a pergunta: ${text}` };
  return replyFromText(text);
};

/** Starts a stub of OpenAI's chat completions with structured output. */
export const startSandboxModel = async () => {
  const queue: Behaviour[] = [];
  const requests: ChatRequest[] = [];
  let usual: Behaviour = 'well';
  let held = Promise.resolve();
  const chat = async (request: StubRequest): Promise<StubResponse> => {
    if (!/^Bearer .+/.test(request.headers.authorization ?? '')) {
      return refusal(401, 'invalid_api_key', 'You did not provide an API key.');
    }
    if (request.headers.authorization === `Bearer ${wrongModelKey}`) {
      return refusal(401, 'invalid_api_key', 'Incorrect API key provided.');
    }
    const parsed = chatRequest.safeParse(parseJson(request.body));
    if (!parsed.success) return refusal(400, 'invalid_request_error', parsed.error.message);
    const { schema, name } = parsed.data.response_format.json_schema;
    const problem = strictProblem(schema);
    if (problem) return refusal(400, 'invalid_request_error', `Invalid schema: ${problem}`);
    requests.push(parsed.data);
    const [instructions, material] = (['system', 'user'] as const).map(
      (sender) => parsed.data.messages.find(({ role }) => role === sender)?.content ?? '',
    );
    const text = withoutMarkers(material ?? '');
    await held;
    return behave(queue.shift() ?? usual, {
      model: parsed.data.model,
      answer: answerTo(name, instructions ?? '', text),
    });
  };
  const stub = await startStubServer((request) => {
    const route = `${request.method} ${request.url.pathname}`;
    if (route === 'POST /v1/chat/completions') return chat(request);
    return refusal(404, 'not_found', `Unknown request URL: ${route}.`);
  });
  return {
    ...stub,
    /** The value for `OPENAI_BASE_URL`. */
    baseUrl: `${stub.url}/v1`,
    /** The bodies of the requests so far. */
    requests,
    /** Queues a behaviour for each of the next requests; after them the usual behaviour applies. */
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

/** The material is enclosed in two marker lines. */
const withoutMarkers = (message: string): string =>
  message.replace(/^<[\w-]+>\n/, '').replace(/\n<\/[\w-]+>$/, '');

const unsupported = ['allOf', 'not', 'if', 'oneOf', 'patternProperties', 'propertyNames'];

/**
 * The reasons for which OpenAI's strict mode rejects a schema: open objects, optional fields and some
 * keywords.
 */
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
