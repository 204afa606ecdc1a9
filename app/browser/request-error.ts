/** `answer`: refused by the server in its envelope; `badAnswer`: 500 and above, or no envelope at all. */
export type RequestFailure = 'answer' | 'network' | 'timeout' | 'badAnswer' | 'canceled';

type Details = {
  failure: RequestFailure;
  status?: number;
  statusCode?: number;
  errors?: Record<string, string[]> | undefined;
  data?: unknown;
  said?: string | undefined;
  cause?: unknown;
};

/**
 * Why a call of the API failed. `status` is the HTTP status, 0 without an answer; `statusCode` that of the envelope
 * (specification §8), else the status; `message` is in the page's language where the server spoke.
 */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly failure: RequestFailure;
  readonly status: number;
  readonly statusCode: number;
  /** Sentences by field. */
  readonly errors: Record<string, string[]> | undefined;
  readonly data: unknown;
  /** The server's own sentence. */
  readonly said: string | undefined;

  constructor(message: string, { failure, status = 0, statusCode = status, errors, data, said, cause }: Details) {
    super(message, { cause });
    this.failure = failure;
    this.status = status;
    this.statusCode = statusCode;
    this.errors = errors;
    this.data = data;
    this.said = said;
  }
}
