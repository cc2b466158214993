// Loaded into a measured process: answers every message with the CPU time it has used, in microseconds, and the memory it
// holds and the most it has held, in kilobytes.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const rss = process.memoryUsage.rss() / 1_024;
  process.send?.({ cpu: user + system, rss, maxRss: process.resourceUsage().maxRSS });
});
