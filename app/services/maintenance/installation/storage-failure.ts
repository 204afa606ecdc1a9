import { ConfigError, config } from '#app/config.server.ts';

type Fault = { message?: string; $metadata?: { httpStatusCode?: number } };

/** Describes a storage that refuses the mark of the installation by the variable that is likely at fault. */
export function storageFailure(error: unknown): ConfigError {
  const { dataDir, storage, s3 } = config();
  const { message, $metadata } = error as Fault;
  const status = $metadata?.httpStatusCode;
  // The answer to HEAD has no text.
  const reason = !message || message === 'UnknownError' ? `HTTP ${status}` : message.split('\n')[0]!.replace(/\.$/, '');
  const failure = (variable: string, value: string | undefined, takes: string) => {
    const got = value === undefined ? 'nothing' : JSON.stringify(value);
    return new ConfigError(`${variable}: got ${got}, takes ${takes} (${reason})`, { cause: error });
  };
  if (storage === 'local') return failure('DATA_DIR', dataDir, 'a folder this process can write');
  if (status === undefined) return failure('S3_ENDPOINT', s3?.endpoint, 'the address of an S3-compatible service');
  if (status < 400 || status === 404) return failure('S3_BUCKET', s3?.bucket, 'a bucket of that service and region');
  const takes = 'a key that may read and write in the bucket, with its S3_SECRET_ACCESS_KEY';
  return failure('S3_ACCESS_KEY_ID', s3?.accessKeyId, takes);
}
