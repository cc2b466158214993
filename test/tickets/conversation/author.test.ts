import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../server/core/context.ts';
import { agentNameOf, authorOf } from '../../../server/tickets/conversation/author.ts';

const person = { kind: 'person', subject: 'pessoa-1', role: 'agent' } as const;
const ana = { ...person, email: 'ana@leitor.com.br', name: 'Ana Lima' };
const service: Actor = { kind: 'service', name: 'process-mailbox' };

describe('the author of what an agent writes', () => {
  it.each<[string, Actor, string]>([
    ['the e-mail of a person', ana, 'ana@leitor.com.br'],
    ['the name of a person without one', { ...person, name: 'Ana Lima' }, 'Ana Lima'],
    ['a common name for a person without either', person, 'Atendimento'],
    ['the name of a service', service, 'process-mailbox'],
    ['a common name for an anonymous caller', { kind: 'anonymous' }, 'Atendimento'],
  ])('is %s', (_, actor, author) => {
    expect(authorOf(actor)).toBe(author);
  });
});

describe('the name of an agent that a customer reads', () => {
  it('shows readers a person’s name, never an e-mail or a service', () => {
    expect(agentNameOf(ana)).toBe('Ana Lima');
    expect(agentNameOf({ ...person, email: 'ana@leitor.com.br' })).toBeUndefined();
    expect(agentNameOf(service)).toBe('Atendimento');
  });
});
