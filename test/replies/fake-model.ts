import { startStubServer } from '../../scripts/sandbox/stub-server.ts';

/** One request to the model. */
export interface ModelCall {
  /** The system message: trusted text. */
  instructions: string;
  /** The first message of the user: the ticket. */
  material: string;
  /** Every message as sent. */
  messages: { role: string; content: string | null; tool_call_id?: string }[];
  /** Names of the offered tools. */
  tools: string[];
  maxOutputTokens: number;
  /** Aborts if the client disconnects before the response. */
  signal: AbortSignal;
}

/** A reply, any text, tool calls, or an HTTP failure. */
export type ModelAnswer =
  | { html: string; confidence: number; usage?: { prompt_tokens: number } }
  | { content: string }
  | { toolCalls: { name: string; arguments: string }[] }
  | { status: number };

/** A fake language model: an HTTP server for chat completions whose answers a test decides. */
export type FakeModel = Awaited<ReturnType<typeof startFakeModel>>;

/** Starts a model that calls `answer` for each request. */
export const startFakeModel = async (
  answer: (call: ModelCall) => ModelAnswer | Promise<ModelAnswer>,
) => {
  const calls: ModelCall[] = [];
  const open = { now: 0, most: 0 };
  const stub = await startStubServer(async (request, res) => {
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    res.once('close', () => {
      open.now -= 1;
    });
    const body = JSON.parse(request.body);
    const call: ModelCall = {
      instructions: body.messages[0].content,
      material: body.messages[1].content,
      messages: body.messages,
      tools: (body.tools ?? []).map((tool: { function: { name: string } }) => tool.function.name),
      maxOutputTokens: body.max_completion_tokens,
      signal: request.signal,
    };
    calls.push(call);
    const given = await answer(call);
    return 'status' in given
      ? { status: given.status, json: { error: { message: 'no' } } }
      : { status: 200, json: completionOf(given) };
  });
  return {
    env: { OPENAI_API_KEY: 'chave', OPENAI_BASE_URL: `${stub.url}/v1` },
    calls,
    /** Requests in flight: now, and the most at once. */
    open,
    close: stub.close,
  };
};

/** The usage in every completion. */
export const modelUsage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

const completionOf = (answer: Exclude<ModelAnswer, { status: number }>): object => {
  const usage = { ...modelUsage, ...('usage' in answer && answer.usage) };
  if ('toolCalls' in answer) {
    const tool_calls = answer.toolCalls.map((call, index) => ({
      id: `call_${index}`,
      type: 'function',
      function: call,
    }));
    return {
      usage,
      choices: [{ finish_reason: 'tool_calls', message: { content: null, tool_calls } }],
    };
  }
  const content = 'content' in answer ? answer.content : JSON.stringify(answer);
  return {
    usage,
    choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }],
  };
};

/** The ticket and the similar ones in a request to the model. */
export const materialOf = (
  call: ModelCall | undefined,
): {
  ticket: {
    assunto: string;
    cliente: string | null;
    mensagens: { de: string; texto: string }[];
    notasInternas?: string[];
  };
  ticketsSemelhantes: { categoria: string; problema: string | null; resposta: string }[];
  respostasProntas?: { titulo: string; texto: string }[];
} => {
  if (!call) throw new Error('the model got no request');
  const [, text] = call.material.match(/^<[^>]+>\n([\s\S]*)\n<\/[^>]+>$/) ?? [];
  return JSON.parse(text ?? '');
};
