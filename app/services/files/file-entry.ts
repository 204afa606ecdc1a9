import { type FileRow, findShownBy } from '#db/queries/files.ts';

/**
 * A file in the API's format. `type` is the stored media type, `size` in bytes, width and height in pixels of an image.
 */
export type FileEntry = {
  id: string;
  fileKey: string;
  fileName: string;
  ext: string;
  type: string;
  size: number;
  width: number | null;
  height: number | null;
  docId: string | null;
  downloadUrl: string;
  createdAt: string;
};

/** Returns an address on this server, which checks access on each request. */
export const downloadUrlOf = (fileId: string) => `/api/files/${fileId}`;

/** Key of uploaded bytes before confirmation. */
export const incomingKey = ({ fileKey }: { fileKey: string }) => `incoming/${fileKey}`;

/** Key of confirmed bytes, deduplicated per owner. */
export const blobKey = ({ ownerId, contentHash }: { ownerId: string; contentHash: string | null }) =>
  `blobs/${ownerId}/${contentHash}`;

/** Folder of the smaller images of those bytes. */
export const thumbnailFolder = ({ ownerId, contentHash }: { ownerId: string; contentHash: string | null }) =>
  `thumbs/${ownerId}/${contentHash}`;

export function toFileEntry(row: FileRow): FileEntry {
  const { id, fileKey, name, ext, type, size, width, height, docId, createdAt } = row;
  return {
    id,
    fileKey,
    fileName: name,
    ext,
    type,
    size: size ?? 0,
    width,
    height,
    docId,
    downloadUrl: downloadUrlOf(id),
    createdAt: new Date(createdAt).toISOString(),
  };
}

/** Excludes deleted accounts: their images are hidden. */
export async function isProfileImage({ id, ownerId }: FileRow): Promise<boolean> {
  return (await findShownBy({ ownerId, url: downloadUrlOf(id) })).length > 0;
}
