import { STATUS_CODES } from 'node:http';
import { data } from 'react-router';

/**
 * Returns what a loader or action throws for an error page of this status. Names the status itself: without a text
 * React Router writes "Internal Server Error" into the page of any status.
 */
export const errorPage = <T>(body: T, status: number) => data(body, { status, statusText: STATUS_CODES[status] });
