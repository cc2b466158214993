import type { BatchPreview, BatchSave } from '../../contract/index.ts';
import type { PreviewOutcome, ReplyFailure, SaveOutcome } from './service.ts';

/** What `erro` says: a short reason, with nothing of the service's insides. */
const failureTexts: Record<ReplyFailure, string> = {
  'ticket-not-found': 'Ticket não encontrado',
  'model-failed': 'Não foi possível gerar a resposta',
  'too-late': 'Tempo esgotado ao gerar a resposta',
  'low-confidence': 'Confiança muito baixa para salvar automaticamente',
  'newer-message': 'O ticket recebeu uma nova mensagem enquanto a resposta era gerada',
  unavailable: 'Serviço temporariamente indisponível',
};

/** A batch that only generated as the API answers it (specification §4.4). */
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

/** A batch that saved as the API answers it (specification §4.4). */
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
