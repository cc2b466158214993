import { once } from 'node:events';
import { cp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { packProject } from './packed-project.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};
const manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

/** An example of `examples/`, built on the packed SDK outside the repository and served from an origin of its own. */
export const serveExample = async (name: string) => {
  const source = fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));
  const { dependencies, devDependencies } = manifest.parse(
    JSON.parse(await readFile(join(source, 'package.json'), 'utf8')),
  );
  const { '@leitor/sdk': _, ...others } = dependencies;
  const project = await packProject({ sdk: '@leitor/sdk' }, { ...others, ...devDependencies });
  for (const file of ['src', 'index.html', 'tsconfig.json']) {
    await cp(join(source, file), join(project.directory, file), { recursive: true });
  }
  await project.run('node_modules/.bin/tsc', '-p', '.');
  await project.run('node_modules/.bin/vite', 'build');
  const pages = createServer(async (req, res) => {
    const path = req.url === '/' ? 'index.html' : (req.url ?? '').slice(1);
    const file = await readFile(join(project.directory, 'dist', path)).catch(() => undefined);
    res.writeHead(file ? 200 : 404, { 'content-type': types[extname(path)] ?? 'text/plain' });
    res.end(file);
  }).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  return {
    origin: `http://127.0.0.1:${(pages.address() as AddressInfo).port}`,
    close: async () => {
      pages.close();
      await project.remove();
    },
  };
};
