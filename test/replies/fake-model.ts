import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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
export interface FakeModel {
  /** Variables that make an app use this model. */
  env: Record<string, string>;
  calls: ModelCall[];
  /** Requests in flight: now, and the most at once. */
  open: { now: number; most: number };
  close: () => Promise<void>;
}

/** Starts a model that calls `answer` for each request. */
export const startFakeModel = async (
  answer: (call: ModelCall) => ModelAnswer | Promise<ModelAnswer>,
): Promise<FakeModel> => {
  const calls: ModelCall[] = [];
  const open = { now: 0, most: 0 };
  const server = createServer(async (req, res) => {
    const disconnected = new AbortController();
    res.once('close', () => {
      open.now -= 1;
      if (!res.writableFinished) disconnected.abort();
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
      maxOutputTokens: body.max_completion_tokens,
      signal: disconnected.signal,
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

/** The usage in every completion. */
export const modelUsage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

const completionOf = (answer: ModelAnswer): object => {
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
} => {
  if (!call) throw new Error('the model got no request');
  const [, text] = call.material.match(/^<[^>]+>\n([\s\S]*)\n<\/[^>]+>$/) ?? [];
  return JSON.parse(text ?? '');
};
