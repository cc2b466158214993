import { simpleParser } from 'mailparser';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { aBounce } from '../inbound/mails.ts';
import { isOn, startReminders } from './reminder-fixtures.ts';

const fixture = await startReminders({ RATE_LIMIT: 'on' });
afterAll(() => fixture.close());
const { admin, app, clock, smtp, aReaderAtRisk, run } = fixture;

beforeEach(() => {
  clock.now = new Date(clock.now.getTime() + 86_400_000);
});

/** A reader who got a reminder, and what it says. */
const aMailedReader = async () => {
  const reader = await aReaderAtRisk(2);
  await run();
  const source = smtp.mails.at(-1)?.source.toString() ?? '';
  const { text = '', html, headers, messageId = '', subject } = await simpleParser(source);
  const [link = ''] = /https?:\S+unsubscribe\S+/.exec(text) ?? [];
  const oneClick = /^List-Unsubscribe:\s*<([^>]+)>/im.exec(source.replace(/\r\n[ \t]+/g, ''))?.[1];
  return { ...reader, link, html: String(html), headers, messageId, subject, oneClick };
};

describe('GET and PUT /streaks/me/reminder', () => {
  it('a reminder is off until its reader turns it on, and is counted', async () => {
    const { reminders } = await admin.streaks.overview.query();
    const reader = await app.client({ email: 'nova@exemplo.com.br' });
    expect(await isOn(reader)).toBe(false);
    const body = { enabled: true };
    expect(await reader.updateMyReminder({ body })).toMatchObject({
      status: 200,
      body: { data: body },
    });
    await reader.updateMyReminder({ body });
    expect(await isOn(reader)).toBe(true);
    expect((await admin.streaks.overview.query()).reminders).toBe(reminders + 1);
    const { items } = await admin.audit.list.query({ target: 'streak:nova@exemplo.com.br' });
    expect(items).toHaveLength(1);
  });
});

describe('a reminder', () => {
  it('says how to unsubscribe, in its text and to mail programs', async () => {
    const { link, html, oneClick, headers, subject } = await aMailedReader();
    expect(subject).toContain('2 dias');
    expect(html).toContain(`href="${link}"`);
    expect(oneClick).toBe(link);
    expect(link).not.toContain('@');
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(headers.get('list')).toMatchObject({
      'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' },
    });
  });

  it('that is returned for good is turned off, unless its reader has turned it on since', async () => {
    const { client, messageId } = await aMailedReader();
    const ingest = (action: string) => {
      const raw = aBounce(messageId, action).toString('base64');
      return admin.inbound.ingest.mutate({ raw });
    };
    await ingest('delayed');
    expect(await isOn(client)).toBe(true);
    await ingest('failed');
    expect(await isOn(client)).toBe(false);
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    await client.updateMyReminder({ body: { enabled: true } });
    await ingest('failed');
    expect(await isOn(client)).toBe(true);
  });
});

describe('the address of unsubscribing', () => {
  it('shows a page with a button, which changes nothing', async () => {
    const { client, link } = await aMailedReader();
    const response = await fetch(link);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect((await response.text()).match(/<button/g)).toHaveLength(1);
    expect(await isOn(client)).toBe(true);
  });

  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  it.each([
    ['without a body', undefined],
    ['with a form', new URLSearchParams('List-Unsubscribe=One-Click')],
    ['with a form of parts', form],
  ])('turns the reminder off by a POST %s, as often as it comes', async (_, body) => {
    const { client, link } = await aMailedReader();
    await admin.attachments.rotateLinkKey.mutate({ immediately: true });
    for (const _time of [1, 2]) {
      const response = await fetch(link, { method: 'POST', body });
      expect([response.status, (await response.json()).success]).toEqual([200, true]);
    }
    expect(await isOn(client)).toBe(false);
    await client.updateMyReminder({ body: { enabled: true } });
    expect(await isOn(client)).toBe(true);
  });

  it('answers a browser with a page', async () => {
    const { link } = await aMailedReader();
    const headers = { accept: 'text/html,*/*;q=0.8' };
    const response = await fetch(link, { method: 'POST', headers });
    expect(response.headers.get('content-type')).toContain('text/html');
  });

  it('refuses a link that we did not sign', async () => {
    const { client, link } = await aMailedReader();
    const forged = link.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    for (const url of [forged, link.replace(/token=.*/, '')]) {
      expect((await fetch(url)).status).toBe(401);
      expect((await fetch(url, { method: 'POST' })).status).toBe(401);
    }
    expect(await isOn(client)).toBe(true);
  });
});
