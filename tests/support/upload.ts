import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '#tests/support/client.ts';
import type { Place } from '#tests/support/server.ts';

/** A PNG of 2 × 1 pixels without metadata. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR4nGP4z8AARAwM/4EAHewD/RkEt70AAAAASUVORK5CYII=',
  'base64',
);

export type Ticket = {
  credentials: { url: string; headers: Record<string, string> };
  fileKey: string;
  fileId: string;
  downloadUrl: string;
};

export type Wish = { fileName?: string; ext?: string; docId?: string; size?: number };

export async function requestUpload(who: Client, wish: Wish = {}): Promise<Ticket> {
  const { status, body } = await who.api.post('/api/files/upload-request', {
    fileName: 'leaf.png',
    ext: 'png',
    ...wish,
  });
  if (status !== 200) throw new Error(`Asking for an upload answered ${status}: ${JSON.stringify(body)}`);
  return body.data as Ticket;
}

/** PUTs the bytes without cookies, as a script does. */
export async function put(ticket: Ticket, bytes: BodyInit, change: { url?: string; headers?: object } = {}) {
  const headers = { ...ticket.credentials.headers, ...change.headers } as Record<string, string>;
  const answer = await fetch(change.url ?? ticket.credentials.url, { method: 'PUT', headers, body: bytes });
  return { status: answer.status, text: await answer.text() };
}

export const confirm = (who: Client, { fileKey, fileId, downloadUrl }: Ticket, change: object = {}) =>
  who.api.post('/api/files/confirm', { fileKey, fileId, downloadUrl, ...change });

/** Uploads a file: request, PUT, confirm. */
export async function upload(who: Client, bytes: Buffer<ArrayBuffer> | string, wish: Wish = {}) {
  const ticket = await requestUpload(who, wish);
  const { status, text } = await put(ticket, bytes);
  if (status !== 200) throw new Error(`The PUT answered ${status}: ${text}`);
  const { body } = await confirm(who, ticket);
  return { ticket, file: body.data?.file, body };
}

/** Downloads the bytes of a file as a browser does. */
export async function download(server: Place, who: Client, path: string, headers: Record<string, string> = {}) {
  const cookie = [...who.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(server.url + path, { headers: { cookie, ...headers } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Returns the files below a folder of the local storage. */
export function stored({ dataDir }: Place, folder: string): Dirent[] {
  const path = join(dataDir, 'uploads', folder);
  return readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
}
