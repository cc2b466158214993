import type { z } from 'zod';
import { AppError } from '../errors.ts';

/** Something a model may call while it writes. `C` is the context it works with. */
export interface Tool<C> {
  /** `snake_case`; listed by `GET /ai/resources` where the tool is registered. */
  name: string;
  /** What it does and when to call it: the model reads this. */
  description: string;
  /** Its arguments; all of them required. */
  parameters: z.ZodObject;
  /** Answers what the model is told, with arguments that the model made up and nothing checked yet. */
  call: (ctx: C, args: unknown) => Promise<string>;
}

/** Something that answers with a model: what it is told, and what it may use. */
export interface Agent<C> {
  /** Kebab-case; listed by `GET /ai/resources`. */
  name: string;
  /** Trusted text, in Portuguese: the answers are. */
  instructions: string;
  /** Names of registered tools it may call. */
  tools: readonly string[];
  /** Tools that are its own and are not listed. */
  ownTools?: readonly Tool<C>[];
}

/** The registered agents and tools (specification §4.7). */
export interface AiRegistry<C> {
  /** Adds a tool that agents may name. Throws where the name is taken. */
  registerTool: (tool: Tool<C>) => void;
  /** Adds an agent. Throws where the name is taken or it names a tool that is not registered. */
  registerAgent: (agent: Agent<C>) => void;
  /** @throws AppError `agent-not-found` */
  agent: (name: string) => Agent<C>;
  /** The tools an agent may call: the registered ones it names, and its own. */
  toolsOf: (agent: Agent<C>) => Tool<C>[];
  /** Every name, in the order of registration. */
  names: () => { agents: string[]; tools: string[] };
}

/** An empty registry. */
export const createAiRegistry = <C>(): AiRegistry<C> => {
  const agents = new Map<string, Agent<C>>();
  const tools = new Map<string, Tool<C>>();
  const registry: AiRegistry<C> = {
    registerTool: (tool) => {
      if (tools.has(tool.name)) throw new Error(`a tool is named ${tool.name} already`);
      tools.set(tool.name, tool);
    },
    registerAgent: (agent) => {
      if (agents.has(agent.name)) throw new Error(`an agent is named ${agent.name} already`);
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
        if (!tool) throw new Error(`no tool is named ${name}`);
        return tool;
      }),
      ...(agent.ownTools ?? []),
    ],
    names: () => ({ agents: [...agents.keys()], tools: [...tools.keys()] }),
  };
  return registry;
};
