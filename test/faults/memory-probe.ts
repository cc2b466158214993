import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into a service's process: at every SIGUSR2 it collects garbage, and says in a line how many bytes are left in use.
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
let asked = 0;

process.on('SIGUSR2', () => {
  // Twice: what a finalizer lets go of is collected the second time.
  collect();
  collect();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  asked += 1;
  process.stderr.write(`memory ${asked}: ${heapUsed + external + arrayBuffers}\n`);
});
