import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { reconcileAttachments } from '../../../server/attachments/janitor.ts';
import { startApp } from '../../harness.ts';
import { errorCode } from '../../public-client.ts';
import { ageAttachments } from '../../support/age.ts';
import {
  insertPendingAttachment,
  openTicket,
  storedFiles,
  textFile,
  uploadOne,
} from '../attachment-helpers.ts';

const app = await startApp();
afterAll(() => app.close());
const ctx = app.service.contextFor('test');
const agent = await app.client();
const ticket = await openTicket(app);
const params = { id: ticket.id };
const root = join(app.directory, 'files');
const janitor = (dryRun = false) => reconcileAttachments(ctx, { dryRun });

describe('while the storage is unavailable', () => {
  it('returns 503 with Retry-After where the storage is needed, and recovers', async () => {
    const stored = await uploadOne(agent, ticket.id, textFile());
    const one = { params: { attachmentId: stored.id } };
    const files = await storedFiles(app.directory);
    // With a file in place of its directory every access fails.
    await rename(root, `${root}-away`);
    await writeFile(root, '');
    const large = textFile('a.txt', 'x'.repeat(5_000_000));
    for (const response of [
      await agent.uploadAttachments({ params, body: { arquivo: textFile() } }),
      await agent.uploadAttachments({ params, body: { arquivo: [large, textFile()] } }),
      await agent.downloadAttachment(one),
      await agent.deleteAttachment(one),
    ]) {
      expect(response.status).toBe(503);
      expect(errorCode(response)).toBe('unavailable');
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(JSON.stringify(response.body)).not.toContain(app.directory);
    }
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    expect((await agent.listTags()).status).toBe(200);
    await rm(root);
    await rename(`${root}-away`, root);
    expect(await storedFiles(app.directory)).toEqual(files);
    const leftBehind = 'could not roll back an upload; left to the janitor';
    expect(app.logs.filter(({ msg }) => msg === leftBehind)).toHaveLength(2);
    // Repeating the failed deletion finishes it.
    expect((await agent.deleteAttachment(one)).status).toBe(200);
    // The refused uploads wrote no object, but their rows could not be deleted without the storage.
    const { removed } = await janitor();
    expect(removed.map(({ reason }) => reason)).toEqual(['upload', 'upload']);
    expect(await janitor(true)).toEqual({ removed: [], failed: [] });
  });

  it('returns 503 for a missing file, which can be deleted', async () => {
    const lost = await uploadOne(agent, ticket.id, textFile());
    await rm(join(root, lost.caminhoArquivo));
    const one = { params: { attachmentId: lost.id } };
    expect((await agent.downloadAttachment(one)).status).toBe(503);
    expect((await agent.deleteAttachment(one)).status).toBe(200);
  });
});

describe('the janitor', () => {
  /** The row of an upload that died, with what it had stored under the ends of its path. */
  const abandonedUpload = async (...ends: string[]) => {
    const path = `support/${ticket.id}/2026-01-01/${crypto.randomUUID()}_a.txt`;
    await mkdir(join(root, path, '..'), { recursive: true });
    for (const end of ends) await writeFile(join(root, `${path}${end}`), 'x');
    const row = { ticketId: ticket.id, path, createdAt: new Date(), leaseMs: 600_000 };
    const id = await insertPendingAttachment(app, row);
    return { id, ticketId: ticket.id, path, reason: 'upload' as const };
  };

  it('cleans up what crashes left at every step, once the lease has expired', async () => {
    const { id } = await uploadOne(agent, ticket.id, textFile());
    const kept = await storedFiles(app.directory);
    const dead = [
      await abandonedUpload(),
      await abandonedUpload('.part'),
      await abandonedUpload(''),
    ];
    const { body } = await agent.listTicketAttachments({ params });
    expect(body).toMatchObject({ data: [{ id }] });
    await ageAttachments(ctx.db, 590_000);
    expect(await janitor()).toEqual({ removed: [], failed: [] });
    await ageAttachments(ctx.db, 10_000);
    expect(await janitor(true)).toEqual({ removed: dead, failed: [] });
    expect(await storedFiles(app.directory)).toHaveLength(kept.length + 2);
    expect((await app.service.jobs.run('attachments-janitor')).outcome).toBe('succeeded');
    expect(await storedFiles(app.directory)).toEqual(kept);
    expect(await janitor()).toEqual({ removed: [], failed: [] });
  });

  it('shares the work between concurrent runs', async () => {
    const dead = await Promise.all(Array.from({ length: 30 }, () => abandonedUpload('')));
    await ageAttachments(ctx.db, 600_000);
    const runs = await Promise.all([janitor(), janitor(), janitor()]);
    expect(runs.flatMap(({ removed }) => removed.map(({ id }) => id)).sort()).toEqual(
      dead.map(({ id }) => id).sort(),
    );
  });
});
