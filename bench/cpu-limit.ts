import { access, mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const periodMicroseconds = 10_000;
const versions = [
  { root: '/sys/fs/cgroup/cpu', isVersion2: false },
  { root: '/sys/fs/cgroup', isVersion2: true },
];

/** Processes that may use a share of one processor each. */
export interface CpuLimit {
  add: (pid: number) => Promise<void>;
  /** Call it when the processes have ended. */
  remove: () => Promise<void>;
}

/** Prepares a limit by control groups of Linux; undefined where they are missing or not ours to change. */
export const limitCpu = async (share: number): Promise<CpuLimit | undefined> => {
  const { root, isVersion2 } = (await findVersion()) ?? {};
  if (root === undefined) return undefined;
  const created: string[] = [];
  const quota = Math.round(periodMicroseconds * share);
  return {
    add: async (pid) => {
      const group = join(root, `leitor-bench-${pid}`);
      await mkdir(group);
      created.push(group);
      if (isVersion2) {
        await writeFile(join(group, 'cpu.max'), `${quota} ${periodMicroseconds}`);
      } else {
        await writeFile(join(group, 'cpu.cfs_period_us'), String(periodMicroseconds));
        await writeFile(join(group, 'cpu.cfs_quota_us'), String(quota));
      }
      await writeFile(join(group, 'cgroup.procs'), String(pid));
    },
    remove: async () => {
      for (const group of created) await rmdir(group);
    },
  };
};

const findVersion = async () => {
  for (const version of versions) {
    const trial = join(version.root, `leitor-bench-trial-${process.pid}`);
    try {
      await mkdir(trial);
    } catch {
      continue;
    }
    const control = join(trial, version.isVersion2 ? 'cpu.max' : 'cpu.cfs_quota_us');
    const works = await access(control).then(
      () => true,
      () => false,
    );
    await rmdir(trial);
    if (works) return version;
  }
  return undefined;
};
