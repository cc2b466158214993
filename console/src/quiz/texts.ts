import { counted, numberText } from '../ui/format/figures.ts';
import { hoursText } from '../ui/format/time.ts';

const parts: Readonly<Record<string, string>> = {
  title: 'O título',
  description: 'A descrição',
  question: 'A pergunta',
  explanation: 'A explicação',
  correctAnswer: 'A resposta certa',
  options: 'A lista de opções',
};

export const quizTexts = {
  list: 'Quizzes',
  empty: 'Ainda não há quiz. Gere o rascunho de hoje.',
  noQuiz: 'Hoje ainda não há quiz',
  noQuizWhy: {
    refused: 'O modelo escreveu um quiz que a conferência recusou. O rascunho precisa de ajustes.',
    unfinished: 'O rascunho que alguém editou ainda está incompleto: ele ficou retido.',
    held: 'O quiz de hoje está retido.',
    waiting: 'O rascunho de hoje está pronto e não saiu. Publique agora.',
    unpublished: 'O quiz de hoje está fora do ar.',
    'not-generated': 'Nada foi gerado hoje.',
  },
  draftFailed: 'A geração do quiz de hoje falhou',
  failedAt: 'Última tentativa:',
  failures: {
    'newsletter-unavailable': 'a plataforma da newsletter não respondeu.',
    'no-edition': 'não há edição publicada.',
    'edition-empty': 'a edição não tem texto.',
    'edition-too-short': 'o texto da edição é curto demais para um quiz.',
    'edition-malformed': 'a resposta da plataforma da newsletter não pôde ser lida.',
    'model-unavailable': 'o modelo não entregou resposta.',
    'quiz-refused': 'a conferência recusou o que o modelo escreveu.',
  },
  fromEdition: (title: string) => `Da edição “${title}”`,
  dayHeld: (reason: string | null) =>
    `O dia continua retido${reason ? ` (${reason})` : ''} até alguém liberar ou publicar um rascunho.`,
  toQuiz: 'Ir para o quiz',
  openDraft: 'Abrir o quiz de hoje',
  states: {
    draft: 'Rascunho',
    held: 'Retido',
    published: 'Publicado',
    unpublished: 'Fora do ar',
    outdated: 'Vencido',
    refused: 'Recusado',
  },
  of: (day: string) => `Quiz de ${day}`,
  generate: 'Gerar rascunho',
  blank: 'Rascunho em branco',
  blankMade: 'Rascunho em branco criado.',
  generating: 'Gerando… leva até dois minutos',
  generated: 'Rascunho gerado.',
  overwrite: 'O rascunho de hoje e tudo o que foi editado nele serão substituídos.',
  untilNoon: (seconds: number) => `Sai ao meio-dia, em ${hoursText(seconds)}.`,
  afterNoon: 'O meio-dia passou. Publique agora.',
  outlooks: {
    held: (reason: string | null) => `Não sai ao meio-dia${reason ? `: ${reason}` : '.'}`,
    published: () => 'Os leitores já veem o quiz.',
    unpublished: (reason: string | null) =>
      `Os leitores não veem o quiz${reason ? `: ${reason}` : '.'}`,
  },
  outdated: 'Rascunho de outro dia: não pode mais ser publicado nem mudado.',
  findings: 'Antes de publicar',
  refused: 'A conferência recusou este quiz. Resolva o que falta e publique.',
  warnings: 'Confira antes de publicar',
  standing: 'Ainda há o que conferir:',
  again: 'Gerar de novo',
  againTitle: (n: number) => `Gerar de novo a pergunta ${n}`,
  againAsks: 'O modelo escreve outra pergunta no lugar desta. Leva até dois minutos.',
  againDone: 'Pergunta nova.',
  up: (n: number) => `Subir a pergunta ${n}`,
  down: (n: number) => `Descer a pergunta ${n}`,
  moved: 'Ordem salva.',
  former: 'Valia antes da correção',
  edition: 'Edição',
  noEdition: 'O texto desta edição não foi guardado.',
  noPassage: 'Nenhum trecho da edição sustenta esta pergunta.',
  parts: 'Partes do quiz',
  blankQuestion: 'Pergunta em branco',
  found: counted('1 achado', '# achados'),
  toQuestion: (n: number) => `Ir para a pergunta ${n}`,
  questions: 'Perguntas',
  number: (n: number) => `Pergunta ${n}`,
  names: {
    title: 'Título',
    description: 'Descrição',
    question: 'Pergunta',
    correct: 'Resposta certa',
    explanation: 'Explicação',
  },
  option: (n: number) => `Opção ${n}`,
  right: (n: number) => `A opção ${n} é a certa`,
  /** A finding of the service's checks, in the words of the form. */
  finding: (sentence: string) => {
    const text = sentence
      .replace(/^questions\.\d+\.options\.(\d+)/, (_, at) => `A opção ${Number(at) + 1}`)
      .replace(/^(?:questions\.\d+\.)?(\w+)/, (name, part) => parts[part] ?? name)
      .replaceAll(/(?:pergunta )?questions\.(\d+)/g, (_, at) => `pergunta ${Number(at) + 1}`)
      .replaceAll('de pergunta', 'da pergunta')
      .replace(/^(A .+) está vazio/, '$1 está vazia');
    return text.charAt(0).toUpperCase() + text.slice(1);
  },
  /** The question that a finding is about. */
  questionOf: (sentence: string): number | undefined => {
    const at = /questions\.(\d+)/.exec(sentence)?.[1];
    return at === undefined ? undefined : Number(at);
  },
  save: 'Salvar',
  saved: 'Quiz salvo.',
  unsaved: 'Há mudanças que ainda não foram salvas. Elas ficam guardadas neste navegador.',
  changed: 'Outra pessoa mudou este quiz',
  changedWhy: 'Nada foi perdido. Escolha o que fica antes de salvar.',
  useOwn: 'Ficar com o meu',
  useTheirs: 'Ficar com o dela',
  next: 'Próxima pergunta',
  previous: 'Pergunta anterior',
  decisions: {
    hold: {
      text: 'Reter',
      asks: 'Nenhum rascunho deste dia sai ao meio-dia, nem um novo, até alguém liberar ou publicar.',
      done: 'Quiz retido.',
    },
    release: {
      text: 'Liberar',
      done: 'Quiz liberado.',
    },
    publish: {
      text: 'Publicar',
      asks: 'Os leitores veem o quiz agora.',
      done: 'Quiz publicado.',
    },
    discard: {
      text: 'Excluir',
      asks: 'O rascunho some. Não dá para desfazer.',
      done: 'Rascunho excluído.',
    },
    unpublish: {
      text: 'Despublicar',
      asks: 'Os leitores deixam de ver o quiz. Tentativas e dias recuperados ficam.',
      done: 'Quiz fora do ar.',
    },
  },
  correct: 'Corrigir',
  correctTitle: (n: number) => `Corrigir a pergunta ${n}`,
  correctFinal:
    'O que valia antes continua valendo. Acertos e dias dados não se tiram depois, nem com outra correção.',
  annul: 'Anular pergunta',
  annulTitle: (n: number) => `Anular pergunta ${n}`,
  annulAsks:
    'A pergunta passa a valer como certa para todos, também para quem responder depois. Não dá para desfazer.',
  annulled: 'Anulada',
  annulDone: 'Pergunta anulada.',
  preview: (regraded: number, passed: number, days = passed) =>
    `Tentativas que ganham um acerto: ${numberText(regraded)}; que passam no quiz: ${numberText(passed)}; leitores que recuperam o dia: ${numberText(days)}. Ninguém perde acertos.`,
  corrected: 'Pergunta corrigida.',
  countedAt: 'Contado:',
  statistics: 'Resultados',
  figures: {
    attempts: 'Tentativas',
    passed: 'Aprovados',
    average: 'Média de acertos',
    misleading: 'Perguntas que confundem',
  },
  misleadsBy: (share: string) => `Confunde · ${share}`,
  misleadingQuestion: (at: number, share: string) =>
    `questions.${at} confunde: uma opção errada foi mais escolhida que a certa (${share} de acertos)`,
  rate: (share: string) => `${share} de acertos`,
  attempts: 'tentativas',
  score: 'Acertos',
  byScore: 'Tentativas por número de acertos',
  noAttempts: 'Ninguém respondeu ainda.',
  answer: 'Opção',
  optionsOf: (n: number) => `Opções da pergunta ${n}`,
  chosen: 'Escolhida',
};
