import type { ModelTool } from '../clients/llm.ts';
import { type CheckedContext, perService } from '../core/context.ts';
import { analyticsAssistant, supportAssistant } from './agents.ts';
import { type Agent, type AiRegistry, createAiRegistry } from './registry.ts';
import { formatJson, getCurrentDate } from './tools.ts';

const defaultAiResources = (): AiRegistry => {
  const registry = createAiRegistry();
  registry.registerTool(getCurrentDate);
  registry.registerTool(formatJson);
  registry.registerAgent(supportAssistant);
  registry.registerAgent(analyticsAssistant);
  return registry;
};

/** Returns the service's registry, to which more agents and tools can be added. */
export const aiResourcesOf = perService(defaultAiResources);

export const modelToolsOf = (ctx: CheckedContext, agent: Agent): ModelTool[] =>
  aiResourcesOf(ctx)
    .toolsOf(agent)
    .map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: tool.parameters,
      call: (args) => tool.call(ctx, args),
    }));
