import type { ActionFunctionArgs } from 'react-router';
import { AppError } from '#app/errors.ts';
import { failure } from '#app/http/errors/envelope.ts';
import { getTexts } from '#app/i18n/server/language-middleware.ts';

const answer = ({ context }: ActionFunctionArgs) => failure(new AppError('notFound'), getTexts(context));

export const loader = answer;
export const action = answer;
