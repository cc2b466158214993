import { z } from 'zod';

// The pieces several resources share. `openapi` in a schema's metadata replaces what would be generated for it.

/** Text that a database can hold: no NUL character anywhere. */
export const text = (required?: { error: z.core.$ZodErrorMap }) =>
  z
    .string(required)
    .refine((value) => !value.includes('\u0000'), 'não pode conter o caractere NUL');

/** Text of at most `max` characters as sent: Unicode code points, which JSON Schema and PostgreSQL count too. */
export const shortText = (max: number, required?: { error: z.core.$ZodErrorMap }) =>
  text(required)
    .refine(
      // No text has more characters than UTF-16 units, nor fewer than half as many.
      (value) => value.length <= max || (value.length <= max * 2 && [...value].length <= max),
      `deve ter no máximo ${max} caracteres`,
    )
    .meta({ maxLength: max });

// The whole of the text: many generated clients want a pattern to match all of it.
const notBlank = /^\s*\S[\s\S]*$/;

/** Text of at most `max` characters that is not blank; trimmed, in Unicode normal form C. `missing` is said of a blank one. */
export const line = (
  max: number,
  required?: { error: z.core.$ZodErrorMap },
  missing = 'é obrigatório',
) => shortText(max, required).regex(notBlank, missing).normalize('NFC').trim();

/** An e-mail address, in lower case: e-mails compare without regard to case. */
export const email = z.email('deve ser um e-mail').max(254).toLowerCase();

/** The largest identifier a numeric id can have (PostgreSQL integer). */
export const maxId = 2_147_483_647;

/** A numeric id in a path: 1 to 10 digits, at most {@link maxId}. Clients may pass a number or its digits. */
export const pathId = z
  .union([z.string(), z.int()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,10}$/, 'deve ser um número inteiro positivo'))
  .transform(Number)
  .pipe(z.number().max(maxId))
  .meta({ openapi: { type: 'integer', format: 'int32', minimum: 0, maximum: maxId }, example: 42 });

/** A numeric id in a JSON body. */
export const bodyId = z.int().min(1).max(maxId).meta({ format: 'int32' });

/** A whole number that counts something. */
export const count = z
  .int()
  .min(0)
  .meta({ openapi: { type: 'integer', minimum: 0 } });

/** A numeric id in an answer. */
export const id = z.int().meta({ openapi: { type: 'integer', format: 'int32' }, example: 42 });

/** A moment, ISO 8601 in UTC. */
export const timestamp = z.iso
  .datetime()
  .meta({ openapi: { type: 'string', format: 'date-time' }, example: '2026-03-10T14:30:00.000Z' });

/** A civil day in America/Sao_Paulo, `YYYY-MM-DD`, that exists in the calendar. */
export const civilDate = z.iso
  .date('deve ser uma data YYYY-MM-DD')
  .refine((day) => day >= '0001', 'deve ser uma data YYYY-MM-DD')
  .meta({ openapi: { type: 'string', format: 'date' }, example: '2026-03-10' });

/** The states of a ticket (specification §3.1). */
export const TicketStatus = z
  .enum(['open', 'in_progress', 'resolved', 'closed'])
  .meta({ id: 'TicketStatus', description: 'Situação de um ticket.' });
export type TicketStatus = z.infer<typeof TicketStatus>;

const succeeded = z
  .literal(true)
  .meta({ openapi: { type: 'boolean' }, description: 'Sempre `true` em um sucesso.' });

/** An answer that carries data: `{success: true, data}` (specification §2.1), published under the name `id`. */
export const dataEnvelope = <T extends z.ZodType>(id: string, data: T) =>
  z.object({ success: succeeded, data }).meta({ id });

/** An answer that carries data and a text: `{success: true, message, data}`. */
export const messageAndDataEnvelope = <T extends z.ZodType>(id: string, data: T) =>
  z.object({ success: succeeded, message: z.string(), data }).meta({ id });

/** An answer that carries a text alone: `{success: true, message}`. */
export const MessageResponse = z
  .object({ success: succeeded, message: z.string() })
  .meta({ id: 'MessageResponse', example: { success: true, message: 'Tag excluída com sucesso' } });
export type MessageResponse = z.infer<typeof MessageResponse>;

/** The header that makes a repeated request replay the first answer for 24 hours. */
export const IdempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'deve ter de 1 a 255 caracteres ASCII visíveis')
    .optional()
    .meta({
      description:
        'Repetir a mesma chave, com o mesmo corpo, devolve a resposta já dada por até 24 horas.',
      example: '6f1d2c9e-8f0a-4f57-9d35-0c1f6c5a2b11',
    }),
});
