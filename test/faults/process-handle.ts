import { freePort, hasEnded, waitFor } from '../../scripts/servers/local-server.ts';
import type { TestProcess } from '../process.ts';

/** Starts a service process. */
export type Spawn = (program: string, env: Record<string, string>) => TestProcess;

/** A service process that can be stopped and restarted on the same ports. */
export type ProcessHandle = Awaited<ReturnType<typeof openProcessHandle>>;

/** Starts a process on free ports; resolves once it is ready. */
export const openProcessHandle = async (
  program: string,
  spawn: Spawn,
  env: Record<string, string>,
) => {
  const [port, internalPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const stoppedByTest = new Set<TestProcess>();
  const started: TestProcess[] = [];
  const start = async (): Promise<TestProcess> => {
    const running = spawn(program, {
      ...env,
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
    });
    started.push(running);
    await waitFor('the service', running.child, async () => {
      if (!(await fetch(`${url}/readyz`)).ok) throw new Error('not ready');
    }).catch((error) => {
      throw new Error(running.lines.slice(-5).join('\n'), { cause: error });
    });
    return running;
  };
  const endBy = (running: TestProcess, signal: NodeJS.Signals) => {
    if (!hasEnded(running.child)) stoppedByTest.add(running);
    return running.end(signal);
  };
  const handle = {
    url,
    internalUrl: `http://127.0.0.1:${internalPort}`,
    /** The current process. */
    process: await start(),
    /** Sends SIGKILL. */
    kill: () => endBy(handle.process, 'SIGKILL'),
    /** Sends SIGTERM; resolves to the exit code. */
    end: () => endBy(handle.process, 'SIGTERM'),
    /** Restarts the process on the same ports; resolves when it is ready. */
    restart: async () => {
      handle.process = await start();
    },
    /** The last output of each process that ended without being stopped by the test. */
    died: () =>
      started
        .filter((one) => !stoppedByTest.has(one) && hasEnded(one.child))
        .map(({ lines }) => lines.slice(-15).join('\n')),
  };
  return handle;
};
