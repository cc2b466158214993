import { parseArgs } from 'node:util';
import { createLogger } from '../server/telemetry/logging.ts';
import { generateClient } from './clients/generator.ts';
import { languages } from './clients/languages.ts';
import { run } from './clients/run.ts';
import { prepareSmokePrograms } from './clients/smoke-environment.ts';
import { runCommand } from './run-command.ts';
import { withService } from './sandbox/with-service.ts';
import { findProgram } from './servers/programs.ts';

// `npm run clients [-- LANGUAGE…] [--smoke]`: generates clients from openapi.json into
// examples/generated. With --smoke it also builds them and runs each smoke program against a
// service on PostgreSQL.

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

await runCommand(async () => {
  const known = languages.map(({ name }) => name);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`no such client: ${unknown.join(', ')} (known: ${known.join(', ')})`);
  }
  const chosen = languages.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  const needed = new Set(['java', ...(values.smoke ? chosen.flatMap(({ needs }) => needs) : [])]);
  const missing = [...needed].filter((name) => findProgram(name) === undefined);
  if (missing.length > 0) {
    throw new Error(`this needs ${missing.join(', ')} on the PATH: install it`);
  }

  const generated: typeof chosen = [];
  for (const language of chosen) {
    const made = await attempt(`${language.name} client`, () => generateClient(language));
    if (made) generated.push(language);
  }
  if (!values.smoke) return;

  await withService({}, createLogger('error', false), async (service, config) => {
    const environmentFor = await prepareSmokePrograms(service, config);
    for (const { name, build, smoke } of generated) {
      const built = await attempt(`${name} build`, async () => {
        for (const command of build) await run(command);
      });
      if (!built) continue;
      await attempt(`${name} smoke program`, async () => run(smoke, await environmentFor(name)));
    }
  });
});
