import { parseArgs } from 'node:util';
import { generateClient, needsGenerator } from './clients/generator.ts';
import { type Language, languages } from './clients/languages.ts';
import { run } from './clients/run.ts';
import { type SmokeEnvironment, startSmokeEnvironment } from './clients/smoke-environment.ts';
import { type Outcome, renewTable } from './clients/table.ts';
import { findProgram } from './programs.ts';
import { runTool } from './run-tool.ts';

// `npm run clients [-- LANGUAGE…] [--smoke]`: generates clients from the OpenAPI documents into
// examples/generated. With --smoke it also builds them, runs each smoke program against a service
// on PostgreSQL, and renews the outcomes in docs/clients.md.

const { values, positionals } = parseArgs({
  options: { smoke: { type: 'boolean', default: false } },
  allowPositionals: true,
});

/** Runs a step, prints its outcome and returns whether it succeeded. */
const attempt = async (what: string, step: () => Promise<void>): Promise<boolean> => {
  try {
    await step();
    console.log(`ok      ${what}`);
    return true;
  } catch (error) {
    console.error(`FAILED  ${what}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
    return false;
  }
};

/** How far a client gets. */
const tryOut = async (language: Language, environment: SmokeEnvironment): Promise<Outcome> => {
  const { name, build, smoke } = language;
  const built = await attempt(`${name} build`, async () => {
    for (const command of build) await run(command);
  });
  if (!built) return 'does not compile';
  const ran = await attempt(`${name} smoke program`, async () =>
    run(smoke, await environment.environmentFor(name)),
  );
  return ran ? 'compiles, runs' : 'compiles, fails';
};

await runTool(async () => {
  const unknown = positionals.filter((name) => !languages.some((known) => known.name === name));
  if (unknown.length > 0) {
    const known = languages.map(({ name }) => name).join(', ');
    throw new Error(`no such client: ${unknown.join(', ')} (known: ${known})`);
  }
  const chosen = languages.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  const needed = [
    ...(chosen.some(needsGenerator) ? ['java'] : []),
    ...(values.smoke ? chosen.flatMap(({ needs }) => needs) : []),
  ];
  const missing = needed.filter((name) => findProgram(name) === undefined);
  if (missing.length > 0) {
    throw new Error(`this needs ${[...new Set(missing)].join(', ')} on the PATH: install it`);
  }

  const outcomes = new Map<string, Outcome>();
  const generated: Language[] = [];
  for (const language of chosen) {
    const made = await attempt(`${language.name} client`, () => generateClient(language));
    if (made) generated.push(language);
    else outcomes.set(language.name, 'is not generated');
  }
  if (!values.smoke) return;

  const environment = await startSmokeEnvironment();
  try {
    for (const language of generated) {
      outcomes.set(language.name, await tryOut(language, environment));
    }
  } finally {
    await environment.stop();
  }
  await renewTable(outcomes);
});
