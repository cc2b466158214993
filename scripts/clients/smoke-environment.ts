import { createInternalClient } from '../../packages/internal/src/index.ts';
import type { Service } from '../../server/boot.ts';
import type { Config } from '../../server/config/config.ts';
import type { Role } from '../../server/config/roles.ts';
import { dayMs } from '../../server/core/civil-time.ts';
import { issueToken } from '../tokens/issue-token.ts';

/**
 * Adds a group and today's quiz to a service; returns a function that returns the environment variables of a
 * smoke program. Each language has its own reader, ticket and tag.
 */
export const prepareSmokePrograms = async (
  service: Service,
  config: Config,
): Promise<(language: string) => Promise<Record<string, string>>> => {
  const token = (role: Role, email: string, name: string) =>
    issueToken(config, service.tokenSecret ?? '', { role, email, name }, 1);
  const admin = await token('admin', 'admin@exemplo.com.br', 'Administração');
  const api = createInternalClient({ url: service.internalUrl, token: admin });

  const { quizId } = await api.quiz.generate.mutate();
  const group = await api.groups.create.mutate({
    name: 'Clube da manhã',
    isPublic: true,
    ownerEmail: 'maria@exemplo.com.br',
  });
  const readers = [
    { email: 'maria@exemplo.com.br', name: 'Maria Souza', days: 3 },
    { email: 'joao@exemplo.com.br', name: 'João Pereira', days: 1 },
  ];
  for (const { email, name, days } of readers) {
    await api.accounts.upsert.mutate({ email, name });
    for (let ago = days - 1; ago >= 0; ago -= 1) {
      const at = new Date(Date.now() - ago * dayMs).toISOString();
      await api.streaks.recordReading.mutate({ email, at });
    }
  }
  for (const email of ['sem-conta@exemplo.com.br', 'joao@exemplo.com.br']) {
    await api.groups.addMember.mutate({ groupId: group.groupId, email });
  }
  return async (language) => {
    const reader = `leitor-${language}@exemplo.com.br`;
    const ticket = await api.tickets.create.mutate({
      subject: `Comprovante (${language})`,
      body: 'Segue o comprovante do pagamento.',
      main: `Financeiro ${language}`,
      requesterEmail: reader,
    });
    const tag = await api.tags.create.mutate({ name: `Em uso ${language}`, color: '#047857' });
    await api.tickets.addTag.mutate({ id: ticket.id, tagId: tag.id });
    return {
      LEITOR_URL: service.publicUrl,
      LEITOR_STREAKS_URL: service.publicUrl,
      LEITOR_AGENT_TOKEN: await token('agent', 'atendimento@exemplo.com.br', 'Atendimento'),
      LEITOR_READER_TOKEN: await token('reader', reader, 'Leitora'),
      LEITOR_TICKET_ID: String(ticket.id),
      LEITOR_TICKET_CATEGORY: `Financeiro ${language}`,
      LEITOR_USED_TAG_ID: String(tag.id),
      LEITOR_QUIZ_ID: quizId,
      LEITOR_GROUP_ID: group.groupId,
      LEITOR_FILE: 'test/fixtures/foto.png',
    };
  };
};
