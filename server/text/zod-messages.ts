import { z } from 'zod';
import { FailureCode } from '../../contract/index.ts';

export interface Issue {
  message: string;
  /** The parameters of a custom check; `failure` is the failure code for refusing the input. */
  params?: Record<string, unknown> | undefined;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
}

/** The failure code that one of the issues carries in `params.failure`. */
export const failureCodeOf = (issues: readonly Issue[]): FailureCode | undefined =>
  issues
    .map(({ params }) => FailureCode.safeParse(params?.failure).data)
    .find((code) => code !== undefined);

/** Returns the path of the invalid field, such as `answers.0.answer`; empty for the whole input. */
export const fieldOf = (issue: Issue): string =>
  (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step)).join('.');

/** Describes the field and its problem; `whole` names the input if no field is invalid. */
export const describeIssue = (issue: Issue, whole: string): string =>
  `${fieldOf(issue) || whole} ${issue.message}`;

const kinds: Record<string, string> = {
  string: 'um texto',
  number: 'um número',
  int: 'um número inteiro',
  boolean: 'verdadeiro ou falso',
  array: 'uma lista',
  object: 'um objeto JSON',
};

/** Describes a field's problem in Portuguese; the field's name comes before it. */
const inPortuguese: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'é obrigatório';
      return `deve ser ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `deve ter no mínimo ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`;
    case 'too_big':
      return `deve ter no máximo ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`;
    case 'invalid_value':
      return `deve ser um destes valores: ${issue.values.join(', ')}`;
    default:
      return 'é inválido';
  }
};

const unitOf = (origin: string, count: number | bigint): string => {
  if (origin === 'string') return count === 1 ? ' caractere' : ' caracteres';
  if (origin === 'array') return count === 1 ? ' item' : ' itens';
  return '';
};

/** Sets zod's messages in this process to Portuguese; a schema's own message wins. */
export const usePortugueseMessages = (): void => {
  z.config({ localeError: inPortuguese });
};
