import { z } from 'zod';
import { webUrl } from './value-schemas.ts';

/** The configuration of tracing; OpenTelemetry's packages read its other standard variables themselves. */
export interface TracingConfig {
  /** Undefined means that spans are printed. */
  protocol: 'http/protobuf' | 'http/json' | undefined;
  /** Headers as `name=value` pairs, separated by commas. */
  headers: string | undefined;
  sampler: (typeof samplers)[number];
  /** The share of traces that ratio samplers record, 0 to 1. */
  ratio: number;
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const protocol = z.enum(['http/protobuf', 'http/json']);

/** The OpenTelemetry variables that switch tracing on or that the service supports in part. */
export const tracingVariables = z.object({
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'console', 'none']).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webUrl.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol.default('http/protobuf'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});

export type TracingEnvironment = z.output<typeof tracingVariables> & {
  OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
};

/** Returns undefined if no variable names an exporter or an endpoint. */
export const tracingOf = (values: TracingEnvironment): TracingConfig | undefined => {
  const endpoint = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const exporter = values.OTEL_TRACES_EXPORTER ?? (endpoint ? 'otlp' : 'none');
  const disabled = values.OTEL_SDK_DISABLED?.toLowerCase() === 'true';
  if (disabled || exporter === 'none') return undefined;
  return {
    protocol:
      exporter === 'console'
        ? undefined
        : (values.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? values.OTEL_EXPORTER_OTLP_PROTOCOL),
    headers: values.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? values.OTEL_EXPORTER_OTLP_HEADERS,
    sampler: values.OTEL_TRACES_SAMPLER,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  };
};
