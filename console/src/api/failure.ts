import { TRPCClientError } from '@trpc/client';
import type { InternalFailure, InternalRouter } from '../../../packages/internal/src/index.ts';

/** The details of a failed call; undefined if the service did not respond. */
export const failureOf = (error: unknown): InternalFailure['data'] | undefined =>
  isFailure(error) ? (error.data ?? undefined) : undefined;

const isFailure = (error: unknown): error is TRPCClientError<InternalRouter> =>
  error instanceof TRPCClientError;

/** A failure with a code of the service; null means that there was no response. */
export class CodedFailure extends Error {
  readonly code: string | null;
  constructor(code: string | null) {
    super(code ?? undefined);
    this.code = code;
  }
}

export const isSignedOut = (error: unknown): boolean => failureOf(error)?.httpStatus === 401;

/** A readable reason for a failed call. */
export const failureText = (error: unknown): string => {
  if (error instanceof CodedFailure) return failureTextOf(error.code);
  const failure = failureOf(error);
  const { errorCode = null, state, requestId } = failure ?? {};
  return failures.codes[`${errorCode}:${state}`] ?? failureTextOf(errorCode, requestId);
};

/** The text of a failure code; null means that there was no response. */
export const failureTextOf = (code: string | null, requestId?: string): string => {
  if (code === null) return failures.unreachable;
  const kind = Object.entries(failures.kinds).find(([part]) => code.includes(part));
  return failures.codes[code] ?? kind?.[1] ?? failures.other(code, requestId);
};

type Code = InternalFailure['data']['errorCode'];

export const failures = {
  unreachable: 'Sem resposta do serviço. Verifique a conexão e tente de novo.',
  other: (code: string, requestId: string | undefined) =>
    `Não foi possível (${code}).${requestId ? ` Pedido ${requestId}.` : ''}`,
  /** The texts of codes that have none of their own, by a part of the code. */
  kinds: {
    'not-found': 'Isto não existe mais.',
    outdated: 'Algo mudou desde a contagem. Confira e tente de novo.',
    'name-taken': 'Este nome já existe.',
    'too-many': 'O limite foi atingido.',
  },
  codes: {
    forbidden: 'Seu papel não permite isso.',
    'invalid-token': 'Sua sessão terminou.',
    'invalid-request': 'O pedido tem um valor inválido.',
    'rate-limited': 'Muitos pedidos em pouco tempo. Espere um instante.',
    unavailable: 'O serviço está indisponível. Tente de novo em instantes.',
    'internal-error': 'O serviço falhou. Tente de novo.',
    'ticket-merged': 'Este chamado foi mesclado a outro.',
    'ticket-closed': 'Este chamado está fechado.',
    'tag-in-use': 'Há chamados com esta tag.',
    'change-not-found': 'Não há mais o que desfazer.',
    'change-not-undoable': 'Já se passaram dez minutos: não dá mais para desfazer.',
    'macro-in-use': 'Uma regra usa esta macro.',
    'macro-unfit-for-rules': 'Uma regra só roda macros compartilhadas que não atribuem a “mim”.',
    'requesters-differ': 'Os chamados são de pessoas diferentes.',
    'reply-empty': 'A resposta está vazia.',
    'reply-variables-missing': 'A resposta tem uma variável sem valor neste chamado.',
    'requester-without-email': 'Este leitor não tem e-mail.',
    'mail-not-configured': 'O envio de e-mails não está configurado.',
    'mail-not-sent': 'O servidor de e-mail não aceitou a mensagem.',
    'mail-not-undoable': 'O e-mail já saiu: não dá mais para desfazer.',
    'mail-already-sent': 'O e-mail já saiu.',
    'attachment-too-large': 'O arquivo passa de 10 MB.',
    'attachments-too-large': 'Juntos, os arquivos passam de 20 MB.',
    'attachment-not-found': 'Um dos arquivos não está mais no chamado.',
    'attachment-quarantined': 'Um dos arquivos ainda não passou pelo antivírus.',
    'attachment-type-not-allowed': 'Este tipo de arquivo não é aceito.',
    'attachment-infected': 'O antivírus recusou o arquivo.',
    'attachment-quota-exceeded': 'O limite diário de anexos foi atingido.',
    'newer-message': 'Há uma mensagem mais nova.',
    'composing-changed': 'Seu texto mudou em outra janela. Confira e envie de novo.',
    'draft-not-pending': 'Este rascunho já foi decidido.',
    'quiz-changed': 'O quiz mudou. Veja o que há de novo e tente outra vez.',
    'quiz-already-generated': 'O quiz de hoje já existe.',
    'quiz-not-a-draft': 'Este quiz não é um rascunho de hoje.',
    'quiz-unfinished': 'O quiz ainda tem o que resolver antes de ser publicado.',
    'quiz-generation-failed': 'O modelo não respondeu: nenhum quiz foi escrito.',
    'quiz-generation-failed:unusable':
      'A conferência recusou o que o modelo escreveu. Veja por quê no rascunho.',
    'quiz-generation-failed:not-configured': 'O modelo não está configurado.',
    'day-out-of-range': 'Este dia é de antes do primeiro dia conhecido, ou ainda não terminou.',
    'no-edition-available': 'Não há edição para gerar um quiz.',
    'newsletter-unavailable': 'A plataforma da newsletter não respondeu.',
    'person-not-found': 'Não conhecemos ninguém com este e-mail.',
    'day-not-credited': 'Este dia não contava para o leitor.',
    'quick-reply-shortcut-taken': 'Outra resposta rápida tem este atalho.',
    'quick-reply-empty': 'A resposta rápida está vazia.',
    'last-administrator': 'A equipe ficaria sem administrador.',
    'mail-not-found': 'Este e-mail não está mais aqui, ou não foi guardado.',
    'job-running': 'A tarefa já está rodando.',
    'webhook-url-refused': 'Este endereço não é aceito: use https e um endereço público.',
    'model-failed': 'O modelo não respondeu.',
    'model-budget-exhausted': 'O limite diário do modelo acabou.',
  } satisfies Partial<Record<Code | `${Code}:${string}`, string>> as Partial<
    Record<string, string>
  >,
};
