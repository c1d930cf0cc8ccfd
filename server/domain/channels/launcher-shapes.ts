import type { LauncherIcon } from '../../generated/prisma/client.ts'

/**
 * The pictures on launchers, as values of `clip-path` (CSS) on a square of 24 pixels. The server tells a widget its own,
 * so that no page loads the others.
 */
export const launcherShapes: Record<LauncherIcon, string> = {
  CHAT: 'path("M12 1C5.4 1 0 5.5 0 11c0 3 1.5 5.5 3.9 7.3L3 23l5.5-2.5C9.6 20.8 10.8 21 12 21c6.6 0 12-4.5 12-10S18.6 1 12 1z")',
  LINES: 'path(evenodd, "M1 2h22v16H12l-6 5v-5H1zM6 7h12v2H6zM6 11h8v2H6z")',
  QUESTION: 'path("M5 8a7 7 0 1 1 9 6.7V17h-4v-5h2a3 3 0 1 0-3-4zM10 19h4v4h-4z")',
  SMILE:
    'path(evenodd, "M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22zM7 7h3v3H7zM14 7h3v3h-3zM6 14h12c-1 6-11 6-12 0z")',
}
