import { demoEditions } from '../../scripts/sandbox/editions.ts';
import type { BootOptions } from '../../server/boot.ts';
import { startApp } from '../harness.ts';
import { startTestModel } from '../support/test-model.ts';
import { startTestNewsletter } from '../support/test-newsletter.ts';

/** Starts the stubs and returns the environment that uses them. */
export const openSandbox = async (moment = new Date()) => {
  const model = await startTestModel();
  const newsletter = await startTestNewsletter(demoEditions(moment));
  return {
    model,
    newsletter,
    env: {
      OPENAI_API_KEY: 'test',
      OPENAI_BASE_URL: model.baseUrl,
      BEEHIIV_API_KEY: 'test',
      BEEHIIV_PUBLICATION_ID: newsletter.publicationId,
      BEEHIIV_BASE_URL: newsletter.baseUrl,
    },
    close: () => Promise.all([model.close(), newsletter.close()]),
  };
};

/** The service with a newsletter and a model that a test controls. */
export type Newsroom = Awaited<ReturnType<typeof startAppWithNewsletter>>;

/** Starts the service with stubs, whose editions are around the current time. */
export const startAppWithNewsletter = async (
  env: Record<string, string> = {},
  options: BootOptions = {},
) => {
  const sandbox = await openSandbox(options.now?.());
  const app = await startApp({ ...sandbox.env, ...env }, options);
  return {
    ...app,
    model: sandbox.model,
    newsletter: sandbox.newsletter,
    close: async () => {
      await app.close();
      await sandbox.close();
    },
  };
};
