import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { errorCode } from '../public-client.ts';
import { openTicket } from './attachment-helpers.ts';

const app = await startApp();
afterAll(() => app.close());
const agent = await app.client();
const ticket = await openTicket(app);

/** A RIFF container of a kind, with something inside. */
const riff = (kind: string): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.alloc(64);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(56, 4);
  bytes.write(kind, 8, 'latin1');
  return new Uint8Array(bytes);
};

describe('an image/webp', () => {
  it.each([
    ['WEBP', 201, undefined],
    ['WAVE', 415, 'attachment-type-not-allowed'],
    ['AVI ', 415, 'attachment-type-not-allowed'],
    ['webp', 415, 'attachment-type-not-allowed'],
  ])('in a RIFF container of the kind %s gets %i', async (kind, status, code) => {
    const response = await agent.uploadAttachments({
      params: { id: ticket.id },
      body: { arquivo: new File([riff(kind)], 'foto.webp', { type: 'image/webp' }) },
    });
    expect([response.status, errorCode(response)]).toEqual([status, code]);
  });
});
