import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPointerGrace, isMovingToSubmenu } from '#app/ui/pointer-grace.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const TO_THE_LEFT = { left: 0, right: 100, top: 0, bottom: 120 };
const TO_THE_RIGHT = { left: 300, right: 400, top: 0, bottom: 120 };

it.each([
  ['to the right', { x: 200, y: 10 }, TO_THE_RIGHT, { x: 270, y: 40 }, { x: 210, y: 100 }],
  ['to the left', { x: 200, y: 10 }, TO_THE_LEFT, { x: 130, y: 40 }, { x: 190, y: 100 }],
])('a way %s leads through the triangle to the submenu, not below it', (_name, left, submenu, on, off) => {
  expect([isMovingToSubmenu(on, left, submenu), isMovingToSubmenu(off, left, submenu)]).toEqual([true, false]);
});

it('specification §9: a pointer on its way to the submenu has 300 ms', () => {
  const grace = createPointerGrace();
  expect(grace.covers({ x: 270, y: 40 })).toBe(false);
  grace.begin({ x: 200, y: 10 }, TO_THE_RIGHT);
  vi.advanceTimersByTime(299);
  expect(grace.covers({ x: 270, y: 40 })).toBe(true);
  vi.advanceTimersByTime(1);
  expect(grace.covers({ x: 270, y: 40 })).toBe(false);
});
