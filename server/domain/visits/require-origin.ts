import { AppError } from '../../errors.ts'
import type { CallingPage } from '../../http/calling-page.ts'
import type { WidgetEntry } from '../channels/channel-directory.ts'

/**
 * Throws `forbidden` for a page of a website where the widget must not work. This does not keep out programs, which
 * can send any origin: it keeps others from putting the widget on their site.
 */
export function requireOrigin(widget: WidgetEntry, calledFrom: CallingPage): void {
  if (!worksOn(widget, calledFrom))
    throw new AppError('forbidden', 'The widget does not work on this website.')
}

/** Whether the widget may be used by the page, or by a program. */
export function worksOn({ origins }: Pick<WidgetEntry, 'origins'>, { origin, isOwn }: CallingPage): boolean {
  return origins.length === 0 || origin === undefined || isOwn || origins.includes(origin)
}
