// For machines whose Node may be old: a Node that cannot load TypeScript only says ERR_UNKNOWN_FILE_EXTENSION about main.ts.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `leitor: needs Node 22.18 or later, this is ${process.versions.node} (\`npm run serve\` brings Node 24)\n`,
  );
  process.exit(1);
}
await import('./main.ts');
