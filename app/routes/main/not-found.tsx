import { errorPage } from '#app/http/errors/throwable-page.ts';

const notFound = () => {
  throw errorPage({ error: 'notFound' }, 404);
};

export const loader = notFound;
export const action = notFound;

export default function NotFound() {
  return null;
}
