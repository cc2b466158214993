import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Behaviour } from '../../scripts/sandbox/model-behaviour.ts';
import { inForm, long } from './form.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { type Operation, usualMix } from './operations.ts';
import { hardlyAny, reckon, refusedShare } from './reckoning.ts';
import { type MailBehaviour, openSite } from './site.ts';

const apart = inForm({ short: 15, long: 100 });
/** With enough batches that some are always with the model or the mail server. */
const mix: readonly Operation[] = [...usualMix, ...Array<Operation>(3).fill('batch')];

const forEver = () => new Promise<never>(() => undefined);

/** What a mail server can do to a mail that comes to it. */
const mailFaults: Record<string, MailBehaviour> = {
  hangs: forEver,
  cuts: (_mail, drop) => {
    drop();
    return forEver();
  },
  'is busy': () => {
    throw Object.assign(new Error('try again later'), { responseCode: 451 });
  },
  'is slow': () => pause(1_000),
};

// Hanging takes the service's patience, of 20 seconds a try.
const modelFaults: readonly Behaviour[] = long
  ? ['hang', 'hang-in-body', 'down', 'cut', 'busy', 'not-json', 'slow']
  : ['down', 'cut', 'not-json', 'slow'];

describe('the model and the mail server', () => {
  it('failing in every way they know: all else goes on, no reply is lost and no mail is sent twice', async () => {
    const site = await openSite();
    const journal = openJournal();
    const load = await startLoad(site, journal, { workers: 24, mix });
    for (const behaviour of modelFaults) {
      site.model.always(behaviour);
      await load.progress(apart);
    }
    site.model.always('well');
    for (const behaviour of Object.values(mailFaults)) {
      site.mail.meet(behaviour);
      await load.progress(apart);
    }
    site.mail.meet(() => undefined);
    await load.progress(apart);
    await reckon('the model and the mail server failing', site, journal, load);
    expect(refusedShare(site)).toBeLessThan(hardlyAny);
  });
});
