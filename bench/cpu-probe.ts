// Preloaded into a measured process: replies to each message with CPU microseconds used, and current and peak memory in kilobytes.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const rss = process.memoryUsage.rss() / 1_024;
  process.send?.({ cpu: user + system, rss, maxRss: process.resourceUsage().maxRSS });
});
