import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Preloaded into a process: on SIGUSR2 it collects garbage and prints the bytes in use.
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
let asked = 0;

process.on('SIGUSR2', () => {
  // Twice: the second run collects what finalizers released.
  collect();
  collect();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  asked += 1;
  process.stderr.write(`memory ${asked}: ${heapUsed + external + arrayBuffers}\n`);
});
