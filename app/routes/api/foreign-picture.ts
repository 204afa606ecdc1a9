import { AppError } from '#app/errors.ts';
import { endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { foreignPicture } from '#app/schemas/files.ts';
import { foreignPictureAddress } from '#app/services/files/foreign-picture-address.ts';

const { answer } = endpoint({
  GET: signedIn({
    input: foreignPicture,
    run: async ({ input }) => {
      const address = foreignPictureAddress(input.url);
      if (!address) throw new AppError('fileNotFound');
      return new Response(null, { status: 302, headers: { Location: address, 'Cache-Control': 'no-store' } });
    },
  }),
});

export const loader = answer;
export const action = answer;
