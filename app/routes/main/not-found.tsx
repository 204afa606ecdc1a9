import { data } from 'react-router';

const notFound = () => {
  throw data({ error: 'notFound' }, { status: 404 });
};

export const loader = notFound;
export const action = notFound;

export default function NotFound() {
  return null;
}
