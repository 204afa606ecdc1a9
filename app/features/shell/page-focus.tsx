import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

const KEY = 'arbor-focus';

/**
 * Manages focus after an action. Focuses the new page's heading if the focused element is gone. A form that returns to
 * its own page keeps focus on its button. Announces the new page if focus stayed, for example in the tree.
 */
export function PageFocus() {
  const [said, say] = useState('');
  useFocusAfterForm();
  useFocusAfterLink(say);
  return (
    <p className="sr-only" aria-live="polite">
      {said}
    </p>
  );
}

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function useFocusAfterLink(say: (title: string) => void): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (isNowhere()) focusHeading();
    else say(document.title);
  }, [pathname, say]);
}

type Pressed = { path: string; form: string; button: string; index: number };

/** Remembers the pressed button for the next page, as forms reload the page. */
function useFocusAfterForm(): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isDone.current) returnFocus();
    isDone.current = true;
    const onSubmit = ({ target, submitter, defaultPrevented }: SubmitEvent) => {
      if (defaultPrevented || !(target instanceof HTMLFormElement) || target.method !== 'post') return;
      remember(target, submitter);
    };
    document.addEventListener('submit', onSubmit);
    return () => document.removeEventListener('submit', onSubmit);
  }, []);
}

const formsOf = (action: string) =>
  [...document.forms].filter((form) => (form.getAttribute('action') ?? '') === action);
const nameOf = (button: Element | null) => `${button?.getAttribute('name')} ${button?.getAttribute('value')}`;

function remember(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const action = form.getAttribute('action') ?? '';
  const pressed: Pressed = {
    path: location.pathname,
    form: action,
    button: nameOf(submitter),
    index: formsOf(action).indexOf(form),
  };
  sessionStorage.setItem(KEY, JSON.stringify(pressed));
}

function returnFocus(): void {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  // The error summary or the first field already has focus.
  if (!text || !isNowhere()) return;
  // Hydration came before the browser's autofocus.
  const first = document.querySelector<HTMLElement>('main [autofocus]');
  if (first) {
    first.focus();
    return;
  }
  // Hydration also came before the browser focused the element of the URL's fragment.
  const addressed = document.getElementById(location.hash.slice(1));
  if (addressed?.hasAttribute('tabindex')) {
    // Such as a reply to a resolved thread.
    addressed.closest('details')?.setAttribute('open', '');
    addressed.focus();
    return;
  }
  const { path, form, button, index } = JSON.parse(text) as Pressed;
  const buttons = path === location.pathname ? (formsOf(form)[index]?.querySelectorAll('button') ?? []) : [];
  const same = [...buttons].find((each) => nameOf(each) === button) ?? buttons[0];
  if (same?.checkVisibility()) same.focus({ preventScroll: true });
  else focusHeading();
}
