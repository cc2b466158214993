import { existsSync, readFileSync } from 'node:fs';
import { Gauge, type Registry } from 'prom-client';
import { z } from 'zod';

const fileOf = (name: string): URL => new URL(`../../${name}`, import.meta.url);

const readCommit = (): string =>
  existsSync(fileOf('COMMIT')) ? readFileSync(fileOf('COMMIT'), 'utf8').trim() : 'unknown';

/** The version of this service, and the commit that a deployment wrote to the file `COMMIT`. */
export const build = {
  ...z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(fileOf('package.json'), 'utf8'))),
  commit: readCommit(),
};

const namePrefix = 'leitor ';

/** Names this version in sessions of the database, which cut names off at 63 bytes. */
export const applicationName = `${namePrefix}${build.version} ${build.commit.slice(0, 12)}`;

/** Returns the version in a name such as {@link applicationName}; empty for other names. */
export const applicationOf = (name: string): string[] =>
  name.startsWith(namePrefix) ? [name.slice(namePrefix.length)] : [];

export const observeBuild = (registry: Registry): void =>
  new Gauge({
    name: 'leitor_build_info',
    help: 'Always 1; its labels are the version and the commit of the service.',
    labelNames: ['version', 'commit'],
    aggregator: 'max',
    registers: [registry],
  }).set(build, 1);
