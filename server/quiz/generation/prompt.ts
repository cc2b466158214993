import type { Edition } from '../../clients/newsletter.ts';
import { optionCount, questionCount } from '../checks/draft.ts';
import { normalizeText } from '../checks/normalize.ts';

export const quizInstructions = [
  'Você escreve o quiz diário de uma newsletter brasileira, em português do Brasil.',
  `Escreva exatamente ${questionCount} perguntas sobre fatos que estão no texto da edição, cada uma com exatamente ${optionCount} opções diferentes entre si, das quais uma só é correta.`,
  'correctAnswer repete, letra por letra, a opção correta. explanation diz em uma ou duas frases por que ela é a correta.',
  'Números e nomes da opção correta estão na edição como na opção. Nenhuma pergunta contém a resposta de outra. As opções têm tamanhos parecidos.',
  'Varie os assuntos da edição. Não pergunte sobre anúncios, patrocínios, links ou a própria newsletter. As perguntas se entendem sem o texto à vista.',
  'title é um título curto para o quiz, description uma frase que convida a respondê-lo. Use texto puro: nem HTML, nem Markdown.',
].join('\n');

export const oneQuestion = (others: readonly string[]): string =>
  [
    quizInstructions,
    'Desta vez escreva uma pergunta só, em questions, sobre um fato da edição que nenhuma destas perguntas usa:',
    ...others.filter((question) => question !== '').map((question) => `- ${question}`),
  ].join('\n');

export const quizMaterial = (edition: Pick<Edition, 'title'>, text: string): string =>
  `Título: ${normalizeText(edition.title)}\n\n${text}`;
