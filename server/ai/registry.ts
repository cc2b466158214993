import type { z } from 'zod';
import type { Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';

/** A function that a model may call. */
export interface Tool {
  /** `snake_case`; listed by `GET /ai/resources` if the tool is registered. */
  name: string;
  /** What it does and when to call it: the model reads this. */
  description: string;
  /** Its arguments; all of them required. */
  parameters: z.ZodObject;
  /** Returns the text for the model. Its arguments come from the model, unvalidated. */
  call: (ctx: Context, args: unknown) => Promise<string>;
}

/** Instructions for a model, and the tools it may call. */
export interface Agent {
  /** Kebab-case; listed by `GET /ai/resources`. */
  name: string;
  /** Trusted text, in Portuguese. */
  instructions: string;
  /** Names of registered tools it may call. */
  tools: readonly string[];
  /** Tools of this agent alone, which are not listed. */
  ownTools?: readonly Tool[];
}

/** The registered agents and tools (docs/behaviour/quiz.md#ai-resources). */
export interface AiRegistry {
  /** Registers a tool that agents may name. Throws if the name is taken. */
  registerTool: (tool: Tool) => void;
  /** Registers an agent. Throws if its name is taken or it names an unregistered tool. */
  registerAgent: (agent: Agent) => void;
  /** @throws AppError `agent-not-found` */
  agent: (name: string) => Agent;
  /** The tools an agent may call: the registered ones it names and its own. */
  toolsOf: (agent: Agent) => Tool[];
  /** Every name, in the order of registration. */
  names: () => { agents: string[]; tools: string[] };
}

/** An empty registry. */
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
