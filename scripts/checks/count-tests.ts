import { readFile } from 'node:fs/promises';
import { z } from 'zod';

// Sums vitest's JSON reports and prints failures, flaky tests and `N passed, N failed`. It exits with 1 if a
// test or a step failed.

const report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const [failedSteps = '0', ...files] = process.argv.slice(2);
let passed = 0;
let failed = 0;
for (const file of files) {
  const { data } = report.safeParse(JSON.parse(await readFile(file, 'utf8')));
  passed += data?.numPassedTests ?? 0;
  failed += data?.numFailedTests ?? 1;
  for (const { name, message, assertionResults } of data?.testResults ?? []) {
    if (message !== '') console.log(`FAILED ${name}: ${message}`);
    for (const { status, fullName, failureMessages } of assertionResults) {
      const messages = failureMessages?.join('\n').slice(0, 2_000) ?? '';
      if (status === 'failed') console.log(`FAILED ${name}: ${fullName}\n${messages}`);
      else if (messages !== '') console.log(`TRIED AGAIN ${name}: ${fullName}\n${messages}`);
    }
  }
}
if (Number(failedSteps) > 0) console.log(`${failedSteps} steps failed`);
console.log(`${passed} passed, ${Math.max(failed, Number(failedSteps))} failed`);
process.exitCode = failed > 0 || passed === 0 || Number(failedSteps) > 0 ? 1 : 0;
