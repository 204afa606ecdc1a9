/** Tests for a fault of the server, which has logged it. React Router hides its message from browsers. */
export const isServerFault = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Unexpected Server Error';
