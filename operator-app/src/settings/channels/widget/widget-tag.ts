import type { Channel, WidgetSettings } from '../../../graphql/channels.ts'

/** The script tag that puts a widget on a website. */
export function widgetTag(
  { publicId }: Pick<Channel, 'publicId'>,
  widget: Pick<WidgetSettings, 'scriptUrl'>,
) {
  const source = new URL('/widget.js', widget.scriptUrl)
  return `<script async src="${source}" data-id="${publicId}"></script>`
}
