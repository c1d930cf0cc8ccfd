import type { CallingPage } from '../../calling-page.ts'
import { AppError } from '../../errors.ts'
import type { WidgetEntry } from '../channels/channel-directory.ts'

/**
 * Refuses with `forbidden` a page of a website where the widget is not to work. Programs, which can say whatever they
 * like, are not kept out by it: it keeps others from putting the widget on their site.
 */
export function requireOrigin({ origins }: WidgetEntry, { origin, isOwn }: CallingPage): void {
  if (origins.length === 0 || origin === undefined || isOwn || origins.includes(origin)) return
  throw new AppError('forbidden', 'The widget does not work on this website.')
}
