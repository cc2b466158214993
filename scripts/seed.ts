import { startService } from '../server/boot.ts';
import { parseConfig } from '../server/config/config.ts';
import { createLogger } from '../server/telemetry/logging.ts';
import { runCommand } from './run-command.ts';
import { startSandbox } from './sandbox/start-sandbox.ts';
import { hasStubQuiz, seedDemo } from './seed/demo.ts';

// `npm run seed`: adds the demo data to the configured database if it is empty.
await runCommand(async () => {
  if (process.env.NODE_ENV === 'production')
    throw new Error('demo data is not for production: NODE_ENV is production');
  const parsed = parseConfig({ ...process.env, PORT: '0', INTERNAL_PORT: '0' });
  const { config, close } = await startSandbox(parsed);
  const service = await startService(config, createLogger('warn', true), {
    jobs: { scheduled: false },
  });
  try {
    const added = await seedDemo(service.contextFor('seed'), { quiz: hasStubQuiz(parsed) });
    console.log(added ? 'demo data added' : 'nothing added: the database is not empty');
  } finally {
    await service.close();
    await close();
  }
});
