import { z } from 'zod';
import { oneOf, optional, wholeNumber, withDefault } from '#app/config/variable-kinds.server.ts';

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;
const PARENT_BASED = ['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const;

const endpoint = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
}, 'the address of an OTLP/HTTP collector, such as http://localhost:4318');

/** `name=value, name=value` with values in percent-encoding, as OpenTelemetry writes them. */
const headers = z.string().transform((text, context) => {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  const found = pairs.map((pair) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([!-~]+)\s*$/.exec(pair));
  try {
    return Object.fromEntries(found.map((match) => [match![1]!, decodeURIComponent(match![2]!)]));
  } catch {
    context.addIssue('pairs such as api-key=secret');
    return z.NEVER;
  }
});

/** OpenTelemetry's variables that Arbor reads. Its exporters read more of OTEL_EXPORTER_OTLP_… by themselves. */
export const TELEMETRY_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(endpoint),
  OTEL_EXPORTER_OTLP_HEADERS: optional(headers),
  OTEL_EXPORTER_OTLP_PROTOCOL: withDefault(oneOf(['http/protobuf', 'http/json']), 'http/protobuf'),
  OTEL_SERVICE_NAME: withDefault(z.string().max(100, 'up to 100 characters'), 'arbor'),
  OTEL_TRACES_SAMPLER: withDefault(oneOf([...SAMPLERS, ...PARENT_BASED]), 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: optional(
    z
      .string()
      .refine((text) => /^(?:0|1|[01]?\.\d+)$/.test(text) && Number(text) <= 1, 'a fraction of traces from 0 to 1')
      .transform(Number),
  ),
  OTEL_METRIC_EXPORT_INTERVAL: withDefault(wholeNumber('milliseconds from 1000 to 3600000', 1000, 3_600_000), '60000'),
};
