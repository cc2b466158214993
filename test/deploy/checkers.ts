import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { findProgram } from '../../scripts/servers/programs.ts';

/** Runs an installed program and returns its output; throws the output if the program failed. */
const run = async (name: string, advice: string, args: readonly string[]): Promise<string> => {
  const program = findProgram(name);
  if (!program) throw new Error(`install ${name} to check deploy/: ${advice}`);
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args);
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = printed.parse(error);
    throw new Error(stdout + stderr, { cause: error });
  }
};

const printed = z.object({ stdout: z.string(), stderr: z.string() });

/** Runs Prometheus's own checker. */
export const promtool = (...args: string[]): Promise<string> =>
  run('promtool', 'Debian has it in its package prometheus', args);

/** The manifests that `kubectl apply -k` would send. */
export const renderKustomization = async (folder: string): Promise<string> =>
  run('kustomize', 'go install sigs.k8s.io/kustomize/kustomize/v5', ['build', folder]);

/** The oldest and the newest version that the checker has schemas for. */
export const kubernetesVersions = ['1.25', '1.37'] as const;

/**
 * Validates a file of manifests against Kubernetes' schemas, in which unknown fields and kinds fail. Returns
 * the number of manifests.
 */
export const validateManifests = async (file: string, version: string): Promise<number> => {
  const args = ['--strict', '--kubernetes-version', version, file];
  const output = await run('kubernetes-validate', 'pip install', args);
  // The checker only warns about a kind without a schema.
  if (output.includes('WARN')) throw new Error(output);
  return output.match(/ passed for /g)?.length ?? 0;
};
