/** A field of a call, as listed on the API page. */
export type ListedField = { name: string; place: string; type: string; isRequired: boolean };
export type ListedOperation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  access: 'token' | 'session' | 'open';
  fields: ListedField[];
  /** The shape of `data`, or the media type of a body without the envelope. */
  data: string | null;
  answers: { status: string; lines: string[] }[];
};
export type ApiListing = { group: string; title: string; operations: ListedOperation[] }[];
