// Written by `npm run sdk` from the contract. Do not edit.

/** Mais uma mensagem. */
export interface AddMyTicketMessage {
  /** O texto, sem HTML. */
  body: string;
}

/** Onde a mensagem ficou. */
export interface AddedMyTicketMessage {
  /** O ticket que tem a mensagem: outro, se o pedido estava fechado. */
  ticketId: number;
  /** Identificador da mensagem. */
  id: number;
  /** Quando foi escrita. */
  createdAt: string;
}

/** Sucesso, com o resultado em `data`. */
export interface AddedMyTicketMessageResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: AddedMyTicketMessage;
}

/** Os agentes e as ferramentas de IA registrados. */
export interface AiResources {
  /** Nomes dos agentes. */
  agents: string[];
  /** Nomes das ferramentas. */
  tools: string[];
}

/** Sucesso, com o resultado em `data`. */
export interface AiResourcesResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: AiResources;
}

/** O responsável antes e depois. */
export interface AssigneeChange {
  /** O e-mail de um agente; nulo: ninguém. */
  from: string | null;
  /** O e-mail de um agente; nulo: ninguém. */
  to: string | null;
}

/** Arquivo anexado a um ticket. */
export interface Attachment {
  /** Identificador do anexo. */
  id: number;
  /** Identificador do ticket. */
  supportId: number;
  /** Mensagem à qual o anexo está ligado. */
  mensagemId?: number | undefined;
  /** Nome original do arquivo. */
  nomeArquivo: string;
  /** Caminho no armazenamento: `support/<ticket>/<data>/<uuid>_<arquivo>`. */
  caminhoArquivo: string;
  /** Tipo MIME. */
  tipoArquivo: string;
  /** Tamanho em bytes. */
  tamanhoArquivo: number;
  /** Quando foi anexado. */
  createdAt: string;
  /** Presente enquanto o antivírus não verificou o arquivo: o download é recusado. */
  emQuarentena?: boolean | undefined;
}

/** Sucesso, com o resultado em `data`. */
export interface AttachmentListResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  /** Os anexos do ticket. */
  data: ListedAttachment[];
}

/** Sucesso, com um texto e o resultado em `data`. */
export interface AttachmentUploadResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  /** Texto para mostrar a pessoas. */
  message: string;
  data: UploadedAttachments;
}

/** Os anexos de um envio com vários arquivos. */
export type Attachments = Attachment[];

/** Resultado de um lote que somente gera. */
export interface BatchPreview {
  /** As respostas foram somente geradas. */
  modo: "lote_preview";
  /** Tickets distintos do lote. */
  tickets_processados: number;
  /** Tickets com uma resposta gerada. */
  sucesso: number;
  /** Tickets que ficaram sem resposta. */
  falhas: number;
  /** As respostas geradas. */
  respostas: BatchReplyPreview[];
}

/** Resultado de um lote, conforme `modo`. */
export type BatchReplies = BatchPreview | BatchSave;

/** Sucesso, com o resultado em `data`. */
export interface BatchRepliesResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: BatchReplies;
}

/** Resposta gerada e não salva. */
export interface BatchReplyPreview {
  /** Identificador do ticket. */
  ticket_id: number;
  /** HTML sanitizado. */
  resposta: string;
  /** Confiança, de 0 a 1. */
  confianca: number;
  /** Se há tickets parecidos já resolvidos. */
  baseado_em_similares: boolean;
  /** Quantos tickets parecidos foram usados. */
  tickets_similares_usados: number;
}

/** Resultado de um ticket. */
export interface BatchReplyResult {
  /** Identificador do ticket. */
  ticket_id: number;
  /** Se o ticket foi respondido. */
  sucesso: boolean;
  /** Se a resposta está no ticket. */
  resposta_salva: boolean;
  /** Se o servidor de e-mail aceitou a mensagem. */
  email_enviado: boolean;
  /** Confiança, de 0 a 1. */
  confianca: number;
  /** Motivo, somente em uma falha. */
  erro?: string | undefined;
}

/** Resultado de um lote que salva. */
export interface BatchSave {
  /** As respostas foram salvas nos tickets. */
  modo: "lote_com_salvamento";
  /** Tickets distintos do lote. */
  tickets_processados: number;
  /** Tickets com a resposta salva. */
  salvos: number;
  /** Tickets que ficaram sem resposta. */
  falhas: number;
  /** O resultado de cada ticket. */
  resultados: BatchReplyResult[];
}

/** Se a resposta veio do cache. */
export interface CacheInfo {
  /** Se a resposta veio do cache. */
  hit: boolean;
  /** Idade em segundos, quando `hit`. */
  age?: number | undefined;
  /** Segundos até expirar, quando `hit`. */
  expiresIn?: number | undefined;
}

/** Os tickets de um lote, e o que fazer com as respostas. */
export interface CreateBatchReplies {
  /** De 1 a 50 tickets; repetidos contam uma vez. */
  support_ids: number[];
  /** Salvar as respostas nos tickets. Padrão: `false`. */
  salvar?: boolean | undefined;
  /** Autor das mensagens salvas. Padrão: `IA Assistant`. */
  autor?: string | undefined;
  /** Enviar e-mail nos tickets que têm um endereço. Padrão: `false`. */
  enviar_email?: boolean | undefined;
}

/** Um grupo novo. */
export interface CreateGroup {
  /** Nome do grupo. */
  name: string;
  /** Descrição do grupo. */
  description?: string | undefined;
  /** Se qualquer pessoa autenticada vê o ranking. Padrão: `false`. */
  isPublic?: boolean | undefined;
}

/** Um convite novo. */
export interface CreateGroupInvite {
  /** Validade em horas. Padrão: `168`. */
  expiresInHours?: number | undefined;
  /** Quantas pessoas podem entrar. */
  maxUses?: number | undefined;
}

/** Um ticket novo. */
export interface CreateMyTicket {
  /** O assunto. */
  subject: string;
  /** O texto, sem HTML. */
  body: string;
}

/** Uma tag nova. */
export interface CreateTag {
  /** Único, sem distinção de maiúsculas. */
  name: string;
  /** Cor hexadecimal `#RRGGBB`. */
  color: string;
  /** Se passa a ser a tag padrão. Padrão: `false`. */
  isDefault?: boolean | undefined;
}

/** Falha. O código estável está no cabeçalho `X-Error-Code`. */
export interface Failure {
  /** Sempre `false` em uma falha. */
  success: boolean;
  /** Texto para mostrar a pessoas. */
  message: string;
}

/** Código estável da falha, enviado em `X-Error-Code`. */
export type FailureCode = "invalid-request" | "malformed-json" | "invalid-token" | "forbidden" | "not-found" | "method-not-allowed" | "request-timeout" | "idempotency-key-in-use" | "idempotency-key-reused" | "body-too-large" | "unsupported-media-type" | "range-not-satisfiable" | "rate-limited" | "headers-too-large" | "internal-error" | "unavailable" | "tag-fields-required" | "tag-name-taken" | "tag-in-use" | "tag-not-found" | "quick-reply-not-found" | "quick-reply-shortcut-taken" | "quick-reply-empty" | "ticket-not-found" | "ticket-merged" | "ticket-closed" | "attachment-not-found" | "attachment-too-large" | "too-many-attachments" | "attachment-quota-exceeded" | "ticket-quota-exceeded" | "message-quota-exceeded" | "attachment-type-not-allowed" | "attachment-infected" | "attachment-quarantined" | "batch-too-large" | "quiz-fields-required" | "quiz-already-attempted" | "quiz-not-found" | "quiz-already-generated" | "no-edition-available" | "newsletter-unavailable" | "quiz-generation-failed" | "edition-not-found" | "invalid-signature" | "integration-disabled" | "group-not-found" | "group-forbidden" | "group-member-not-found" | "group-full" | "too-many-groups" | "invite-not-found" | "too-many-invites" | "ranking-timed-out";

/** O quiz gerado. */
export interface GeneratedQuiz {
  /** Identificador do quiz. */
  quizId: string;
}

/** Sucesso, com um texto e o resultado em `data`. */
export interface GeneratedQuizResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  /** Texto para mostrar a pessoas. */
  message: string;
  data: GeneratedQuiz;
}

/** Os leitores com as maiores sequências atuais. */
export interface GlobalRanking {
  /** Do primeiro ao último. */
  ranking: RankingEntry[];
  /** Quando o ranking foi montado. */
  lastUpdated: string;
  cacheInfo: RankingCacheInfo;
}

/** Sucesso, com o resultado em `data`. */
export interface GlobalRankingResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: GlobalRanking;
}

/** Um convite para um grupo. */
export interface GroupInvite {
  /** Identificador do convite. */
  id: number;
  /** O segredo do convite; só aparece nesta resposta. */
  token: string;
  /** Quando o convite expira. */
  expiresAt: string;
  /** Quantas pessoas podem entrar; nulo sem limite. */
  maxUses: number | null;
}

/** Sucesso, com o resultado em `data`. */
export interface GroupInviteResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: GroupInvite;
}

/** Um membro de um grupo. */
export interface GroupMember {
  /** Identificador do membro. */
  memberId: number;
  /** O nome nos rankings. */
  displayName: string;
  /** Mascarado. */
  email: string;
  /** Se é o dono do grupo. */
  isOwner: boolean;
}

/** Uma página de membros. */
export interface GroupMembers {
  /** Na ordem de entrada. */
  items: GroupMember[];
  /** Onde a próxima página começa. */
  nextCursor: string | null;
}

/** Sucesso, com o resultado em `data`. */
export interface GroupMembersResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: GroupMembers;
}

/** O ranking dos membros de um grupo. */
export interface GroupRanking {
  group: GroupSummary;
  /** Do primeiro ao último. */
  ranking: RankingEntry[];
  /** Quando o ranking foi montado. */
  lastUpdated: string;
}

/** Falha do ranking de grupo. O código estável está no cabeçalho `X-Error-Code`. */
export interface GroupRankingFailure {
  /** Sempre `false` em uma falha. */
  success: boolean;
  /** Texto para mostrar a pessoas. */
  error: string;
}

/** Sucesso, com o resultado em `data`. */
export interface GroupRankingResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: GroupRanking;
}

/** O papel de quem chama no grupo. */
export type GroupRole = "owner" | "member";

/** Um grupo de leitores. */
export interface GroupSummary {
  /** Identificador do grupo. */
  groupId: string;
  /** Nome do grupo. */
  groupName: string;
  /** Descrição do grupo. */
  description: string | null;
  /** Se qualquer pessoa autenticada vê o ranking. */
  isPublic: boolean;
  /** Mascarado. */
  ownerEmail: string;
  /** Quantos membros ativos o grupo tem. */
  memberCount: number;
}

/** A entrada em um grupo. */
export interface JoinGroup {
  /** O segredo do convite. */
  token: string;
}

/** Anexo com endereço temporário de download. */
export interface ListedAttachment {
  /** Identificador do anexo. */
  id: number;
  /** Identificador do ticket. */
  supportId: number;
  /** Mensagem à qual o anexo está ligado. */
  mensagemId?: number | undefined;
  /** Nome original do arquivo. */
  nomeArquivo: string;
  /** Caminho no armazenamento: `support/<ticket>/<data>/<uuid>_<arquivo>`. */
  caminhoArquivo: string;
  /** Tipo MIME. */
  tipoArquivo: string;
  /** Tamanho em bytes. */
  tamanhoArquivo: number;
  /** Quando foi anexado. */
  createdAt: string;
  /** Presente enquanto o antivírus não verificou o arquivo: o download é recusado. */
  emQuarentena?: boolean | undefined;
  /** Endereço temporário de download; vale 10 minutos, sem cabeçalhos. */
  downloadUrl: string;
}

/** Quem escreveu: quem abriu o ticket, um agente ou o modelo. */
export type MessageOrigin = "requester" | "agent" | "ai";

/** Sucesso, com um texto. */
export interface MessageResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  /** Texto para mostrar a pessoas. */
  message: string;
}

/** Um grupo de quem chama. */
export interface MyGroup {
  /** Identificador do grupo. */
  groupId: string;
  /** Nome do grupo. */
  groupName: string;
  /** Descrição do grupo. */
  description: string | null;
  /** Se qualquer pessoa autenticada vê o ranking. */
  isPublic: boolean;
  /** Mascarado. */
  ownerEmail: string;
  /** Quantos membros ativos o grupo tem. */
  memberCount: number;
  role: GroupRole;
}

/** Sucesso, com o resultado em `data`. */
export interface MyGroupResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: MyGroup;
}

/** Sucesso, com o resultado em `data`. */
export interface MyGroupsResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  /** Os grupos de quem chama. */
  data: MyGroup[];
}

/** A posição entre todos os leitores. Depois da 10.000ª, sequências iguais dividem a posição. */
export interface MyRanking {
  /** A posição; nula para quem não está no ranking. */
  position: number | null;
  /** Quantos leitores o ranking tem. */
  of: number;
  /** Os vizinhos no ranking, com quem chama entre eles, do primeiro ao último. */
  entries: RankingEntry[];
}

/** Sucesso, com o resultado em `data`. */
export interface MyRankingResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: MyRanking;
}

/** O lembrete de leitura de quem chama; desligado até que o leitor o ligue. */
export interface MyReminder {
  /** Se o lembrete está ligado. */
  enabled: boolean;
}

/** Sucesso, com o resultado em `data`. */
export interface MyReminderResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: MyReminder;
}

/** A sequência de leitura de quem chama. */
export interface MyStreak {
  /** Dias seguidos de leitura; 0 quando a sequência foi interrompida. */
  currentStreak: number;
  /** A maior sequência. */
  maxStreak: number;
  /** Se a leitura de hoje já foi creditada. */
  readToday: boolean;
  status: StreakStatus;
  /** `DD/MM/YYYY HH:MM:SS` em São Paulo. */
  lastInteractionDate: string | null;
  /** Os dias creditados dos últimos 35, em ordem. */
  days: string[];
  rankingVisibility: RankingVisibility;
  /** O nome nos rankings. */
  displayName: string | null;
}

/** Sucesso, com o resultado em `data`. */
export interface MyStreakResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: MyStreak;
}

/** Um ticket de quem chama. */
export interface MyTicket {
  /** Identificador do ticket. */
  id: number;
  /** O assunto. */
  subject: string;
  status: TicketStatus;
  /** Quando foi aberto. */
  createdAt: string;
}

/** Quem escreveu: quem chama, ou a equipe. */
export type MyTicketAuthor = "reader" | "team";

/** Um arquivo de um ticket de quem chama. */
export interface MyTicketFile {
  /** Identificador do anexo. */
  id: number;
  /** Mensagem à qual o anexo está ligado. */
  mensagemId?: number | undefined;
  /** Nome original do arquivo. */
  nomeArquivo: string;
  /** Tipo MIME. */
  tipoArquivo: string;
  /** Tamanho em bytes. */
  tamanhoArquivo: number;
  /** Presente enquanto o antivírus não verificou o arquivo: o download é recusado. */
  emQuarentena?: boolean | undefined;
  /** Endereço temporário de download; vale 10 minutos, sem cabeçalhos. */
  downloadUrl: string;
}

/** Uma mensagem de um ticket de quem chama. */
export interface MyTicketMessage {
  /** Identificador da mensagem. */
  id: number;
  from: MyTicketAuthor;
  /** O texto, sem HTML. */
  body: string;
  /** O HTML seguro de uma mensagem da equipe que o tem. */
  html?: string | undefined;
  /** Quando foi escrita. */
  createdAt: string;
}

/** Sucesso, com o resultado em `data`. */
export interface MyTicketResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: MyTicket;
}

/** Um ticket de quem chama, com a conversa. */
export interface MyTicketThread {
  /** Identificador do ticket. */
  id: number;
  /** O assunto. */
  subject: string;
  status: TicketStatus;
  /** Quando foi aberto. */
  createdAt: string;
  /** As mensagens, da mais antiga à mais nova. */
  messages: MyTicketMessage[];
  /** Se há mensagens anteriores: peça-as com `before`, o `id` da primeira. */
  hasOlder: boolean;
  /** Os arquivos destas mensagens (`mensagemId`), e os que quem chama pôs no ticket. */
  attachments: MyTicketFile[];
}

/** Sucesso, com o resultado em `data`. */
export interface MyTicketThreadResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: MyTicketThread;
}

/** Uma página de tickets. */
export interface MyTickets {
  /** Os tickets mais novos primeiro. */
  items: MyTicket[];
  /** Onde a próxima página começa. */
  nextCursor: string | null;
}

/** Sucesso, com o resultado em `data`. */
export interface MyTicketsResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: MyTickets;
}

/** Evento da plataforma de newsletter. */
export interface NewsletterEvent {
  /** Identificador do evento; um repetido não tem efeito. */
  uid: string;
  /** O tipo do evento. Os desconhecidos são aceitos e ignorados. */
  event_type: string;
  data?: NewsletterEventData | undefined;
}

/** Sobre o que é o evento. */
export interface NewsletterEventData {
  /** O objeto do evento. */
  id?: string | undefined;
  /** A assinatura, nos eventos de listas. */
  subscription_id?: string | undefined;
}

/** Pergunta de um quiz, sem a resposta. */
export interface Question {
  /** Enviado de volta como `fieldId`. */
  id: string;
  /** A pergunta. */
  question: string;
  /** Tipo da pergunta. */
  type: string;
  /** A partir de 1. */
  position: number;
  /** As quatro opções, das quais uma está certa. */
  options: string[];
}

/** Resposta rápida: um modelo de texto para os agentes. */
export interface QuickReply {
  /** Identificador da resposta rápida. */
  id: number;
  /** Título, para os agentes. */
  titulo: string;
  /** HTML já sanitizado (links http, https e mailto; sem `tel:` e sem imagens), ou texto puro como foi escrito. */
  conteudo: string;
  /** Valores comuns: `saudacao`, `despedida`, `tecnico`, `financeiro`, `geral`. */
  categoria: string;
  /** Começa com `/` e é único entre as respostas. */
  atalho: string;
  /** Quando foi alterada. */
  updatedAt: string;
}

/** Sucesso, com um texto e o resultado em `data`. */
export interface QuickReplyResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  /** Texto para mostrar a pessoas. */
  message: string;
  data: QuickReply;
}

/** Quiz diário, sem as respostas corretas. */
export interface Quiz {
  /** Identificador do quiz. */
  id: string;
  /** Título. */
  title: string;
  /** Do que o quiz trata. */
  description: string;
  /** O dia do quiz, em São Paulo. */
  quizDate: string;
  /** Acertos que recuperam a sequência. */
  minCorrectAnswers: number;
  /** As perguntas, em ordem. */
  questions: Question[];
}

/** A resposta a uma pergunta. */
export interface QuizAnswer {
  /** Identificador da pergunta. */
  fieldId: string;
  /** Exatamente uma das opções da pergunta. */
  answer: string;
}

/** Como uma pergunta foi respondida. */
export interface QuizAnswerDetail {
  /** Identificador da pergunta. */
  fieldId: string;
  /** A pergunta. */
  question: string;
  /** A resposta do leitor; vazia quando não respondeu. */
  userAnswer: string;
  /** A opção certa. */
  correctAnswer: string;
  /** Se o leitor acertou. */
  isCorrect: boolean;
  /** Por que a opção está certa. */
  explanation: string;
}

/** A correção. */
export interface QuizCorrectedData {
  /** Identificador do quiz. */
  quizId: string;
  /** O dia do quiz. */
  quizDate: string;
  /** Identificador da pergunta. */
  questionId: string;
  /** Se a pergunta vale como certa para todos. */
  annulled: boolean;
  /** Quantas tentativas ganharam um acerto. */
  regraded: number;
  /** Quantas delas passaram a atingir o mínimo. */
  passed: number;
  /** Quantos leitores ganharam o dia. */
  days: number;
}

/** Uma pergunta de um quiz publicado foi corrigida ou anulada. */
export interface QuizCorrectedEvent {
  /** O tipo do evento. */
  type: "quiz.corrected";
  /** Quando aconteceu. */
  timestamp: string;
  data: QuizCorrectedData;
}

/** A tentativa que falhou. */
export interface QuizDraftFailedData {
  /** O dia do quiz. */
  quizDate: string;
  reason: QuizFailureReason;
  /** O título da edição, se conhecido. */
  edition?: string | undefined;
}

/** O rascunho agendado do quiz falhou; no máximo uma vez por dia. */
export interface QuizDraftFailedEvent {
  /** O tipo do evento. */
  type: "quiz.draft-failed";
  /** Quando aconteceu. */
  timestamp: string;
  data: QuizDraftFailedData;
}

/** Por que o quiz não foi gerado. */
export type QuizFailureReason = "newsletter-unavailable" | "no-edition" | "edition-empty" | "edition-too-short" | "edition-malformed" | "model-unavailable" | "quiz-refused";

/** As tentativas do leitor. */
export interface QuizHistory {
  /** Os quizzes mais recentes primeiro. */
  items: QuizHistoryItem[];
  /** Onde a próxima página começa. */
  nextCursor: string | null;
}

/** Uma tentativa do leitor. */
export interface QuizHistoryItem {
  /** Identificador do quiz. */
  quizId: string;
  /** O dia do quiz, em São Paulo. */
  quizDate: string;
  /** Título. */
  title: string;
  /** Quantas o leitor acertou. */
  correctAnswers: number;
  /** Quantas perguntas o quiz tem. */
  totalQuestions: number;
  /** Se atingiu o mínimo de acertos. */
  passed: boolean;
  /** Quando foi respondido. */
  attemptedAt: string;
}

/** Sucesso, com o resultado em `data`. */
export interface QuizHistoryResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: QuizHistory;
}

/** O dia sem quiz. */
export interface QuizMissingData {
  /** O dia do quiz. */
  quizDate: string;
  reason: QuizMissingReason;
}

/** Passou do meio-dia, e os leitores não têm quiz; no máximo uma vez por dia. */
export interface QuizMissingEvent {
  /** O tipo do evento. */
  type: "quiz.missing";
  /** Quando aconteceu. */
  timestamp: string;
  data: QuizMissingData;
}

/** Por que os leitores não têm quiz. */
export type QuizMissingReason = "refused" | "unfinished" | "held" | "waiting" | "unpublished" | "failed" | "not-generated";

/** O quiz publicado. */
export interface QuizPublishedData {
  /** Identificador do quiz. */
  quizId: string;
  /** O dia do quiz. */
  quizDate: string;
  /** O título do quiz. */
  title: string;
}

/** Um quiz foi publicado. */
export interface QuizPublishedEvent {
  /** O tipo do evento. */
  type: "quiz.published";
  /** Quando aconteceu. */
  timestamp: string;
  data: QuizPublishedData;
}

/** Sucesso, com o resultado em `data`. */
export interface QuizResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: Quiz;
}

/** Sucesso, com o resultado em `data`. */
export interface QuizResultResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: QuizSubmissionResult;
}

/** `open` até a única tentativa. */
export type QuizStatus = "open" | "attempted";

/** Sucesso, com um texto e o resultado em `data`. */
export interface QuizSubmissionResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  /** Texto para mostrar a pessoas. */
  message: string;
  data: QuizSubmissionResult;
}

/** O resultado de uma tentativa. */
export interface QuizSubmissionResult {
  /** Quantas perguntas o quiz tem. */
  totalQuestions: number;
  /** Quantas o leitor acertou. */
  correctAnswers: number;
  /** Se atingiu o mínimo de acertos. */
  passed: boolean;
  /** O mínimo de acertos. */
  minRequired: number;
  /** Se a sequência de leitura foi recuperada. */
  streakRecovered: boolean;
  /** Cada pergunta com a resposta certa. */
  details: QuizAnswerDetail[];
}

/** A tentativa do leitor. */
export interface QuizSubmittedData {
  /** Identificador do quiz. */
  quizId: string;
  /** O dia do quiz. */
  quizDate: string;
  /** Quantas respostas estão certas. */
  correctAnswers: number;
  /** Se o leitor atingiu o mínimo. */
  passed: boolean;
  /** O e-mail do leitor, em minúsculas. */
  email: string;
}

/** Um leitor respondeu a um quiz. */
export interface QuizSubmittedEvent {
  /** O tipo do evento. */
  type: "quiz.submitted";
  /** Quando aconteceu. */
  timestamp: string;
  data: QuizSubmittedData;
}

/** Se o ranking veio do cache, e até quando vale. */
export interface RankingCacheInfo {
  /** Se o ranking veio do cache. */
  cached: boolean;
  /** Segundos até a próxima atualização, às 05:00 de Brasília. */
  ttl: number;
}

/** Um leitor em um ranking. */
export interface RankingEntry {
  /** A partir de 1. */
  position: number;
  /** `Leitor Anônimo` quando não há nome. */
  displayName: string;
  /** Mascarado. */
  email: string;
  /** Dias seguidos de leitura. */
  currentStreak: number;
  /** A maior sequência. */
  maxStreak: number;
  /** `DD/MM/YYYY HH:MM:SS` em São Paulo. */
  lastInteractionDate: string | null;
}

/** Como o leitor aparece nos rankings: com nome, como `Leitor Anônimo`, ou fora do ranking global. */
export type RankingVisibility = "public" | "anonymous" | "hidden";

/** A leitura de hoje. */
export interface RecordReading {
  /** A edição lida; precisa existir. */
  editionId?: string | undefined;
}

/** A sequência depois da leitura. */
export interface RecordedReading {
  /** Dias seguidos de leitura. */
  currentStreak: number;
  /** A maior sequência. */
  maxStreak: number;
  /** Falso quando o dia já estava creditado. */
  credited: boolean;
}

/** Sucesso, com o resultado em `data`. */
export interface RecordedReadingResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: RecordedReading;
}

/** O rascunho. */
export interface ReplyDraftedData {
  /** Identificador do ticket. */
  ticketId: number;
  /** Identificador do rascunho. */
  draftId: number;
  /** A confiança, de 0 a 1. */
  confidence: number;
}

/** O modelo escreveu um rascunho de resposta. */
export interface ReplyDraftedEvent {
  /** O tipo do evento. */
  type: "reply.drafted";
  /** Quando aconteceu. */
  timestamp: string;
  data: ReplyDraftedData;
}

/** Categoria principal e seus assuntos. */
export interface ReportCategory {
  /** Categoria principal. */
  main: string;
  /** Assuntos da categoria. */
  issues: string[];
}

/** Os valores por que os relatórios podem ser filtrados. */
export interface ReportFilters {
  /** As categorias e seus assuntos. */
  categorias: ReportCategory[];
  /** E-mails de quem já respondeu tickets. */
  agentes: string[];
  /** Newsletters dos tickets. */
  newsletters: string[];
  /** As situações de um ticket. */
  status: TicketStatus[];
  /** Os agrupamentos de uma série temporal. */
  agrupamentos: ReportGrouping[];
}

/** Sucesso, com o resultado em `data` e a idade dele em `cache`. */
export interface ReportFiltersResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: ReportFilters;
  cache: CacheInfo;
}

/** Agrupamento de uma série temporal. */
export type ReportGrouping = "hora" | "dia" | "semana" | "mes" | "ano";

/** Os dias de um relatório. */
export interface ReportPeriod {
  /** Primeiro dia. */
  inicio: string;
  /** Último dia, incluído. */
  fim: string;
}

/** A situação antes e depois. */
export interface StatusChange {
  from: TicketStatus;
  to: TicketStatus;
}

/** O dia recuperado. */
export interface StreakRecoveredData {
  /** Identificador do quiz. */
  quizId: string;
  /** O dia do quiz. */
  quizDate: string;
  /** O e-mail do leitor, em minúsculas. */
  email: string;
}

/** Um leitor recuperou a sequência ao passar em um quiz. */
export interface StreakRecoveredEvent {
  /** O tipo do evento. */
  type: "streak.recovered";
  /** Quando aconteceu. */
  timestamp: string;
  data: StreakRecoveredData;
}

/** `active`: leu hoje. `at-risk`: leu ontem; a sequência vale até a meia-noite de São Paulo. `broken`: interrompida. `none`: nunca leu. */
export type StreakStatus = "active" | "at-risk" | "broken" | "none";

/** A tentativa de um leitor. */
export interface SubmitQuiz {
  /** Identificador do quiz. */
  quizId: string;
  /** Uma resposta por pergunta. */
  answers: QuizAnswer[];
}

/** Etiqueta que categoriza tickets. */
export interface Tag {
  /** Identificador da tag. */
  id: number;
  /** Único, sem distinção de maiúsculas; sem caracteres invisíveis. */
  name: string;
  /** Cor hexadecimal `#RRGGBB`. */
  color: string;
  /** No máximo uma tag é a padrão. */
  isDefault: boolean;
  /** Quando foi criada. */
  createdAt: string;
  /** Quando foi alterada. */
  updatedAt: string;
}

/** As tags postas e tiradas. */
export interface TagChanges {
  /** Nomes de tags. */
  added: string[];
  /** Nomes de tags. */
  removed: string[];
}

/** Sucesso, com o resultado em `data`. */
export interface TagListResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  /** As tags. */
  data: Tag[];
}

/** Sucesso, com o resultado em `data`. */
export interface TagResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: Tag;
}

/** O que mudou; o resto está como antes. */
export interface TicketChanges {
  status?: StatusChange | undefined;
  assignee?: AssigneeChange | undefined;
  tags?: TagChanges | undefined;
}

/** O ticket aberto. */
export interface TicketCreatedData {
  /** Identificador do ticket. */
  ticketId: number;
  /** A categoria principal. */
  main: string;
}

/** Um ticket foi aberto. */
export interface TicketCreatedEvent {
  /** O tipo do evento. */
  type: "ticket.created";
  /** Quando aconteceu. */
  timestamp: string;
  data: TicketCreatedData;
}

/** Os dois tickets. */
export interface TicketMergedData {
  /** O ticket mesclado. */
  fromId: number;
  /** O ticket que ficou. */
  intoId: number;
}

/** Um ticket foi mesclado em outro e fechado; o que tinha, tags também, passou ao outro. */
export interface TicketMergedEvent {
  /** O tipo do evento. */
  type: "ticket.merged";
  /** Quando aconteceu. */
  timestamp: string;
  data: TicketMergedData;
}

/** A mensagem. */
export interface TicketRepliedData {
  /** Identificador do ticket. */
  ticketId: number;
  /** Identificador da mensagem. */
  messageId: number;
  origin: MessageOrigin;
}

/** Uma mensagem entrou em um ticket. */
export interface TicketRepliedEvent {
  /** O tipo do evento. */
  type: "ticket.replied";
  /** Quando aconteceu. */
  timestamp: string;
  data: TicketRepliedData;
}

/** Situação de um ticket. */
export type TicketStatus = "open" | "in_progress" | "resolved" | "closed";

/** A mudança. */
export interface TicketUpdatedData {
  /** Identificador do ticket. */
  ticketId: number;
  changes: TicketChanges;
}

/** A situação, o responsável ou as tags de um ticket mudaram: um evento por ação e ticket. */
export interface TicketUpdatedEvent {
  /** O tipo do evento. */
  type: "ticket.updated";
  /** Quando aconteceu. */
  timestamp: string;
  data: TicketUpdatedData;
}

/** Tickets ao longo do tempo. */
export interface TimeSeries {
  /** Um ponto por período, em ordem. */
  serie: TimeSeriesPoint[];
  periodo: ReportPeriod;
  agrupamento: ReportGrouping;
}

/** Os tickets de um período. */
export interface TimeSeriesPoint {
  /** hora `YYYY-MM-DD HH:00`, dia `YYYY-MM-DD`, semana `YYYY-Www`, mês `YYYY-MM`, ano `YYYY`. */
  periodo: string;
  /** Tickets criados no período. */
  total: number;
  /** Os que estão abertos. */
  abertos: number;
  /** Os que estão em andamento. */
  emProgresso: number;
  /** Os que estão resolvidos. */
  resolvidos: number;
  /** Os que estão fechados. */
  fechados: number;
}

/** Sucesso, com o resultado em `data` e a idade dele em `cache`. */
export interface TimeSeriesResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: TimeSeries;
  cache: CacheInfo;
}

/** O quiz de hoje, com o resultado se já respondido. */
export type TodaysQuiz = {
  /** Identificador do quiz. */
  id: string;
  /** Título. */
  title: string;
  /** Do que o quiz trata. */
  description: string;
  /** O dia do quiz, em São Paulo. */
  quizDate: string;
  /** Acertos que recuperam a sequência. */
  minCorrectAnswers: number;
} & (
  | {
  status: "open";
  /** As perguntas, enquanto aberto. */
  questions: Question[];
  result?: undefined;
}
  | {
  status: "attempted";
  questions?: undefined;
  result: QuizSubmissionResult;
}
);

/** Sucesso, com o resultado em `data`. */
export interface TodaysQuizResponse {
  /** Sempre `true` em um sucesso. */
  success: boolean;
  data: TodaysQuiz;
}

/** Somente os campos enviados são alterados. */
export interface UpdateGroup {
  /** Nome do grupo. */
  name?: string | undefined;
  /** Descrição do grupo. */
  description?: string | null | undefined;
  /** Se qualquer pessoa autenticada vê o ranking. */
  isPublic?: boolean | undefined;
  /** O membro que passa a ser o dono. */
  ownerMemberId?: number | undefined;
}

/** Somente os campos enviados são alterados. */
export interface UpdateMyStreak {
  /** O nome nos rankings. */
  displayName?: string | undefined;
  rankingVisibility?: RankingVisibility | undefined;
}

/** O que muda em uma resposta rápida. */
export interface UpdateQuickReply {
  /** Título, para os agentes. */
  titulo?: string | undefined;
  /** Texto ou HTML, que será sanitizado. */
  conteudo?: string | undefined;
  /** Categoria, em texto livre. */
  categoria?: string | undefined;
  /** Começa com `/` e é único entre as respostas. */
  atalho?: string | undefined;
}

/** Os arquivos de um envio. */
export interface UploadAttachments {
  /** De 1 a 5 arquivos de até 10 MB, em campos `arquivo` repetidos. */
  arquivo: Blob | ArrayLike<Blob>;
  /** Mensagem do ticket à qual ligar os arquivos. */
  mensagemId?: number | undefined;
}

/** O anexo enviado, ou a lista deles quando o envio teve vários arquivos. */
export type UploadedAttachments = Attachment | Attachments;

/** O webhook testado. */
export interface WebhookTestData {
  /** Identificador do webhook. */
  webhookId: number;
}

/** Um teste, que um administrador pediu para este endereço. */
export interface WebhookTestEvent {
  /** O tipo do evento. */
  type: "webhook.test";
  /** Quando aconteceu. */
  timestamp: string;
  data: WebhookTestData;
}

/** Um evento, como o serviço o envia. */
export type WebhookEvent =
  | QuizPublishedEvent
  | QuizSubmittedEvent
  | QuizDraftFailedEvent
  | QuizMissingEvent
  | QuizCorrectedEvent
  | StreakRecoveredEvent
  | TicketCreatedEvent
  | TicketRepliedEvent
  | TicketUpdatedEvent
  | TicketMergedEvent
  | ReplyDraftedEvent
  | WebhookTestEvent;
