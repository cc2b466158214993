// In JavaScript: TypeScript would load its compiler into the measured process. Preloaded: replies to each message with CPU microseconds used, current and peak memory in kilobytes, and, with
// MEASURE_TURNS, the CPU milliseconds of the longest turn of the event loop since the message before.
let longestTurn = 0;

if (process.env.MEASURE_TURNS) {
  const everyMs = 2;
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let before = cpuMs();
  setInterval(() => {
    const now = cpuMs();
    longestTurn = Math.max(longestTurn, now - before);
    before = now;
  }, everyMs).unref();
}

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const rss = process.memoryUsage.rss() / 1_024;
  const { maxRSS: maxRss } = process.resourceUsage();
  process.send?.({ cpu: user + system, rss, maxRss, longestTurn });
  longestTurn = 0;
});
