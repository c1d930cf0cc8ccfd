import { toSafeUrl } from '../../../../widget/safe-url.ts'
import type { Media, Message } from '../../graphql/fragments.ts'
import { t } from '../../messages/index.ts'

/** As many characters as the server shows of a quoted message. */
const LONGEST = 200

/** What is shown of a message that is quoted, until the server says it: its text, or else what describes its file or place. */
export function excerptOf({ text, media, rich }: Pick<Message, 'text' | 'media' | 'rich'>): string {
  const excerpt = text || rich?.title || rich?.markdown || (media && describeMedia(media)) || ''
  return [...excerpt].slice(0, LONGEST).join('')
}

function describeMedia({ emoji, title, fileName, url, latitude }: Media): string {
  const place = latitude === null ? '' : t.media.types.LOCATION
  return emoji || title || fileName || place || lastPartOf(toSafeUrl(url))
}

function lastPartOf(address: string | null): string {
  if (address === null) return ''
  const { host, pathname } = new URL(address)
  return pathname.split('/').findLast(Boolean) ?? host
}
