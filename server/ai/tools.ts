import { z } from 'zod';
import type { ModelTool } from '../clients/llm.ts';
import type { Context } from '../context.ts';
import type { Agent, Tool } from './registry.ts';

/** Makes a tool out of a function of checked arguments. What it answers reaches the model as JSON. */
export const defineTool = <P extends z.ZodObject>(tool: {
  name: string;
  description: string;
  parameters: P;
  run: (ctx: Context, args: z.output<P>) => unknown;
}): Tool<Context> => ({
  name: tool.name,
  description: tool.description,
  parameters: tool.parameters,
  call: async (ctx, args) => {
    const parsed = tool.parameters.safeParse(args);
    if (!parsed.success) return JSON.stringify({ error: z.prettifyError(parsed.error) });
    return JSON.stringify(await tool.run(ctx, parsed.data)) ?? 'null';
  },
});

const saoPaulo = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'full',
  timeStyle: 'short',
});

/** Tells the date and time in São Paulo. */
export const getCurrentDate = defineTool({
  name: 'get_current_date',
  description: 'Diz a data e a hora de agora, em São Paulo.',
  parameters: z.object({}),
  run: (ctx) => ({ iso: ctx.now().toISOString(), saoPaulo: saoPaulo.format(ctx.now()) }),
});

const maxJsonLength = 20_000;

/** Formats a JSON text, or tells that it is none. */
export const formatJson = defineTool({
  name: 'format_json',
  description: 'Formata um texto JSON com recuo de dois espaços; diz se ele não é um JSON válido.',
  parameters: z.object({ json: z.string().max(maxJsonLength) }),
  run: (_ctx, { json }) => {
    try {
      return { formatted: JSON.stringify(JSON.parse(json), null, 2) };
    } catch {
      return { error: 'não é um JSON válido' };
    }
  },
});

/** The tools of an agent as the model's client takes them: a call of theirs works with this context. */
export const modelToolsOf = (ctx: Context, agent: Agent<Context>): ModelTool[] =>
  ctx.ai.toolsOf(agent).map((tool) => ({
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    call: (args) => tool.call(ctx, args),
  }));
