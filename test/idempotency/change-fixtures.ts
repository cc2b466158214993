import type { TestApp } from '../harness.ts';
import type { Client } from '../public-client.ts';

/** Creates the data that operations change. */
export const changeFixtures = (admin: Awaited<ReturnType<TestApp['trpc']>>, agent: Client) => {
  const unique = () => crypto.randomUUID().slice(0, 8);
  const anEmail = () => `${unique()}@exemplo.com.br`;
  const aTicket = async () => {
    const ticket = { subject: 'A edição não chegou', body: 'Não recebi.', main: 'Entrega' };
    return (await admin.tickets.create.mutate({ ...ticket, requesterEmail: anEmail() })).id;
  };
  return {
    unique,
    anEmail,
    aTicket,
    aTag: () => admin.tags.create.mutate({ name: `Tag ${unique()}`, color: '#1D4ED8' }),
    quickReply: () => ({
      title: 'Olá',
      content: '<p>Olá!</p>',
      category: 'saudacao',
      shortcut: `/${unique()}`,
    }),
    anAttachment: async () => {
      const uploaded = await agent.uploadAttachments({
        params: { id: await aTicket() },
        body: { arquivo: new File(['texto'], 'nota.txt', { type: 'text/plain' }) },
      });
      if (uploaded.status !== 201 || Array.isArray(uploaded.body.data))
        throw new Error('no upload');
      return uploaded.body.data.id;
    },
  };
};
