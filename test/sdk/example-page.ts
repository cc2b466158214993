import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { packProject } from './packed-project.ts';
import { servePages } from './pages.ts';

const manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

/** The reader's example, built on the packed SDK outside the repository and served from an origin of its own. */
export const serveExample = async () => {
  const source = fileURLToPath(new URL('../../examples/reader', import.meta.url));
  const { dependencies, devDependencies } = manifest.parse(
    JSON.parse(await readFile(join(source, 'package.json'), 'utf8')),
  );
  const { '@leitor/sdk': _, ...others } = dependencies;
  const project = await packProject(['@leitor/sdk'], { ...others, ...devDependencies });
  for (const file of ['src', 'index.html', 'tsconfig.json']) {
    await cp(join(source, file), join(project.directory, file), { recursive: true });
  }
  await project.run('node_modules/.bin/tsc', '-p', '.');
  await project.run('node_modules/.bin/vite', 'build');
  const pages = await servePages(join(project.directory, 'dist'));
  return {
    origin: pages.url,
    close: async () => {
      await pages.close();
      await project.remove();
    },
  };
};
