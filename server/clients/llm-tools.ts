import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionFunctionTool,
  ChatCompletionMessage,
  ChatCompletionMessageParam,
  ChatCompletionMessageToolCall,
} from 'openai/resources/chat/completions';
import { z } from 'zod';
import { parseBoundedJson } from '../text/bounded-json.ts';

export interface ModelTool {
  name: string;
  description: string;
  /** All parameters are required. */
  parameters: z.ZodObject;
  /** Returns text for the model. If it throws, the model gets a failure without the error's text. */
  call: (args: unknown) => Promise<string>;
}

/** The maximum of calls in one message; further calls are ignored. */
const maxCalls = 8;
const argumentBounds = { maxLength: 50_000, maxDepth: 32 };
const maxResultLength = 20_000;
/** The maximum length of all tool results in one request, in characters. */
const maxTotalLength = 80_000;
const maxContentLength = 20_000;

export const jsonSchemaOf = (schema: z.ZodType): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
};

export const toolParams = (tools: readonly ModelTool[]): ChatCompletionFunctionTool[] =>
  tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, strict: true, parameters: jsonSchemaOf(parameters) },
  }));

/** Creates a runner that limits the number of calls, their arguments and their results. */
export const createToolRunner = (tools: readonly ModelTool[]) => {
  let lengthLeft = maxTotalLength;

  const resultOf = async (call: ChatCompletionMessageToolCall): Promise<string> => {
    if (call.type !== 'function') return failure('não há tal ferramenta');
    const tool = tools.find(({ name }) => name === call.function.name);
    if (!tool) return failure('não há tal ferramenta');
    if (lengthLeft <= 0) return failure('limite de resultados atingido');
    const result = await tool
      .call(parseBoundedJson(call.function.arguments, argumentBounds))
      .catch(() => failure('a ferramenta falhou'));
    const cut = result.slice(0, Math.min(maxResultLength, lengthLeft)).toWellFormed();
    lengthLeft -= cut.length;
    return cut;
  };

  return {
    /** Returns the model's own message and a result for each call. */
    run: async (message: ChatCompletionMessage): Promise<ChatCompletionMessageParam[]> => {
      const calls = (message.tool_calls ?? []).slice(0, maxCalls);
      const results: ChatCompletionMessageParam[] = [];
      // Calls run one at a time, because a tool may query the database.
      for (const call of calls) {
        results.push({ role: 'tool', tool_call_id: call.id, content: await resultOf(call) });
      }
      const own: ChatCompletionAssistantMessageParam = {
        role: 'assistant',
        content: message.content?.slice(0, maxContentLength).toWellFormed() ?? null,
        tool_calls: calls.map(withShortArguments),
      };
      return [own, ...results];
    },
  };
};

const withShortArguments = (call: ChatCompletionMessageToolCall): ChatCompletionMessageToolCall =>
  call.type === 'function' && call.function.arguments.length > argumentBounds.maxLength
    ? { ...call, function: { ...call.function, arguments: '{}' } }
    : call;

const failure = (error: string): string => JSON.stringify({ error });
