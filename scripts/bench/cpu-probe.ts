// Loaded into a measured process: answers every message with the CPU time it has used, in microseconds, and the most memory
// it has held, in kilobytes.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, maxRss: process.resourceUsage().maxRSS });
});
