import { z } from 'zod';
import { timeZone } from '../core/civil-time.ts';
import type { Context } from '../core/context.ts';
import { parseBoundedJson } from '../text/bounded-json.ts';
import type { Tool } from './registry.ts';

/** Defines a tool, whose result the model receives as JSON. */
export const defineTool = <P extends z.ZodObject>(tool: {
  name: string;
  description: string;
  parameters: P;
  run: (ctx: Context, args: z.output<P>) => unknown;
}): Tool => ({
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
  timeZone,
  dateStyle: 'full',
  timeStyle: 'short',
});

/** Returns the date and time in São Paulo. */
export const getCurrentDate = defineTool({
  name: 'get_current_date',
  description: 'Diz a data e a hora de agora, em São Paulo.',
  parameters: z.object({}),
  run: (ctx) => ({ iso: ctx.now().toISOString(), saoPaulo: saoPaulo.format(ctx.now()) }),
});

const jsonBounds = { maxLength: 20_000, maxDepth: 32 };
/** Longer results would be cut off and read as invalid JSON. */
const maxFormattedLength = 16_000;

export const formatJson = defineTool({
  name: 'format_json',
  description: 'Formata um texto JSON com recuo de dois espaços; diz se ele não é um JSON válido.',
  parameters: z.object({ json: z.string().max(jsonBounds.maxLength) }),
  run: (_ctx, { json }) => {
    const value = parseBoundedJson(json, jsonBounds);
    if (value === undefined) {
      return { error: `não é um JSON válido, ou tem mais de ${jsonBounds.maxDepth} níveis` };
    }
    const formatted = JSON.stringify(value, null, 2);
    return formatted.length > maxFormattedLength ? { error: 'é longo demais' } : { formatted };
  },
});
