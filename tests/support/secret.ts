/** The secret of every server that tests start, and of the processes that make sessions in their databases. */
export const SECRET = 'the secret that all servers of tests share';
