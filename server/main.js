// The production entry point: main.ts with a compile cache, once Node is known to load TypeScript. An old
// Node only says ERR_UNKNOWN_FILE_EXTENSION about main.ts.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `leitor: needs Node 22.18 or later, this is ${process.versions.node} (\`npm run serve\` brings Node 24)\n`,
  );
  process.exit(1);
}
const { useCompileCache } = await import('./process/compile-cache.js');
useCompileCache();
await import('./main.ts');
