import { z } from 'zod';
import { type ModelHooks, type ModelRequest, openLanguageModel } from '../../server/clients/llm.ts';
import type { ModelEndpoint } from '../../server/config/models.ts';

/** A request to the model. */
interface Sent {
  headers: Headers;
  body: {
    messages: { role: string; content: string | null }[];
    max_completion_tokens: number;
    response_format: unknown;
    tools?: unknown;
    tool_choice?: string;
    model: string;
  };
}

/** A body, a text that may be invalid JSON, a status, or a function that returns one of them. */
export type Answer = object | string | number | (() => Answer);

export const said = (content: string, rest: object = {}) => ({
  choices: [{ finish_reason: 'stop', message: { content }, ...rest }],
});
export const good = said('{"word":"sim"}');
export const calls = (...names: string[]) => ({
  choices: [
    {
      finish_reason: 'tool_calls',
      message: {
        content: null,
        tool_calls: names.map((name, index) => ({
          id: `call_${index}`,
          type: 'function',
          function: { name, arguments: '{}' },
        })),
      },
    },
  ],
});

export const wordAnswer = z.object({ word: z.string() });

/** Asks a model that gives these answers in order and then repeats the last one. */
export const askModel = async (
  answers: Answer[],
  {
    request = {},
    endpoint = {},
    hooks = {},
  }: {
    request?: Partial<ModelRequest<{ word: string }>>;
    endpoint?: Partial<ModelEndpoint>;
    hooks?: ModelHooks;
  } = {},
) => {
  const sent: Sent[] = [];
  const llm = openLanguageModel(
    { apiKey: 'chave', baseUrl: 'http://modelo.example/v1', model: 'm', ...endpoint },
    {
      ...hooks,
      fetch: async (_url, init) => {
        const given = answers[Math.min(sent.length, answers.length - 1)];
        const answer = typeof given === 'function' ? given() : given;
        init?.signal?.throwIfAborted();
        sent.push({ headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) });
        if (typeof answer === 'number') {
          return new Response('', { status: answer, headers: { 'retry-after-ms': '1' } });
        }
        return typeof answer === 'string'
          ? new Response(answer, { headers: { 'content-type': 'application/json' } })
          : Response.json(answer);
      },
    },
  );
  const outcome = await llm
    .ask({
      instructions: 'Diga uma palavra.',
      material: { label: 'texto', text: 'o material' },
      answer: { name: 'word', schema: wordAnswer },
      attemptMs: 20_000,
      signal: new AbortController().signal,
      ...request,
    })
    .catch((error: unknown) => (error instanceof Error ? error.message : error));
  return { outcome, sent };
};
