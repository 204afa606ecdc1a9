import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { AiServer, MODEL } from '#tests/support/ai-server.ts';
import { eventsOf, openStream } from '#tests/support/ai-stream.ts';
import { describeOwnServers } from '#tests/support/api-server.ts';
import { Collector, type ReceivedPoint } from '#tests/support/collector.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { makeDocument, newPerson, signUpOver } from '#tests/support/people.ts';
import { makeLink } from '#tests/support/public-link.ts';
import { SentryServer } from '#tests/support/sentry-server.ts';
import { startInVain, startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { PNG, upload } from '#tests/support/upload.ts';

const [collector, sentry] = [new Collector(), new SentryServer()];
const provider = await new AiServer().start();
await collector.start();
await sentry.start();
afterAll(() => {
  collector.stop();
  sentry.stop();
  return provider.stop();
});

const SERVER = 2;
const FAILED = 2;
const TOKEN = 'token-of-a-scraper';

describeOwnServers(
  'traces and metrics over OTLP, beside Sentry',
  (server) => {
    beforeAll(() => collector.reset());

    it('a request is a span by method, route pattern and status, with its statements below it', async () => {
      const olga = await newPerson(server(), 'canary');
      const { id } = await makeDocument(olga, { title: 'canary-title', content: 'canary-text' });
      await olga.page.get(`/search?keyword=canary-keyword`);
      await fetch(server().url + (await makeLink(olga, id)));
      await fetch(`${server().url}/canary-path`);
      const made = await collector.span('POST /api/documents');
      expect(made).toMatchObject({
        kind: SERVER,
        attributes: { 'http.request.method': 'POST', 'http.route': '/api/documents', 'http.response.status_code': 200 },
      });
      const statements = () => collector.spans.filter(({ parentSpanId }) => parentSpanId === made.spanId);
      await until(() =>
        expect(statements().map(({ attributes }) => attributes['db.collection.name'])).toContain('documents'),
      );
      for (const { traceId, ms } of statements()) expect([traceId, ms >= 0]).toEqual([made.traceId, true]);
      await collector.span('GET /search');
      await collector.span('GET /s/*');
      await collector.span('GET /*');
      expect(collector.spans.filter(({ name }) => /healthz|operation|assets/.test(name))).toEqual([]);
      for (const secret of [id, olga.email, olga.id, 'canary', PASSWORD, ...olga.browser.cookies.values()])
        expect(collector.text).not.toContain(secret);
    });

    it('a call of the AI has model and tokens; a mail, an upload and a job have spans of their own', async () => {
      const olga = await signUpOver(server(), 'canary');
      const { id } = await makeDocument(olga, { title: 'canary-title', content: 'canary-text' });
      const events = eventsOf(await (await openStream(olga, { docId: id, action: 'summarize' })).text());
      expect(events.length).toBeGreaterThan(0);
      await upload(olga, PNG, { docId: id });
      const call = await collector.span(`chat ${MODEL}`);
      const [charge] = provider.charges;
      expect(call.attributes).toMatchObject({
        'gen_ai.request.model': MODEL,
        'gen_ai.usage.input_tokens': charge?.promptTokens,
        'gen_ai.usage.output_tokens': charge?.completionTokens,
        'arbor.ai.status': 'done',
      });
      await collector.span('mail send', ({ parentSpanId }) => !parentSpanId);
      expect((await collector.span('storage write')).attributes['arbor.storage.kind']).toBe('local');
      await collector.span('job remove-expired', ({ parentSpanId }) => !parentSpanId);
      for (const secret of [id, olga.email, 'canary', provider.answer]) expect(collector.text).not.toContain(secret);
    });

    it('metrics are those of /metrics, with the same values', async () => {
      await until(async () => {
        const text = await (
          await fetch(`${server().url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } })
        ).text();
        const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!);
        expect(names.filter((name) => !collector.metrics.has(name))).toEqual([]);
        const sampleOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
        const sent = (name: string): ReceivedPoint[] => collector.metrics.get(name) ?? [];
        expect(sent('arbor_documents')[0]?.value).toBe(sampleOf('arbor_documents'));
        const route = 'method="POST",route="/api/documents",status="200"';
        const posted = sent('arbor_http_request_duration_seconds').find(
          ({ attributes }) => attributes.route === '/api/documents' && attributes.method === 'POST',
        );
        expect(posted?.value).toBe(sampleOf(`arbor_http_request_duration_seconds_count\\{${route}\\}`));
        expect(posted?.buckets?.reduce((sum, each) => sum + each, 0)).toBe(posted?.value);
      });
      expect(collector.resource).toMatchObject({ 'service.name': 'meadow', 'deployment.environment': 'test' });
    });

    it('Sentry works beside it: a fault is an event there and a failed span here', async () => {
      const admin = await newPerson(server(), 'admin', { isAdmin: true });
      expect((await admin.page.get('/test-sentry?raise=loader')).status).toBe(500);
      await sentry.fault('Raised on purpose: loader');
      const failed = await collector.span('GET /test-sentry', ({ status }) => status === FAILED);
      expect(failed.attributes['http.response.status_code']).toBe(500);
      const line = server()
        .output()
        .split('\n')
        .find((each) => each.includes(`"traceId":"${failed.traceId}"`));
      expect(JSON.parse(line ?? '{}')).toMatchObject({
        event: 'access',
        route: '/test-sentry',
        requestId: failed.attributes['arbor.request_id'],
      });
    });
  },
  {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=canary%20key',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
    OTEL_SERVICE_NAME: 'meadow',
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
    METRICS_TOKEN: TOKEN,
    SENTRY_DSN: sentry.dsn,
    ACCESS_LOG: 'on',
    ...provider.env,
  },
);

test('headers are sent, protobuf is the default, a sampler samples, and a stop sends what is left', async () => {
  const own = new Collector();
  await own.start();
  const server = await startServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: own.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=secret%20key',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.5',
  });
  for (let n = 0; n < 200; n += 1) await fetch(`${server.url}/login`);
  expect((await server.stop()).code).toBe(0);
  const sent = own.requests.map(({ path, headers }) => [path, headers['content-type'], headers['api-key']]);
  expect(sent).toContainEqual(['/v1/traces', 'application/x-protobuf', 'secret key']);
  expect(sent).toContainEqual(['/v1/metrics', 'application/x-protobuf', 'secret key']);
  const traced = own.text.split('GET /login').length - 1;
  // 200 coin tosses: outside these bounds with a probability of 10^-19.
  expect([traced > 35, traced < 165]).toEqual([true, true]);
  own.stop();
  await server.remove();
});

test('traceparent is continued behind a trusted proxy only', async () => {
  const own = new Collector();
  await own.start();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: own.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
  for (const [TRUST_PROXY, continued] of [
    ['false', 0],
    ['true', 1],
  ] as const) {
    const server = await startServer({ ...env, TRUST_PROXY });
    await fetch(`${server.url}/login`, { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });
    await server.stop();
    expect(own.spans.filter((span) => span.traceId === traceId && span.name === 'GET /login')).toHaveLength(continued);
    await server.remove();
  }
  own.stop();
});

test('a collector that is away costs one line: requests are answered, and the stop is not delayed', async () => {
  const gone = new Collector();
  await gone.start();
  const { url } = gone;
  gone.stop();
  const server = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_METRIC_EXPORT_INTERVAL: '1000' });
  const away = () => server.output().match(/"event":"collector-away"/g) ?? [];
  await until(async () => {
    expect((await fetch(`${server.url}/login`)).status).toBe(200);
    expect(away()).not.toEqual([]);
  });
  for (let n = 0; n < 50; n += 1) expect((await fetch(`${server.url}/login`)).status).toBe(200);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(away()).toHaveLength(1);
  await server.remove();
});

test('nothing of it is loaded without the variable', async () => {
  const spy = `import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) {
      if (url.includes('@opentelemetry') || url.includes('prom-client')) process.stderr.write('LOADED ' + url + '\\n');
      return next(url, context);
    } });`;
  const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(spy)}"`;
  const without = await startServer({ NODE_OPTIONS });
  await fetch(`${without.url}/login`);
  expect(without.output()).not.toContain('LOADED');
  await without.remove();
  const withIt = await startServer({ NODE_OPTIONS, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  expect(withIt.output()).toContain('LOADED');
  await withIt.remove();
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', 'the address of an OTLP/HTTP collector'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret', 'pairs such as api-key=secret'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'one of http/protobuf, http/json'],
  ['OTEL_TRACES_SAMPLER', 'sometimes', 'one of always_on'],
  ['OTEL_TRACES_SAMPLER_ARG', '2', 'a fraction of traces'],
])('a wrong %s (%s) stops the start with a line that names it', async (name, value, takes) => {
  const { code, output } = await startInVain({ [name]: value });
  expect([code, output]).toEqual([1, expect.stringContaining(`${name}: got `)]);
  expect(output).toContain(`takes ${takes}`);
});
