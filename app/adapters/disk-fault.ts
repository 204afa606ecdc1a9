type Fault = NodeJS.ErrnoException;

/** Adds the folder to an error of writing to an open file, which the system reports without a path. Returns the error. */
export function withFolder(error: unknown, folder: string): unknown {
  const { syscall, path } = error as Fault;
  if (error instanceof Error && syscall !== undefined && syscall !== 'read' && path === undefined)
    Object.assign(error, { path: folder });
  return error;
}
