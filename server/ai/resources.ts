import type { Context } from '../context.ts';
import { analyticsAssistant, supportAssistant } from './agents.ts';
import { type AiRegistry, createAiRegistry } from './registry.ts';
import { formatJson, getCurrentDate } from './tools.ts';

/** A registry with the default agents and tools. Others can be added to it. */
export const defaultAiResources = (): AiRegistry<Context> => {
  const registry = createAiRegistry<Context>();
  registry.registerTool(getCurrentDate);
  registry.registerTool(formatJson);
  registry.registerAgent(supportAssistant);
  registry.registerAgent(analyticsAssistant);
  return registry;
};
