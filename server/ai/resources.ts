import type { Context } from '../context.ts';
import { analyticsAssistant, supportAssistant } from './agents.ts';
import { type AiRegistry, createAiRegistry } from './registry.ts';
import { formatJson, getCurrentDate } from './tools.ts';

/** A registry with the two agents and the two tools of the specification (§4.7). Others are registered beside them. */
export const defaultAiResources = (): AiRegistry<Context> => {
  const registry = createAiRegistry<Context>();
  registry.registerTool(getCurrentDate);
  registry.registerTool(formatJson);
  registry.registerAgent(supportAssistant);
  registry.registerAgent(analyticsAssistant);
  return registry;
};
