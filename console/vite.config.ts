import { defineConfig } from 'vite';

export default defineConfig({
  base: '/console/',
  build: {
    // Browsers that have `light-dark()` and popovers.
    target: ['chrome125', 'firefox128', 'safari18'],
    // The policy of the page allows scripts and styles of its own files alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
