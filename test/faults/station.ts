import { freePort, hasEnded, waitFor } from '../../scripts/servers/local-server.ts';
import type { TestProcess } from '../process.ts';

/** Starts a process of the service. */
export type Spawn = (program: string, env: Record<string, string>) => TestProcess;

/** One of the service's processes, on addresses that outlive it. */
export interface Station {
  url: string;
  internalUrl: string;
  /** The process of now. */
  process: TestProcess;
  /** Kills it with -9. */
  kill: () => Promise<void>;
  /** Asks it to end (SIGTERM), and answers its exit code. */
  end: () => Promise<number | null>;
  /** Starts it again where it was; answers once it is ready. */
  restart: () => Promise<void>;
  /** Its processes that ended by themselves, by their last words. */
  died: () => string[];
}

/** Opens a station on free ports; answers once its process is ready. */
export const openStation = async (
  program: string,
  spawn: Spawn,
  env: Record<string, string>,
): Promise<Station> => {
  const [port, internalPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const told = new Set<TestProcess>();
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
    if (!hasEnded(running.child)) told.add(running);
    return running.end(signal);
  };
  const station: Station = {
    url,
    internalUrl: `http://127.0.0.1:${internalPort}`,
    process: await start(),
    kill: async () => {
      await endBy(station.process, 'SIGKILL');
    },
    end: () => endBy(station.process, 'SIGTERM'),
    restart: async () => {
      station.process = await start();
    },
    died: () =>
      started
        .filter((one) => !told.has(one) && hasEnded(one.child))
        .map(({ lines }) => lines.slice(-15).join('\n')),
  };
  return station;
};
