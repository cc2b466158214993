import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { releasedDocument } from './compatibility/breaking-changes.ts';

// `npm run release`: sets the versions and changelogs of the published packages from the files in
// .changeset, and stores the document that later changes are compared with. Publishes nothing:
// docs/clients.md#releasing has the steps that follow.

const run = (program: string, ...args: string[]): void => {
  execFileSync(program, args, { stdio: 'inherit' });
};

const changes = readdirSync('.changeset').filter((name) => /^(?!README).*\.md$/.test(name));
if (changes.length === 0) {
  console.error('nothing to release: `npx changeset` describes a change');
  process.exit(1);
}
run('npm', 'run', 'check');
run('npm', 'run', 'compatibility');
run('node_modules/.bin/changeset', 'version');
// The lock file also has the versions of workspaces.
run('npm', 'install', '--package-lock-only', '--ignore-scripts');
copyFileSync('openapi.json', releasedDocument);
for (const folder of ['contract', 'packages/sdk', 'packages/internal']) {
  const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  console.log(`${name} ${version}`);
}
