import { readFile } from 'node:fs/promises';
import { z } from 'zod';

// Adds up vitest's JSON reports: prints `N passed, N failed`, and fails where a test or a step did.

const report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
});

const [failedSteps = '0', ...files] = process.argv.slice(2);
let passed = 0;
let failed = 0;
for (const file of files) {
  const { data } = report.safeParse(JSON.parse(await readFile(file, 'utf8')));
  passed += data?.numPassedTests ?? 0;
  failed += data?.numFailedTests ?? 1;
}
if (Number(failedSteps) > 0) console.log(`${failedSteps} steps failed`);
console.log(`${passed} passed, ${Math.max(failed, Number(failedSteps))} failed`);
process.exitCode = failed > 0 || passed === 0 || Number(failedSteps) > 0 ? 1 : 0;
