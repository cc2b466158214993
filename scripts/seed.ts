import { startService } from '../server/boot.ts';
import { parseConfig } from '../server/config.ts';
import { createLogger } from '../server/logging.ts';
import { seedDemo } from './seed/demo.ts';

// `npm run seed`: adds the demo data to the configured database, where it is empty.
const config = parseConfig({ ...process.env, PORT: '0', INTERNAL_PORT: '0' });
const service = await startService(config, createLogger('warn', true));
try {
  const added = await seedDemo(service.contextFor('seed'));
  console.log(added ? 'demo data added' : 'nothing added: the database is not empty');
} finally {
  await service.close();
}
