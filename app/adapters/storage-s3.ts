import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload as PartUpload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import type { ByteRange, FileStorage, StoredObject, Upload } from '#app/adapters/file-storage.ts';

export type S3Settings = {
  bucket: string;
  region: string;
  /** Undefined for AWS. */
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Time limits in milliseconds. */
export type S3Limits = {
  /** Until a response begins. Uploads have none: they end when they stand still. */
  response: number;
  /** Without a byte of an upload. */
  stillUpload: number;
  /** Without a byte of a download: longer, as a slow reader also lets it stand still. */
  stillDownload: number;
};
const LIMITS: S3Limits = { response: 60_000, stillUpload: 60_000, stillDownload: 300_000 };
const CONNECTION_MS = 5000;

/** Bytes buffered per part. S3 allows at most 10,000 parts per object. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/** Objects of one bucket, addressed in path style, which most services other than AWS require. */
export class S3Storage implements FileStorage {
  readonly kind = 's3';
  readonly #bucket: string;
  readonly #client: S3Client;
  /** Sends the bytes of files. */
  readonly #uploader: S3Client;
  readonly #disk: Disk;

  constructor({ bucket, region, endpoint, accessKeyId, secretAccessKey }: S3Settings, limits = LIMITS) {
    this.#bucket = bucket;
    const settings = {
      region,
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      credentials: { accessKeyId, secretAccessKey },
      maxAttempts: 2,
      // Send optional checksums only if required, as not every service supports them.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    } as const;
    const { response, stillUpload, stillDownload } = limits;
    const requestHandler = {
      connectionTimeout: CONNECTION_MS,
      requestTimeout: response,
      // Without it, the client only logs that the time is over.
      throwOnRequestTimeout: true,
      socketTimeout: stillDownload,
    };
    this.#client = new S3Client({ ...settings, requestHandler });
    this.#uploader = new S3Client({
      ...settings,
      requestHandler: { connectionTimeout: CONNECTION_MS, socketTimeout: stillUpload },
    });
    this.#disk = new Disk(new S3Driver({ client: this.#client, bucket, visibility: 'private', supportsACL: false }));
  }

  async write(key: string, bytes: Readable, { type }: { type: string }): Promise<string | null> {
    const params = { Bucket: this.#bucket, Key: key, Body: bytes, ContentType: type };
    // Multipart upload, as S3 requires a content length and a stream has none.
    const options = { client: this.#uploader, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE };
    return (await new PartUpload(options).done()).ETag ?? null;
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const { Body } = await this.#client.send(
      new GetObjectCommand({
        Bucket: this.#bucket,
        Key: key,
        ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
      }),
    );
    return Body as Readable;
  }

  async sizeOf(key: string): Promise<number | null> {
    const head = await this.#head(key);
    return head && (head.ContentLength ?? 0);
  }

  async stampOf(key: string): Promise<string | null> {
    const head = await this.#head(key);
    return head?.ETag ?? null;
  }

  async move(from: string, to: string): Promise<void> {
    await this.place(from, to, null);
    await this.remove(from);
  }

  async copy(from: string, to: string): Promise<void> {
    await this.#disk.copy(from, to);
  }

  async place(from: string, to: string, stamp: string | null): Promise<void> {
    const source = { Bucket: this.#bucket, CopySource: encodeURI(`${this.#bucket}/${from}`), Key: to };
    await this.#client.send(new CopyObjectCommand({ ...source, ...(stamp ? { CopySourceIfMatch: stamp } : {}) }));
  }

  async remove(key: string, signal?: AbortSignal): Promise<void> {
    const command = new DeleteObjectCommand({ Bucket: this.#bucket, Key: key });
    await this.#client.send(command, signal ? { abortSignal: signal } : {});
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    let token: string | undefined;
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket,
          Prefix: `${prefix}/`,
          ...(token ? { ContinuationToken: token } : {}),
        }),
      );
      for (const { Key, Size, LastModified } of page.Contents ?? [])
        yield { key: Key!, size: Size ?? 0, modifiedAt: LastModified?.getTime() ?? 0 };
      token = page.NextContinuationToken;
    } while (token);
  }

  /** Returns a signed URL. The signature covers the key, the type and the length. */
  async uploadUrl({
    key,
    type,
    size,
    expiresInSeconds,
  }: Upload): Promise<{ url: string; headers: Record<string, string> }> {
    const object = { Bucket: this.#bucket, Key: key, ContentType: type, ContentLength: size };
    const command = new PutObjectCommand(object);
    const signableHeaders = new Set(['content-type', 'content-length']);
    const url = await getSignedUrl(this.#client, command, { expiresIn: expiresInSeconds, signableHeaders });
    return { url, headers: { 'Content-Type': type } };
  }

  async #head(key: string) {
    try {
      return await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key }));
    } catch (error) {
      if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404) return null;
      throw error;
    }
  }
}
