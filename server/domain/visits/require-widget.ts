import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { WidgetEntry } from '../channels/channel-directory.ts'
import type { VisitorPrincipal } from '../principal.ts'

/** The widget of a visitor. Throws `forbidden` for visitors of other channels, and when it is deleted. */
export async function requireWidget(
  { channels }: Services,
  visitor: Pick<VisitorPrincipal, 'channelId'>,
): Promise<WidgetEntry> {
  const widget = await channels.widgetOf(visitor)
  if (!widget) throw new AppError('forbidden', 'This is not a widget.')
  return widget
}
