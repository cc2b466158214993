import { z } from 'zod';

/** How traces are exported. */
export interface TracingConfig {
  /** Where spans are posted; undefined: they are printed. */
  exportTo: { url: string; protocol: 'http/protobuf' | 'http/json'; headers: Pairs } | undefined;
  serviceName: string;
  /** Attributes of the service as a whole. */
  resource: Pairs;
  sampler: (typeof samplers)[number];
  /** The share of traces that the samplers by ratio keep, 0 to 1. */
  ratio: number;
}

type Pairs = Record<string, string>;

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** `name=value,name=value`, percent-encoded as in W3C baggage. */
const pairs = z.string().transform((text, ctx): Pairs => {
  const given = text.split(',').filter((pair) => pair.trim() !== '');
  const entries = given.map((pair) => {
    const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    return name === undefined || value === undefined
      ? undefined
      : ([name, decoded(value)] as const);
  });
  const found = entries.filter((entry) => entry !== undefined);
  if (found.length === entries.length) return Object.fromEntries(found);
  ctx.addIssue({ code: 'custom', message: 'must be name=value pairs, separated by commas' });
  return z.NEVER;
});

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
const protocol = z.enum(['http/protobuf', 'http/json']);

/** The variables of OpenTelemetry's specification that the service supports. */
export const tracingVariables = {
  OTEL_SDK_DISABLED: z
    .string()
    .transform((text) => text.toLowerCase() === 'true')
    .default(false),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'console', 'none']).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol.default('http/protobuf'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.default({}),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.default({}),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

const localCollector = 'http://localhost:4318';

/** Tracing as the variables configure it; undefined if none names an exporter or an endpoint. */
export const tracingOf = (
  values: z.output<z.ZodObject<typeof tracingVariables>>,
): TracingConfig | undefined => {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const tracesEndpoint = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const wanted = endpoint || tracesEndpoint ? 'otlp' : 'none';
  const exporter = values.OTEL_TRACES_EXPORTER ?? wanted;
  if (values.OTEL_SDK_DISABLED || exporter === 'none') return undefined;
  const base = (endpoint ?? localCollector).replace(/\/+$/, '');
  return {
    exportTo:
      exporter === 'console'
        ? undefined
        : {
            url: tracesEndpoint ?? `${base}/v1/traces`,
            protocol:
              values.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? values.OTEL_EXPORTER_OTLP_PROTOCOL,
            headers: values.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? values.OTEL_EXPORTER_OTLP_HEADERS,
          },
    serviceName:
      values.OTEL_SERVICE_NAME ?? values.OTEL_RESOURCE_ATTRIBUTES['service.name'] ?? 'leitor',
    resource: values.OTEL_RESOURCE_ATTRIBUTES,
    sampler: values.OTEL_TRACES_SAMPLER,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  };
};
