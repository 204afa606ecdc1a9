/** The secret of all test servers and of processes that create sessions in their databases. */
export const SECRET = 'the secret that all servers of tests share';
