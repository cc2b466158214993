import { z } from 'zod';
import { inOptions } from './failure.ts';

/** The part of an option's JSON Schema that parsing and help use. */
export const Property = z
  .object({
    type: z.string(),
    description: z.string(),
    format: z.string(),
    minimum: z.number(),
    maximum: z.number(),
    maxLength: z.number(),
    maxItems: z.number(),
    properties: z.looseObject({}),
    items: z
      .object({ properties: z.looseObject({}) })
      .partial()
      .catch({}),
  })
  .partial()
  .catch({});

const formats: Readonly<Record<string, string>> = {
  date: 'as 2026-03-10',
  'date-time': 'a day, or as 2026-03-10T09:00:00-03:00',
  email: 'an e-mail',
};

/** Help does not show a larger limit, which only comes from the number's type. */
const largestMaximum = 1_000_000;

/** The help of an option, with its purpose and limits. */
export const describeOption = ({
  description = '',
  format = '',
  minimum,
  maximum,
  maxLength,
  maxItems,
  ...schema
}: z.infer<typeof Property>): string => {
  const isObject = schema.properties ?? schema.items?.properties;
  return [
    inOptions(description),
    formats[format],
    isObject && `as JSON with ${Object.keys(isObject).join(', ')}`,
    maximum !== undefined && maximum < largestMaximum && `${minimum ?? 0} to ${maximum}`,
    maxLength !== undefined && !(format in formats) && `at most ${maxLength} characters`,
    schema.type === 'array' && (maxItems === undefined ? 'several' : `at most ${maxItems}`),
  ]
    .filter(Boolean)
    .join('; ');
};
