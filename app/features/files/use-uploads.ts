import { useCallback, useEffect, useRef, useState } from 'react';
import { useReload } from '#app/features/shell/use-reload.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { addToast } from '#app/ui/toasts.ts';
import { askBeforeLeaving } from '#app/ui/unsent-work.ts';

/** `share` is the progress from 0 to 1; `problem` is why it failed. */
export type PageUpload = {
  id: string;
  file: File;
  state: 'waiting' | 'sending' | 'checking' | 'failed';
  share: number;
  problem: Problem | null;
};
/** `mayPass` is false if the file itself is refused. */
type Problem = { text: string; mayPass: boolean };

const AT_ONCE = 2;

/** Uploads files, two at a time; finished uploads leave the list and the page's file list reloads. */
export function useUploads(docId: string) {
  const t = useTexts();
  const reload = useReload();
  const [uploads, setUploads] = useState<PageUpload[]>([]);
  const underWay = useRef(new Map<string, AbortController>());
  const added = useRef(0);

  const change = useCallback((id: string, changes: Partial<PageUpload> | null) => {
    setUploads((all) =>
      all.flatMap((upload) => (upload.id !== id ? [upload] : changes ? [{ ...upload, ...changes }] : [])),
    );
  }, []);

  const send = useCallback(
    async ({ id, file }: PageUpload) => {
      const controller = new AbortController();
      underWay.current.set(id, controller);
      change(id, { state: 'sending' });
      const onProgress = (share: number) => change(id, { share, state: share < 1 ? 'sending' : 'checking' });
      const unknown = { text: t('errors.uploadFailed'), mayPass: true };
      const problem = await attempt(file, { docId, signal: controller.signal, onProgress }, unknown);
      underWay.current.delete(id);
      change(id, problem === null ? null : { state: 'failed', problem });
      if (controller.signal.aborted || problem !== null) return;
      added.current += 1;
      void reload();
    },
    [docId, change, reload, t],
  );

  useEffect(() => {
    const busy = uploads.filter(({ id }) => underWay.current.has(id)).length;
    const next = uploads.filter(({ id, state }) => state === 'waiting' && !underWay.current.has(id));
    for (const upload of next.slice(0, Math.max(0, AT_ONCE - busy))) void send(upload);
    if (uploads.some(({ state }) => state !== 'failed') || added.current === 0) return;
    addToast({ title: t('toast.filesAdded', { count: added.current }) });
    added.current = 0;
  }, [uploads, send, t]);

  const isBusy = uploads.some(({ state }) => state !== 'failed');
  useEffect(() => (isBusy ? askBeforeLeaving(() => true) : undefined), [isBusy]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another document's page has its own uploads
  useEffect(() => {
    const running = underWay.current;
    return () => {
      for (const controller of running.values()) controller.abort();
      setUploads([]);
    };
  }, [docId]);

  const add = useCallback((files: Iterable<File>) => {
    const more = [...files].map((file) => ({
      // `randomUUID` needs HTTPS.
      id: crypto.getRandomValues(new Uint32Array(4)).join('-'),
      file,
      state: 'waiting' as const,
      share: 0,
      problem: null,
    }));
    setUploads((all) => [...all, ...more]);
  }, []);
  const remove = (id: string) => {
    underWay.current.get(id)?.abort();
    change(id, null);
  };
  const retry = (id: string) => change(id, { state: 'waiting', share: 0, problem: null });
  return { uploads, add, remove, retry };
}

type Attempt = { docId: string; signal: AbortSignal; onProgress: (share: number) => void };

/** Returns null on success or cancellation, else the reason; `unknown` if there is no detail. */
async function attempt(file: File, options: Attempt, unknown: Problem): Promise<Problem | null> {
  try {
    const { uploadFile, uploadProblem } = await import('#app/browser/upload-file.ts');
    return await uploadFile(file, options).then(
      () => null,
      (error) => (options.signal.aborted ? null : uploadProblem(error)),
    );
  } catch {
    // The code could not load: network failure.
    return unknown;
  }
}
