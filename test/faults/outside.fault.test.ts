import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Behaviour } from '../support/test-model.ts';
import { type MailBehaviour, startFaultEnvironment } from './fault-environment.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { type Operation, usualMix } from './operations.ts';
import { byProfile, long } from './profile.ts';
import { maxRefusedShare, refusedShare, verifyOutcome } from './verify-outcome.ts';

const apart = byProfile({ short: 15, long: 100 });
/** Enough batches that some are always waiting for the model or the mail server. */
const mix: readonly Operation[] = [...usualMix, ...Array<Operation>(3).fill('batch')];

const forEver = () => new Promise<never>(() => undefined);

/** Ways in which a mail server fails. */
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

// A hanging model costs the 20 s timeout of each attempt.
const modelFaults: readonly Behaviour[] = long
  ? ['hang', 'hang-in-body', 'down', 'cut', 'busy', 'not-json', 'slow']
  : ['down', 'cut', 'not-json', 'slow'];

describe('the model and the mail server', () => {
  it('fail in every known way, and no reply is lost, no mail sent twice', async () => {
    const environment = await startFaultEnvironment();
    const journal = openJournal();
    const load = await startLoad(environment, journal, { workers: 24, mix });
    for (const behaviour of modelFaults) {
      environment.model.always(behaviour);
      await load.progress(apart);
    }
    environment.model.always('well');
    for (const behaviour of Object.values(mailFaults)) {
      environment.mail.setBehaviour(behaviour);
      await load.progress(apart);
    }
    environment.mail.setBehaviour(() => undefined);
    await load.progress(apart);
    await verifyOutcome('the model and the mail server failing', environment, journal, load);
    expect(refusedShare(environment)).toBeLessThan(maxRefusedShare);
  });
});
