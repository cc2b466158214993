import { describe, expect, it } from 'vitest';
import { listTags } from '../../db/tags/tags.ts';
import {
  anybody,
  type Context,
  noteWrite,
  onlyService,
  requireEmail,
  requireRole,
} from '../../server/core/context.ts';
import { startApp } from '../harness.ts';

describe('a check of the right to call a verb', async () => {
  const app = await startApp();
  const service: Context = app.service.contextFor('test');
  const personOf = (email?: string): Context => ({
    ...service,
    actor: { kind: 'person', subject: 'p', role: 'agent', ...(email && { email }) },
  });
  const stranger: Context = { ...service, actor: { kind: 'anonymous' } };

  it('opens the database to a role and those above it', async () => {
    const ctx = personOf();
    requireRole(ctx, 'agent');
    expect(await listTags(ctx.db)).toEqual([]);
    expect(() => requireRole(personOf(), 'admin')).toThrow('forbidden');
    expect(() => requireRole(stranger, 'reader')).toThrow('invalid-token');
    expect(() => requireRole(service, 'admin')).not.toThrow();
  });

  it('opens it to a person with an e-mail, whose e-mail it then is', () => {
    const ctx = personOf('ana@exemplo.com.br');
    requireEmail(ctx);
    const { email }: { email: string } = ctx.actor;
    expect(email).toBe('ana@exemplo.com.br');
    for (const refused of [personOf(), stranger, service]) {
      expect(() => requireEmail(refused)).toThrow('invalid-token');
    }
  });

  it('opens it to the service alone', () => {
    expect(() => onlyService(service)).not.toThrow();
    expect(() => onlyService(personOf())).toThrow('forbidden');
    expect(() => onlyService({ ...service, actor: { ...admin } })).toThrow('forbidden');
    expect(() => onlyService(stranger)).toThrow('invalid-token');
  });

  it('opens it to anybody', () => {
    expect(() => anybody(stranger)).not.toThrow();
  });
});

const admin = { kind: 'person', subject: 'a', role: 'admin' } as const;

it('who wrote is known by the e-mail, whatever names their tokens, else by that name', async () => {
  const written: string[] = [];
  const replicas = { pick: () => undefined, staleness: () => [], close: async () => {} };
  const writers = {
    add: async (writer: string) => void written.push(writer),
    includes: async () => false,
  };
  const person = { kind: 'person', role: 'agent' } as const;
  const reads = { replicas, writers };
  for (const actor of [
    { ...person, subject: 'a', email: 'ana@exemplo.com.br' },
    { ...person, subject: 'b', email: 'ana@exemplo.com.br' },
    { ...person, subject: 'b' },
    { kind: 'service', name: 'x' },
    { kind: 'anonymous' },
  ] as const) {
    await noteWrite({ reads, actor });
  }
  const ana = 'person:ana@exemplo.com.br';
  expect(written).toEqual([ana, ana, 'person:b', 'service', 'anonymous']);
});
