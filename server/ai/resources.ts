import type { ModelTool } from '../clients/llm.ts';
import { type CheckedContext, perService } from '../core/context.ts';
import { analyticsAssistant, supportAssistant } from './agents.ts';
import { type Agent, type AiRegistry, createAiRegistry } from './registry.ts';
import { formatJson, getCurrentDate } from './tools.ts';

/** A registry with the default agents and tools. */
const defaultAiResources = (): AiRegistry => {
  const registry = createAiRegistry();
  registry.registerTool(getCurrentDate);
  registry.registerTool(formatJson);
  registry.registerAgent(supportAssistant);
  registry.registerAgent(analyticsAssistant);
  return registry;
};

/** The registered agents and tools of a service. Others can be added to them. */
export const aiResourcesOf = perService(defaultAiResources);

/** The tools of an agent, bound to a context. */
export const modelToolsOf = (ctx: CheckedContext, agent: Agent): ModelTool[] =>
  aiResourcesOf(ctx)
    .toolsOf(agent)
    .map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: tool.parameters,
      call: (args) => tool.call(ctx, args),
    }));
