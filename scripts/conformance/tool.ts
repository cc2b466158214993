import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));
const requirements = join(root, 'scripts/conformance/requirements.txt');

/** Result of a run. */
export interface Outcome {
  generated: number;
  failed: number;
  /** Failures that the hooks recognise as refusals because of the data's state. */
  expectedRefusals: number;
  /** True if every phase completed without failures and errors. */
  passed: boolean;
  /** Responses by operation and status. */
  answers: { operation: string; status: number; count: number }[];
}

const report = z.object({
  complete: z.boolean(),
  exit_code: z.int(),
  test_cases: z.object({ generated: z.int(), with_failures: z.int(), errored: z.int() }),
  filtered: z.int(),
});

const answers = z.array(z.object({ operation: z.string(), status: z.int(), count: z.int() }));

/**
 * Installs the pinned schemathesis from PyPI into a virtual environment, once; returns the path of
 * its program.
 */
export const installTool = (): string => {
  const environment = join(root, 'node_modules/.cache/conformance');
  const program = join(environment, 'bin/schemathesis');
  const pip = join(environment, 'bin/pip');
  if (!existsSync(pip)) execFileSync('python3', ['-m', 'venv', environment]);
  execFileSync(pip, ['install', '--quiet', '--disable-pip-version-check', '-r', requirements]);
  return program;
};

/**
 * Runs schemathesis against the service and prints its findings.
 * @param where.data a file with the service's ids, for the hooks
 * @param where.directory the folder for reports
 * @param args further arguments of `schemathesis run`
 */
export const runTool = async (
  program: string,
  where: { url: string; token: string; data: string; directory: string },
  args: readonly string[],
): Promise<Outcome> => {
  const answersFile = join(where.directory, 'answers.json');
  const config = join(root, 'scripts/conformance/schemathesis.toml');
  const reports = ['--report', 'json', '--report-dir', where.directory];
  const child = spawn(
    program,
    ['--config-file', config, 'run', 'openapi.json', '--url', where.url, ...reports, ...args],
    {
      cwd: root,
      env: {
        ...process.env,
        PYTHONDONTWRITEBYTECODE: '1',
        LEITOR_CONFORMANCE_TOKEN: where.token,
        LEITOR_CONFORMANCE_DATA: where.data,
        LEITOR_CONFORMANCE_ANSWERS: answersFile,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const [code] = await once(child, 'exit');
  const file = readdirSync(where.directory).find((name) => /^json-.*\.json$/.test(name));
  if (!file) throw new Error(`schemathesis exited with ${code} without a report`);
  const said = report.parse(JSON.parse(readFileSync(join(where.directory, file), 'utf8')));
  const { generated, with_failures: failed, errored } = said.test_cases;
  return {
    generated,
    failed,
    expectedRefusals: said.filtered,
    passed: code === 0 && said.exit_code === 0 && said.complete && failed + errored === 0,
    answers: answers.parse(JSON.parse(readFileSync(answersFile, 'utf8'))),
  };
};
