import { spawnSync } from 'node:child_process';
import { z } from 'zod';

// `npm run audit`: known vulnerabilities in the packages of the lock file. Exits with 1 if there is
// one in production packages, and says clearly if the registry's advisory service could not be
// asked (exit code 0: nothing is known, nothing is hidden).

const severities = ['info', 'low', 'moderate', 'high', 'critical'] as const;
const report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: z.enum(severities), range: z.string(), isDirect: z.boolean() }),
  ),
});

const refusal = z.object({ message: z.string() });

const { stdout, stderr } = spawnSync('npm', ['audit', '--json', '--omit=dev'], {
  encoding: 'utf8',
  timeout: 120_000,
});

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const { data } = report.safeParse(parse(stdout));
if (!data) {
  const { data: failure } = refusal.safeParse(parse(stdout));
  const reason = failure?.message || stderr.trim().split('\n').at(-1) || 'no report';
  console.log(`NOT CHECKED: the registry's advisory service could not be asked (${reason})`);
} else {
  const found = Object.entries(data.vulnerabilities);
  for (const [name, { severity, range }] of found) console.log(`${severity}  ${name} ${range}`);
  console.log(`${found.length} vulnerable packages in production`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
