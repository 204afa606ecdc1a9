/** `answer`: refused by the server with an envelope; `badAnswer`: status 500 and above, or no envelope. */
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
 * Error of an API call. `status` is the HTTP status, 0 without a response; `statusCode` is the envelope's
 * (specification §8), else the status; `message` is in the page's language if the server sent it.
 */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly failure: RequestFailure;
  readonly status: number;
  readonly statusCode: number;
  /** Messages by field. */
  readonly errors: Record<string, string[]> | undefined;
  readonly data: unknown;
  /** The server's message. */
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
