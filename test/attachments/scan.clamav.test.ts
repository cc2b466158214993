import { afterAll, describe, expect, it } from 'vitest';
import { clamdMalware } from '../../scripts/servers/clamd.ts';
import { startApp } from '../harness.ts';
import { errorCode } from '../public-client.ts';
import { fixture, openTicket, textFile, uploadOne } from './attachment-helpers.ts';

// The same as scan.test.ts, against the real daemon.

const app = await startApp({ SCAN_URL: process.env.TEST_CLAMD_URL ?? '' });
afterAll(() => app.close());
const agent = await app.client();

const send = async (arquivo: File) => {
  const { id } = await openTicket(app);
  return agent.uploadAttachments({ params: { id }, body: { arquivo } });
};

describe('clamd', () => {
  it('passes clean files of several types and of the largest size', async () => {
    const { id } = await openTicket(app);
    const png = await fixture('foto.png', 'image/png');
    const large = textFile('grande.txt', 'linha\n'.repeat(10_485_760 / 6));
    for (const file of [textFile(), png, large]) {
      expect(await uploadOne(agent, id, file)).not.toHaveProperty('emQuarentena');
    }
  });

  it('finds malware at the start, at the end of a large file, and beside other bytes', async () => {
    const filler = 'x'.repeat(5 * 1_048_576);
    for (const contents of [clamdMalware, `${filler}${clamdMalware}`, `a${clamdMalware}b`]) {
      const response = await send(textFile('nota.txt', contents));
      expect([response.status, errorCode(response)]).toEqual([422, 'attachment-infected']);
    }
  });
});
