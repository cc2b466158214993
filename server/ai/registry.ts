import type { z } from 'zod';
import type { Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';

export interface Tool {
  /** The name in `snake_case`. */
  name: string;
  /** The model reads this to decide when to call it. */
  description: string;
  /** All parameters are required. */
  parameters: z.ZodObject;
  /** Runs the tool and returns text for the model. The arguments come unvalidated from the model. */
  call: (ctx: Context, args: unknown) => Promise<string>;
}

export interface Agent {
  /** The name in kebab-case. */
  name: string;
  /** Trusted text, in Portuguese. */
  instructions: string;
  tools: readonly string[];
  /** Tools that only this agent has; `GET /ai/resources` does not list them. */
  ownTools?: readonly Tool[];
}

/** The registered agents and tools (docs/behaviour/quiz.md#ai-resources). */
export interface AiRegistry {
  /** Registers a tool; throws if the name is taken. */
  registerTool: (tool: Tool) => void;
  /** Registers an agent; throws if the name is taken or a tool is not registered. */
  registerAgent: (agent: Agent) => void;
  /** Returns the agent of a name. @throws AppError `agent-not-found` */
  agent: (name: string) => Agent;
  /** Returns the registered tools that the agent names, and its own. */
  toolsOf: (agent: Agent) => Tool[];
  /** Lists the names in the order of registration. */
  names: () => { agents: string[]; tools: string[] };
}

export const createAiRegistry = (): AiRegistry => {
  const agents = new Map<string, Agent>();
  const tools = new Map<string, Tool>();
  const registry: AiRegistry = {
    registerTool: (tool) => {
      if (tools.has(tool.name)) throw new Error(`a tool named ${tool.name} is already registered`);
      tools.set(tool.name, tool);
    },
    registerAgent: (agent) => {
      if (agents.has(agent.name))
        throw new Error(`an agent named ${agent.name} is already registered`);
      registry.toolsOf(agent);
      agents.set(agent.name, agent);
    },
    agent: (name) => {
      const agent = agents.get(name);
      if (!agent) throw new AppError('agent-not-found');
      return agent;
    },
    toolsOf: (agent) => [
      ...agent.tools.map((name) => {
        const tool = tools.get(name);
        if (!tool) throw new Error(`no tool named ${name} is registered`);
        return tool;
      }),
      ...(agent.ownTools ?? []),
    ],
    names: () => ({ agents: [...agents.keys()], tools: [...tools.keys()] }),
  };
  return registry;
};
