import { parseArgs } from 'node:util';
import { generateClient, needsGenerator, root } from './clients/generator.ts';
import { type Language, languages } from './clients/languages.ts';
import { missingPrograms, run } from './clients/run.ts';
import { type SmokeEnvironment, startSmokeEnvironment } from './clients/smoke-environment.ts';

// `npm run clients [-- LANGUAGE…] [--smoke]`: generates clients from the OpenAPI documents into examples/generated. With --smoke it also
// builds them and runs each smoke program against a service on PostgreSQL.

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
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`FAILED  ${what}: ${reason}`);
    process.exitCode = 1;
    return false;
  }
};

const smoke = async (language: Language, environment: SmokeEnvironment): Promise<void> => {
  for (const command of language.build) await run(command, root);
  await run(language.smoke, root, await environment.environmentFor(language.name));
};

const main = async (): Promise<void> => {
  const unknown = positionals.filter((name) => !languages.some((known) => known.name === name));
  if (unknown.length > 0) {
    const known = languages.map(({ name }) => name).join(', ');
    throw new Error(`no such client: ${unknown.join(', ')} (known: ${known})`);
  }
  const chosen = languages.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  const missing = missingPrograms([
    ...(chosen.some(needsGenerator) ? ['java'] : []),
    ...(values.smoke ? chosen.flatMap(({ needs }) => needs) : []),
  ]);
  if (missing.length > 0) {
    throw new Error(`this needs ${[...new Set(missing)].join(', ')} on the PATH: install it`);
  }

  const generated: Language[] = [];
  for (const language of chosen) {
    const made = await attempt(`${language.name} client`, () => generateClient(language));
    if (made) generated.push(language);
  }
  if (!values.smoke) return;

  const environment = await startSmokeEnvironment();
  try {
    for (const language of generated) {
      await attempt(`${language.name} smoke program`, () => smoke(language, environment));
    }
  } finally {
    await environment.stop();
  }
};

try {
  await main();
} catch (error) {
  console.error(`clients: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
