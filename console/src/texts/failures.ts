import type { InternalFailure } from '../../../packages/internal/src/index.ts';

type Code = InternalFailure['data']['errorCode'];

/** Why a call failed. */
export const failures = {
  unreachable: 'Sem resposta do serviço. Verifique a conexão e tente de novo.',
  other: (code: string, requestId: string | undefined) =>
    `Não foi possível (${code}).${requestId ? ` Pedido ${requestId}.` : ''}`,
  codes: {
    forbidden: 'Seu papel não permite isso.',
    'invalid-token': 'Sua sessão terminou.',
    'invalid-request': 'O pedido tem um valor que não vale.',
    'rate-limited': 'Muitos pedidos em pouco tempo. Espere um instante.',
    unavailable: 'O serviço está indisponível. Tente de novo em instantes.',
    'internal-error': 'O serviço falhou. Tente de novo.',
    'ticket-not-found': 'Este chamado não existe.',
    'ticket-merged': 'Este chamado foi mesclado a outro.',
    'ticket-closed': 'Este chamado está fechado.',
    'tag-not-found': 'Esta tag não existe mais.',
    'bulk-outdated': 'A lista mudou desde a contagem. Conte de novo.',
    'merge-outdated': 'Os chamados mudaram desde a contagem. Conte de novo.',
    'requesters-differ': 'Os chamados são de pessoas diferentes.',
    'reply-empty': 'A resposta está vazia.',
    'reply-variables-missing': 'A resposta tem uma variável sem valor neste chamado.',
    'requester-without-email': 'Este leitor não tem e-mail.',
    'mail-not-configured': 'O envio de e-mails não está configurado.',
    'mail-not-undoable': 'O e-mail já saiu: não dá mais para desfazer.',
    'mail-already-sent': 'O e-mail já saiu.',
    'attachment-too-large': 'O arquivo passa de 10 MB.',
    'attachment-type-not-allowed': 'Este tipo de arquivo não é aceito.',
    'too-many-attachments': 'São arquivos demais para um envio.',
    'attachment-infected': 'O antivírus recusou o arquivo.',
    'attachment-quota-exceeded': 'O chamado já tem anexos demais.',
    'newer-message': 'Há uma mensagem mais nova.',
    'draft-not-found': 'Este rascunho não existe mais.',
    'draft-not-pending': 'Este rascunho não espera mais uma decisão.',
    'quick-reply-not-found': 'Esta resposta rápida não existe mais.',
    'person-not-found': 'Não conhecemos ninguém com este e-mail.',
    'day-not-credited': 'Este dia não contava para o leitor.',
    'erasure-outdated': 'O que guardamos mudou desde a contagem. Confira e confirme de novo.',
    'model-failed': 'O modelo não respondeu.',
    'model-budget-exhausted': 'O limite diário do modelo acabou.',
  } satisfies Partial<Record<Code, string>> as Partial<Record<string, string>>,
};
