import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig, type Plugin } from 'vite';

/** The licence of the typeface, which goes where the typeface goes. */
const fontLicence: Plugin = {
  name: 'font-licence',
  generateBundle() {
    const path = createRequire(import.meta.url).resolve('@fontsource-variable/inter/LICENSE');
    this.emitFile({
      type: 'asset',
      fileName: 'assets/inter-OFL.txt',
      source: readFileSync(path),
    });
  },
};

export default defineConfig({
  base: '/console/',
  plugins: [fontLicence],
  build: {
    // Browsers that have `light-dark()` and popovers.
    target: ['chrome125', 'firefox128', 'safari18'],
    // The policy of the page allows scripts and styles of its own files alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
