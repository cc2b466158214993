import type { Answer } from '../grade.ts';
import type { Person } from '../person.ts';
import { invalid, refusals } from '../refusal.ts';

// Validation of the frameworks that bring none.

export const numberOf = (text: unknown): number => {
  if (typeof text === 'string' && /^\d{1,10}$/.test(text) && Number(text) < 2 ** 31) {
    return Number(text);
  }
  throw invalid('id deve ser um número inteiro positivo');
};

export const emailOf = ({ email }: Person): string => {
  if (!email) throw refusals.quizToken();
  return email;
};

export const tagOf = (body: { name?: unknown; color?: unknown; isDefault?: unknown } = {}) => {
  const { name, color, isDefault = false } = body;
  if (typeof name !== 'string' || !name.trim() || !color) throw refusals.tagFields();
  const trimmed = name.normalize('NFC').trim();
  if (trimmed.length > 60) throw invalid('name deve ter no máximo 60 caracteres');
  if (typeof color !== 'string' || !/^#[\da-f]{6}$/i.test(color)) {
    throw invalid('color deve ter a forma #RRGGBB');
  }
  if (typeof isDefault !== 'boolean') throw invalid('isDefault deve ser verdadeiro ou falso');
  return { name: trimmed, color, isDefault };
};

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' &&
  value !== null &&
  'fieldId' in value &&
  typeof value.fieldId === 'string' &&
  'answer' in value &&
  typeof value.answer === 'string';

export const submissionOf = (body: { quizId?: unknown; answers?: unknown } = {}) => {
  const { quizId, answers } = body;
  if (!quizId || !answers) throw refusals.quizFields();
  if (typeof quizId !== 'string') throw invalid('quizId deve ser um texto');
  if (!Array.isArray(answers) || answers.length > 100 || !answers.every(isAnswer)) {
    throw invalid('answers deve ser uma lista de fieldId e answer');
  }
  return { quizId, answers };
};
