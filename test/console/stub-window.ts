import { browserStubs } from './stub-browser.ts';

// What the modules of the page look for when they load: a test that renders some of them without a
// browser imports this first. It stays, because modules load once for all files of a worker.
Object.assign(globalThis, browserStubs(), {
  window: globalThis,
  document: { defaultView: globalThis },
});
