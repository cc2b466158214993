import { setTimeout as pause } from 'node:timers/promises';
import { createInternalClient } from '../../packages/internal/src/index.ts';
import { createLeitor } from '../../packages/sdk/src/index.ts';
import { signedToken } from '../harness.ts';
import { startProcess, startProgram } from '../process.ts';

const secret = 'q'.repeat(40);
const contents = 'nota fiscal da assinatura\n'.repeat(1_000);

const tokenOf = (role: 'agent' | 'admin') =>
  signedToken({ role, email: `${role}@exemplo.com.br` }, secret);

/** A process of the service, with its clients. */
export type RunningService = Awaited<ReturnType<typeof startService>>;

/** Starts a service and waits until it is ready. */
export const startService = async (env: Record<string, string>) => {
  const running = startProcess('server/main.ts', {
    AUTH_JWT_SECRET: secret,
    PORT: '0',
    RATE_LIMIT: 'off',
    ...env,
  });
  const { public: baseUrl, internal } = JSON.parse(await running.line(/"msg":"ready"/));
  return {
    running,
    agent: createLeitor({ baseUrl, token: await tokenOf('agent') }),
    admin: createInternalClient({ url: internal, token: await tokenOf('admin') }),
  };
};

/** Runs `scripts/NAME.ts` until it exits. */
export const runScript = async (
  name: 'backup' | 'restore',
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; text: string }> => {
  const running = startProgram([process.execPath, `scripts/${name}.ts`, ...args], {
    AUTH_JWT_SECRET: secret,
    ...env,
  });
  const code = await running.ended();
  return { code, text: running.lines.join('\n') };
};

/** Opens a ticket with an attachment; returns the ticket's id. */
export const addAttachment = async ({ agent, admin }: RunningService): Promise<number> => {
  const { id } = await admin.tickets.create.mutate({
    requesterEmail: 'ana@exemplo.com.br',
    subject: 'Nota fiscal',
    body: 'Segue a nota.',
    main: 'Financeiro',
  });
  const arquivo = new File([contents], 'nota.txt', { type: 'text/plain' });
  await agent.uploadAttachments({ id, arquivo });
  return id;
};

/** Returns true if the downloaded attachment equals the uploaded one. */
export const attachmentIsWhole = async (
  { agent }: RunningService,
  id: number,
): Promise<boolean> => {
  const [attachment] = await agent.listTicketAttachments({ id });
  const url = new URL(attachment?.downloadUrl ?? '');
  return (await (await fetch(url)).text()) === contents;
};

/** Creates tags until `stop` is aborted, and pushes the name of each tag that the service acknowledged. */
export const createTags = async (
  { agent }: RunningService,
  stop: AbortSignal,
  names: string[],
): Promise<void> => {
  while (!stop.aborted) {
    const name = crypto.randomUUID();
    await agent.createTag({ name, color: '#000000' });
    names.push(name);
    // The pause leaves processor time to other tests.
    await pause(5);
  }
};

export const listTagNames = async ({ agent }: RunningService): Promise<Set<string>> =>
  new Set((await agent.listTags()).map(({ name }) => name));
