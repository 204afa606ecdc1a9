import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { until } from '#tests/support/until.ts';

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number };
type Attribute = { key: string; value: Value };
type Attributes = Record<string, string | number | undefined>;
export type ReceivedSpan = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  status: number | undefined;
  ms: number;
  attributes: Attributes;
};
type Point = { attributes: Attribute[]; asDouble?: number; count?: number; bucketCounts?: number[] };
export type ReceivedPoint = { attributes: Attributes; value: number; buckets: number[] | undefined };
type Body = {
  resourceSpans?: { resource: { attributes: Attribute[] }; scopeSpans: { spans: RawSpan[] }[] }[];
  resourceMetrics?: { resource: { attributes: Attribute[] }; scopeMetrics: { metrics: RawMetric[] }[] }[];
};
type RawSpan = Pick<ReceivedSpan, 'name' | 'kind' | 'traceId' | 'spanId' | 'parentSpanId'> & {
  status?: { code?: number };
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
};
type RawMetric = { name: string } & Partial<Record<'sum' | 'gauge' | 'histogram', { dataPoints: Point[] }>>;

/** A tiny OTLP/HTTP collector. Records what arrives; decodes JSON. */
export class Collector {
  readonly spans: ReceivedSpan[] = [];
  /** The latest points of each metric. */
  readonly metrics = new Map<string, ReceivedPoint[]>();
  /** Attributes of the resource that sent last. */
  resource: Attributes = {};
  readonly bodies: Buffer[] = [];
  /** Status of its answers. */
  status = 200;
  readonly requests: { path: string; headers: IncomingHttpHeaders }[] = [];

  readonly #server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    this.requests.push({ path: request.url ?? '', headers: request.headers });
    this.bodies.push(bytes);
    if (request.headers['content-type'] === 'application/json') this.#take(JSON.parse(bytes.toString()));
    response.writeHead(this.status, { 'Content-Type': 'application/json' }).end('{}');
  });

  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
  }

  /** Discards what arrived so far. */
  reset(): void {
    this.spans.length = 0;
    this.bodies.length = 0;
    this.metrics.clear();
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Everything that arrived, as text. */
  get text(): string {
    return Buffer.concat(this.bodies).toString('latin1');
  }

  span(name: string, isMeant: (span: ReceivedSpan) => boolean = () => true): Promise<ReceivedSpan> {
    return until(() => {
      const found = this.spans.find((span) => span.name === name && isMeant(span));
      if (!found) throw new Error(`No span ${name} among ${this.spans.map((span) => span.name).join(', ')}`);
      return found;
    });
  }

  #take({ resourceSpans = [], resourceMetrics = [] }: Body): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resource = attributesOf(resource.attributes);
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) this.spans.push(toSpan(span));
    }
    for (const metric of resourceMetrics.flatMap(({ scopeMetrics }) =>
      scopeMetrics.flatMap(({ metrics }) => metrics),
    )) {
      const { dataPoints } = (metric.sum ?? metric.gauge ?? metric.histogram)!;
      this.metrics.set(metric.name, dataPoints.map(toPoint));
    }
  }
}

const toSpan = ({ status, attributes, startTimeUnixNano, endTimeUnixNano, ...rest }: RawSpan): ReceivedSpan => ({
  ...rest,
  status: status?.code,
  ms: Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6,
  attributes: attributesOf(attributes),
});

const toPoint = ({ attributes, asDouble, count, bucketCounts }: Point): ReceivedPoint => ({
  attributes: attributesOf(attributes),
  value: Number(asDouble ?? count),
  buckets: bucketCounts?.map(Number),
});

const attributesOf = (list: Attribute[]): Attributes =>
  Object.fromEntries(
    list.map(({ key, value: { stringValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? (intValue === undefined ? doubleValue : Number(intValue)),
    ]),
  );
