import { expect, it } from 'vitest';
import { NewDrafts, Previews, SavedReplies } from '../../server/replies/outputs.ts';
import type { ReplyFailure } from '../../server/replies/service.ts';
import { saveToWire } from '../../server/replies/wire.ts';

const texts: Record<ReplyFailure, string> = {
  'ticket-not-found': 'Ticket não encontrado',
  'ticket-closed': 'O ticket está fechado',
  'already-answered': 'O ticket já foi respondido e não tem mensagem nova do cliente',
  'draft-exists': 'O ticket já tem um rascunho pendente',
  'model-failed': 'Não foi possível gerar a resposta',
  'model-budget-exhausted': 'Limite diário do modelo de linguagem atingido',
  'link-not-allowed': 'A resposta gerada contém um link que não é permitido',
  'too-late': 'Tempo esgotado ao gerar a resposta',
  'low-confidence': 'Confiança muito baixa para salvar automaticamente',
  'newer-message': 'O ticket recebeu uma nova mensagem enquanto a resposta era gerada',
  unavailable: 'Serviço temporariamente indisponível',
};

it.each(Object.entries(texts))('the failure %s of a batch reads: %s', (reason, text) => {
  const failed = { ticketId: 1, ok: false, confidence: 0, reason: reason as ReplyFailure } as const;
  for (const output of [Previews, SavedReplies, NewDrafts]) {
    expect(output.parse({ outcomes: [failed] })).toMatchObject({ outcomes: [{ reason }] });
  }
  expect(saveToWire([failed]).resultados).toMatchObject([{ sucesso: false, erro: text }]);
});
