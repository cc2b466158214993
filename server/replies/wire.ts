import type { BatchPreview, BatchSave } from '../../contract/index.ts';
import type { ReplyFailure } from './outputs.ts';
import type { PreviewOutcome, SaveOutcome } from './service.ts';

const failureTexts: Record<ReplyFailure, string> = {
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

export const previewToWire = (outcomes: PreviewOutcome[]): BatchPreview => {
  const generated = outcomes.filter((outcome) => outcome.ok);
  return {
    modo: 'lote_preview',
    tickets_processados: outcomes.length,
    sucesso: generated.length,
    falhas: outcomes.length - generated.length,
    respostas: generated.map((reply) => ({
      ticket_id: reply.ticketId,
      resposta: reply.html,
      confianca: reply.confidence,
      baseado_em_similares: reply.similarTickets > 0,
      tickets_similares_usados: reply.similarTickets,
    })),
  };
};

export const saveToWire = (outcomes: SaveOutcome[]): BatchSave => {
  const saved = outcomes.filter((outcome) => outcome.ok).length;
  return {
    modo: 'lote_com_salvamento',
    tickets_processados: outcomes.length,
    salvos: saved,
    falhas: outcomes.length - saved,
    resultados: outcomes.map((outcome) => ({
      ticket_id: outcome.ticketId,
      sucesso: outcome.ok,
      resposta_salva: outcome.ok,
      email_enviado: outcome.ok && outcome.emailSent,
      confianca: outcome.confidence,
      ...(!outcome.ok && { erro: failureTexts[outcome.reason] }),
    })),
  };
};
