import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// `npm run lint:published`: lints everything that is published. Needs `npm ci --prefix scripts/proof`.

const tools = 'scripts/proof/node_modules/.bin';
const documents = 'openapi.json contract/openapi-3.0.json';
const packages = ['contract', 'packages/sdk', 'packages/internal'];

/** The commands. Some tools exit with 0 despite findings, which their output then shows. */
const lints: [command: string, finding?: RegExp][] = [
  [
    `${tools}/redocly lint --config=scripts/proof/redocly.yaml ${documents} --max-problems=1000`,
    /You have \d+ warning/,
  ],
  [
    `${tools}/spectral lint --ruleset=scripts/proof/spectral.yaml ${documents} --fail-severity=hint`,
  ],
  ...packages.flatMap((folder): [string][] => [
    [`npm run --silent build -w ${folder}`],
    [`${tools}/attw --pack ${folder}${folder === 'contract' ? ' --profile esm-only' : ''}`],
    [`${tools}/publint ${folder} --strict`],
  ]),
  [`${tools}/dockerfile-utils lint deploy/Dockerfile`, /\S/],
  // The rules about the order of lines are off.
  [`${tools}/dclint --config scripts/proof/dclint.json --max-warnings 0 deploy/compose.yaml`],
];

if (!existsSync(tools)) {
  console.error('install the tools first: npm ci --prefix scripts/proof');
  process.exit(1);
}

for (const [command, finding] of lints) {
  const [program = '', ...args] = command.split(' ');
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  const printed = error?.message ?? stdout + stderr;
  const passed = status === 0 && !finding?.test(printed);
  console.log(`${passed ? 'ok' : 'FAILED'}  ${command.replace(`${tools}/`, '')}`);
  if (passed) continue;
  console.error(printed);
  process.exitCode = 1;
}
