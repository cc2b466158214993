import { z } from 'zod';

/** One thing wrong with an input, as a schema library tells it. */
export interface Issue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
}

/** The field and what is wrong with it; the `whole` input's name where no field is to blame. */
export const describeIssue = (issue: Issue, whole: string): string => {
  const steps = (issue.path ?? []).map((step) =>
    String(typeof step === 'object' ? step.key : step),
  );
  return `${steps.join('.') || whole} ${issue.message}`;
};

const kinds: Record<string, string> = {
  string: 'um texto',
  number: 'um número',
  int: 'um número inteiro',
  boolean: 'verdadeiro ou falso',
  array: 'uma lista',
  object: 'um objeto JSON',
};

/** Says what is wrong with a field in Portuguese, to follow the field's name. */
const inPortuguese: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'é obrigatório';
      return `deve ser ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `deve ter no mínimo ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `deve ter no máximo ${issue.maximum}${unitOf(issue.origin)}`;
    case 'invalid_value':
      return `deve ser um destes valores: ${issue.values.join(', ')}`;
    default:
      return 'é inválido';
  }
};

const unitOf = (origin: string): string => {
  if (origin === 'string') return ' caracteres';
  return origin === 'array' ? ' itens' : '';
};

/** Makes zod speak Portuguese in this process, where a schema says nothing of its own. */
export const usePortugueseMessages = (): void => {
  z.config({ localeError: inPortuguese });
};
