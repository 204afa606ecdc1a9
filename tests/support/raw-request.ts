import { type IncomingHttpHeaders, request } from 'node:http';

export type RawAnswer = { status: number; text: string; headers: IncomingHttpHeaders };
type RawOptions = { method?: string; headers?: Record<string, string>; body?: string | Buffer; chunked?: boolean };

/** Sends a request that no browser would send: any method, any literal path, a chunked body. */
export function rawRequest(url: string, path: string, options: RawOptions = {}): Promise<RawAnswer> {
  const { method = 'GET', headers = {}, body, chunked = false } = options;
  const { hostname, port } = new URL(url);
  const length = body !== undefined && !chunked ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
  return new Promise((done, failed) => {
    const sent = request(
      { hostname, port, path, method, headers: { ...length, ...headers }, agent: false },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => done({ status: answer.statusCode!, text, headers: answer.headers }));
      },
    );
    sent.on('error', failed).end(body);
  });
}
