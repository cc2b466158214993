import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { z } from 'zod';

// `npm run sbom [-- FILE]`: writes the bill of materials of the production packages (CycloneDX,
// JSON) to sbom.cdx.json. npm makes it from the lock file. Development packages are taken out here:
// npm's --omit=dev also drops packages that both sides use, such as zod.

const document = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  components: z.array(
    z.looseObject({
      'bom-ref': z.string(),
      properties: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    }),
  ),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

const [file = 'sbom.cdx.json'] = process.argv.slice(2);
const { status, stdout, stderr } = spawnSync(
  'npm',
  ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'],
  { encoding: 'utf8', maxBuffer: 64 * 1_048_576 },
);
if (status !== 0) {
  console.error(stderr);
  process.exit(1);
}
const whole = document.parse(JSON.parse(stdout));
const components = whole.components.filter(
  ({ properties }) => !properties.some(({ name }) => name === 'cdx:npm:package:development'),
);
const dropped = new Set(whole.components.map((component) => component['bom-ref']));
for (const component of components) dropped.delete(component['bom-ref']);
const dependencies = whole.dependencies
  .filter(({ ref }) => !dropped.has(ref))
  .map((entry) => ({ ...entry, dependsOn: entry.dependsOn.filter((ref) => !dropped.has(ref)) }));
writeFileSync(file, `${JSON.stringify({ ...whole, components, dependencies }, null, 2)}\n`);
console.log(`${file}: CycloneDX ${whole.specVersion}, ${components.length} components`);
