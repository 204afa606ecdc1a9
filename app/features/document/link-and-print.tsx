import { useEffect, useState } from 'react';
import { outward } from '#app/address/base-path.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { copyText } from '#app/ui/copy-text.ts';
import { Icon } from '#app/ui/icon.tsx';
import { addToast } from '#app/ui/toasts.ts';

/** Renders two menu rows that need a script. Without one, browsers have their own functions for both. */
export function LinkAndPrint({ path }: { path: string }) {
  const t = useTexts();
  const [isAble, setAble] = useState(false);
  useEffect(() => setAble(true), []);
  if (!isAble) return null;
  const copy = async () => {
    const link = location.origin + outward(path);
    const isCopied = await copyText(link);
    addToast(
      isCopied ? { title: t('document.linkCopied') } : { title: t('document.linkNotCopied'), description: link },
    );
  };
  return (
    <>
      <button className="row script-only" type="button" onClick={copy}>
        <Icon name="link" />
        {t('document.copyLink')}
      </button>
      <button className="row script-only" type="button" onClick={() => print()}>
        <Icon name="file" />
        {t('document.print')}
      </button>
    </>
  );
}
