import { z } from 'zod';
import { forgingCharacters, keepsItsLetters, visibleCharacter } from './characters.ts';

// Fields that several resources share. `openapi` in a schema's metadata replaces the generated schema.

/** The text of a check for the public API, and its reason for internal tools. */
const rule = (error: string, reason: string) => ({ error, params: { reason } });

const loneSurrogate = /\p{Surrogate}/u;

/** Text that PostgreSQL can store: no NUL character and no half of a surrogate pair anywhere. */
export const text = () =>
  z
    .string()
    .refine(
      (value) => !value.includes('\u0000'),
      rule('não pode conter o caractere NUL', 'must not have a NUL character'),
    )
    .refine(
      (value) => !loneSurrogate.test(value),
      rule('não pode conter meio caractere (surrogate)', 'must not have half of a surrogate pair'),
    );

/** Returns true if a field is absent, null, empty or blank. */
export const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const missingAsAbsent = <T>(value: T): T | undefined => (isMissing(value) ? undefined : value);

/** A field of a creating request that is optional or has a default; blank and null count as absent. */
export const emptiable = <T extends z.ZodType>(schema: T) =>
  z.preprocess(missingAsAbsent<z.input<T>>, schema);

/**
 * A field of a PATCH. Absent and null change nothing; any other value must be valid, so that no change is
 * lost silently.
 */
export const changeable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value: z.input<T> | undefined) => value ?? undefined, schema.optional());

/** Text of at most `max` Unicode code points, which JSON Schema and PostgreSQL count as well. */
export const shortText = (max: number) =>
  text()
    .refine(
      // The length in UTF-16 units is at least the number of code points, and at most twice as large.
      (value) => value.length <= max || (value.length <= max * 2 && [...value].length <= max),
      rule(`deve ter no máximo ${max} caracteres`, `must have at most ${max} characters`),
    )
    .meta({ maxLength: max });

// The pattern matches the whole text, because many generated clients anchor patterns.
const notBlank = /^\s*\S[\s\S]*$/;

/** Text of at most `max` characters that is not blank, as it is written. */
export const writtenText = (max: number) => shortText(max).regex(notBlank, 'é obrigatório');

/** Trimmed text of at most `max` characters that is not blank, in Unicode normal form C. */
export const line = (max: number) => writtenText(max).normalize('NFC').trim();

/**
 * The same as {@link line} for names in lists: refuses invisible and control characters, and names without a
 * visible character.
 */
export const visibleLine = (max: number) =>
  line(max)
    .refine(
      (value) => value.search(forgingCharacters) === -1,
      rule('não pode conter caracteres invisíveis', 'must not have invisible characters'),
    )
    .refine(
      (value) => value === '' || visibleCharacter.test(value),
      rule('deve ter ao menos um caractere visível', 'must have a visible character'),
    );

// Allows letters and digits of any script (RFC 6531), where zod's own pattern allows ASCII.
const address =
  /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}_'+\-.]*[\p{L}\p{M}\p{N}_+-]@([\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(\p{L}[\p{L}\p{M}]+|xn--[a-z\d-]+)$/iu;

/**
 * An e-mail address, in lower case and normal form C because e-mails are compared without case. Refuses
 * letters that turn into another address, such as the Kelvin sign.
 */
export const email = z
  .email({ pattern: address, error: 'deve ser um e-mail' })
  .max(254)
  .refine(keepsItsLetters, rule('deve ser um e-mail', 'must not have letters that become others'))
  .normalize('NFC')
  .toLowerCase();

/** The largest numeric id (PostgreSQL's integer). */
export const maxId = 2_147_483_647;

/** A numeric id in a path: 1 to 10 digits, at most {@link maxId}. Clients may pass a number or its digits. */
export const pathId = z
  .union([z.string(), z.int()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,10}$/, 'deve ser um número inteiro positivo'))
  .transform(Number)
  .pipe(z.number().max(maxId))
  .meta({ openapi: { type: 'integer', format: 'int32', minimum: 0, maximum: maxId }, example: 42 });

/** A number in a query from 0 to `max`; `preset` if absent or empty. */
export const optionalCount = (preset: number, max: number) =>
  z
    .string()
    .optional()
    .transform((given) => given || String(preset))
    .pipe(z.string().regex(/^-?\d{1,10}$/, 'deve ser um número inteiro'))
    .transform(Number)
    .pipe(z.int().min(0).max(max))
    .meta({ openapi: { type: 'integer', minimum: 0, maximum: max, default: preset } });

/** The page size in a query from 1 to `max`; `preset` if absent, empty or 0. */
export const pageSize = (preset: number, max: number) =>
  optionalCount(preset, max).transform((size) => size || preset);

/** A numeric id in a JSON body. */
export const bodyId = z.int().min(1).max(maxId).meta({ format: 'int32' });

/** A whole number that counts something. */
export const count = z
  .int()
  .min(0)
  .meta({ openapi: { type: 'integer', minimum: 0 }, example: 3 });

/** A numeric id in a response. */
export const id = z.int().meta({ openapi: { type: 'integer', format: 'int32' }, example: 42 });

/** A timestamp in ISO 8601, in UTC. */
export const timestamp = z.iso
  .datetime()
  .meta({ openapi: { type: 'string', format: 'date-time' }, example: '2026-03-10T14:30:00.000Z' });

/** An existing date in America/Sao_Paulo, `YYYY-MM-DD`. */
export const civilDate = z.iso
  .date('deve ser uma data YYYY-MM-DD')
  .refine((day) => day >= '0001', rule('deve ser uma data YYYY-MM-DD', 'must be a day, YYYY-MM-DD'))
  .meta({ openapi: { type: 'string', format: 'date' }, example: '2026-03-10' });

export const TicketStatus = z
  .enum(['open', 'in_progress', 'resolved', 'closed'])
  .meta({ id: 'TicketStatus', description: 'Situação de um ticket.' });
export type TicketStatus = z.infer<typeof TicketStatus>;

const succeeded = z.literal(true).meta({
  openapi: { type: 'boolean' },
  example: true,
  description: 'Sempre `true` em um sucesso.',
});

const message = z.string().meta({
  description: 'Texto para mostrar a pessoas.',
  example: 'Operação realizada com sucesso',
});

/** A response with data, `{success: true, data}`; its schema is published under the name `id`. */
export const dataEnvelope = <T extends z.ZodType>(id: string, data: T) =>
  z
    .object({ success: succeeded, data })
    .meta({ id, description: 'Sucesso, com o resultado em `data`.' });

/** A response with data and a text: `{success: true, message, data}`. */
export const messageAndDataEnvelope = <T extends z.ZodType>(id: string, data: T) =>
  z
    .object({ success: succeeded, message, data })
    .meta({ id, description: 'Sucesso, com um texto e o resultado em `data`.' });

/** A response with only a text: `{success: true, message}`. */
export const MessageResponse = z.object({ success: succeeded, message }).meta({
  id: 'MessageResponse',
  description: 'Sucesso, com um texto.',
  example: { success: true, message: 'Tag excluída com sucesso' },
});
export type MessageResponse = z.infer<typeof MessageResponse>;

/** The header that makes a repeated request replay the first response for 24 hours. */
export const IdempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'deve ter de 1 a 255 caracteres ASCII visíveis')
    .optional()
    .meta({
      description:
        'Repetir a mesma chave, com o mesmo corpo, devolve a resposta já dada por até 24 horas.',
    }),
});
