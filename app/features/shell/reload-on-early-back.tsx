import { useServerOnly } from '#app/features/shell/server-only.tsx';

/**
 * After a reload, Back leads to an entry of the same document and loads no page. The router, which handles it from
 * hydration on, would take the rendered page for that of the new address. A change of the fragment loads nothing.
 */
const SCRIPT = `(function(){
var rendered=location.pathname+location.search;
addEventListener('popstate',function(event){
if(document.documentElement.dataset.scripts==='ready'||location.pathname+location.search===rendered)return;
event.stopImmediatePropagation();
document.documentElement.dataset.scripts='leaving';
location.reload();
});
document.currentScript.remove();
})()`;

/** Loads the page of the address when Back or Forward is pressed before hydration. Stands before all other scripts. */
export function ReloadOnEarlyBack() {
  const { nonce } = useServerOnly();
  // biome-ignore lint/security/noDangerouslySetInnerHtml: constant text
  return import.meta.env.SSR ? <script nonce={nonce} dangerouslySetInnerHTML={{ __html: SCRIPT }} /> : null;
}
