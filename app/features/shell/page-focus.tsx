import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

const KEY = 'arbor-focus';

/**
 * Manages focus after an action. Focuses the new page's heading if the focused element is gone. A form that returns to
 * its own page keeps focus on its button. Announces the new page if focus stayed, for example in the tree or on a link
 * to the next part of a list.
 */
export function PageFocus() {
  const said = useFocusAfterLink();
  useFocusAfterForm();
  return (
    <p className="sr-only" aria-live="polite">
      {/* A new element, as the same text in the same one would not be read again. */}
      <span key={said.nth}>{said.title}</span>
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

/** A link that shows another part of the page. Links that keep the scroll position change what is beside it. */
const PART_LINK = 'a:not([data-keeps-scroll])';

/** Returns the title to announce and the number of announcements. */
function useFocusAfterLink(): { title: string; nth: number } {
  const [said, say] = useState({ title: '', nth: 0 });
  const { pathname, search } = useLocation();
  const before = useRef({ pathname, search });
  useEffect(() => {
    const last = before.current;
    if (last.pathname === pathname && last.search === search) return;
    before.current = { pathname, search };
    if (isNowhere()) focusHeading();
    else if (last.pathname !== pathname || document.activeElement?.matches(PART_LINK))
      say(({ nth }) => ({ title: document.title, nth: nth + 1 }));
  }, [pathname, search]);
  return said;
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
