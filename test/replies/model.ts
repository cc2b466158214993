import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model was asked, in one request. */
export interface ModelCall {
  /** The system's message: trusted text. */
  instructions: string;
  /** The first message of the user: the ticket. */
  material: string;
  /** Every message, as sent. */
  messages: { role: string; content: string | null; tool_call_id?: string }[];
  /** Names of the tools it may call. */
  tools: string[];
  /** Aborted when the caller left before the answer. */
  signal: AbortSignal;
}

/** What the model answers: a reply, any text, calls of tools, or an HTTP failure. */
export type ModelAnswer =
  | { html: string; confidence: number }
  | { content: string }
  | { toolCalls: { name: string; arguments: string }[] }
  | { status: number };

/** A language model whose answers a test decides; it speaks chat completions over HTTP. */
export interface TestModel {
  /** What an app started with these variables talks to. */
  env: Record<string, string>;
  calls: ModelCall[];
  /** How many requests are waiting for an answer, and the most there were at once. */
  open: { now: number; most: number };
  close: () => Promise<void>;
}

/** Starts a model that answers by `answer`. */
export const startModel = async (
  answer: (call: ModelCall) => ModelAnswer | Promise<ModelAnswer>,
): Promise<TestModel> => {
  const calls: ModelCall[] = [];
  const open = { now: 0, most: 0 };
  const server = createServer(async (req, res) => {
    const left = new AbortController();
    res.once('close', () => {
      open.now -= 1;
      if (!res.writableFinished) left.abort();
    });
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const call: ModelCall = {
      instructions: body.messages[0].content,
      material: body.messages[1].content,
      messages: body.messages,
      tools: (body.tools ?? []).map((tool: { function: { name: string } }) => tool.function.name),
      signal: left.signal,
    };
    calls.push(call);
    const given = await answer(call);
    const status = 'status' in given ? given.status : 200;
    res.writeHead(status, { 'content-type': 'application/json' });
    res.end(JSON.stringify(status === 200 ? completionOf(given) : { error: { message: 'no' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: { OPENAI_API_KEY: 'chave', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` },
    calls,
    open,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** What every answer says it took. */
export const modelUsage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

const completionOf = (answer: ModelAnswer): object => {
  const usage = modelUsage;
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

/** The ticket and the similar ones as a call of the model holds them. */
export const materialOf = (
  call: ModelCall | undefined,
): {
  ticket: { assunto: string; cliente: string | null; mensagens: { de: string; texto: string }[] };
  ticketsSemelhantes: { assunto: string; pergunta: string; resposta: string }[];
} => {
  if (!call) throw new Error('the model was not asked');
  const [, text] = call.material.match(/^<[^>]+>\n([\s\S]*)\n<\/[^>]+>$/) ?? [];
  return JSON.parse(text ?? '');
};
