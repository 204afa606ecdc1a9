import type { ActionFunctionArgs } from 'react-router';
import { AppError } from '#app/errors.ts';
import { failure } from '#app/http/envelope.ts';
import { getTexts } from '#app/http/locale.ts';

const answer = ({ context }: ActionFunctionArgs) => failure(new AppError('notFound'), getTexts(context));

export const loader = answer;
export const action = answer;
