import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenRules } from '../../scripts/dependency-rule.ts';

const root = join(import.meta.dirname, '../..');
const tree = await mkdtemp(join(tmpdir(), 'leitor-rule-'));
for (const folder of ['contract', 'packages', 'cli', 'console', 'db', 'server']) {
  await cp(join(root, folder), join(tree, folder), {
    recursive: true,
    filter: (path) =>
      !path.includes('node_modules') && !/(contract|sdk|internal|console)\/dist/.test(path),
  });
}
await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
await cp(join(root, 'package.json'), join(tree, 'package.json'));
await mkdir(join(tree, 'scripts'));
await writeFile(join(tree, 'scripts', 'tool.ts'), '');
afterAll(() => rm(tree, { recursive: true }));

const planted = [
  ['contract-is-a-leaf', 'contract/planted.ts', "import '../db/tags/tags.ts';"],
  ['sdk-stands-alone', 'packages/sdk/src/planted.ts', "import '../../../contract/tags.ts';"],
  ['sdk-core-knows-no-framework', 'packages/sdk/src/planted.ts', "import '@tanstack/react-query';"],
  [
    'internal-stands-alone',
    'packages/internal/src/planted.ts',
    "import '../../../server/core/errors.ts';",
  ],
  ['cli-knows-schemas-alone', 'cli/planted.ts', "import '../db/tags/tags.ts';"],
  [
    'server-knows-no-clients-of-its-own',
    'server/planted.ts',
    "import '../packages/sdk/src/index.ts';",
  ],
  ['console-stands-alone', 'console/src/planted.ts', "import '../../server/core/errors.ts';"],
  [
    'console-has-no-code-of-the-client',
    'console/src/planted.ts',
    "import '../../packages/internal/src/index.ts';",
  ],
  [
    'console-ui-knows-nothing-of-leitor',
    'console/src/ui/planted.ts',
    "import '../shell/session.ts';",
  ],
  [
    'console-calls-know-no-component',
    'console/src/api/planted.ts',
    "import '../ui/state/store.ts';",
  ],
  ['console-shell-knows-no-screen', 'console/src/shell/planted.ts', "import '../queue/filter.ts';"],
  ['console-screens-know-no-root', 'console/src/tags/planted.ts', "import '../screens.ts';"],
  ['db-knows-nothing-of-ours', 'db/planted.ts', "import '../server/core/errors.ts';"],
  ['sql-lives-in-db', 'server/tags/planted.ts', "import { sql } from 'kysely'; sql;"],
  ['markup-is-read-in-one-folder', 'server/tags/planted.ts', "import 'htmlparser2';"],
  ['services-know-no-transport', 'server/tags/planted.ts', "import '../http/failures.ts';"],
  [
    'mail-is-received-before-it-is-read',
    'server/inbound/receive/planted.ts',
    "import '../read/mail.ts';",
  ],
  [
    'mail-is-read-without-a-database',
    'server/inbound/read/planted.ts',
    "import '../file/judge.ts';",
  ],
  [
    'mail-is-filed-without-its-callers',
    'server/inbound/file/planted.ts',
    "import '../read-in-worker.ts';",
  ],
  ['services-know-clients-by-type', 'server/tags/planted.ts', "import '../clients/redis.ts';"],
  ['transports-know-their-own-domain', 'server/planted/http.ts', "import '../../db/tags/tags.ts';"],
  ['transports-know-their-own-domain', 'server/planted/wire.ts', "import '../tags/service.ts';"],
  ['only-roots-know-roots', 'server/tags/planted.ts', "import '../all-jobs.ts';"],
  ['platform-knows-no-domain', 'server/jobs/planted.ts', "import '../tags/service.ts';"],
  ['context-knows-no-domain', 'server/core/context.ts', "import '../tags/service.ts';"],
  [
    'telemetry-and-clients-stand-below-the-context',
    'server/telemetry/planted.ts',
    "import '../clients/llm.ts';",
  ],
  ['ground-floor-knows-no-platform', 'server/core/civil-time.ts', "import '../jobs/schedule.ts';"],
  ['no-mutual-domains', 'server/outbox/planted.ts', "import '../tickets/service.ts';"],
  ['server-knows-no-tools', 'server/planted.ts', "import '../scripts/tool.ts';"],
  ['no-circles', 'server/planted.ts', "import './planted.ts';"],
] as const;

// Each in a file of its own, so that the tree is read once for all of them.
const plants = planted.map(([rule, file, source], index) => {
  const own = (text: string) => text.replace('planted', `planted${index}`);
  return { rule, file: own(file), source: own(source) };
});

describe('the dependency rule', () => {
  let before: string[];
  let after: string[];
  beforeAll(async () => {
    before = await brokenRules(tree);
    for (const { file, source } of plants) {
      await mkdir(dirname(join(tree, file)), { recursive: true });
      await writeFile(join(tree, file), source);
    }
    after = await brokenRules(tree);
  });

  it('holds in this tree', async () => {
    expect(await brokenRules(root)).toEqual([]);
    expect(before).toEqual([]);
  });

  it.each(plants)('refuses $file with $source: $rule', ({ rule, file }) => {
    expect(after.filter((line) => line.startsWith(`${rule}: ${file} `))).not.toEqual([]);
  });
});
