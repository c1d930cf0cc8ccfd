import type { VisitMessage } from '../../core.ts'
import { toSafeUrl } from '../../safe-url.ts'
import { Icon } from '../parts/Icon.tsx'
import type { Texts } from '../texts/en.ts'
import { formatSize } from '../texts/format.ts'

const NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' }

interface AttachmentProps {
  message: VisitMessage
  texts: Texts
  locale: string
}

/** An attachment of a message: a picture, a recording, a video, a place, or any other file. */
export function Attachment({ message: { type, file, location }, texts, locale }: AttachmentProps) {
  const url = toSafeUrl(file?.url ?? null)
  if (location) {
    const { latitude, longitude } = location
    const place = `?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
    return (
      <a class="file" href={`https://www.openstreetmap.org/${place}`} {...NEW_TAB}>
        <Icon name="pin" />
        {location.title ?? texts.location}
      </a>
    )
  }
  if (!file || !url) return null
  const poster = toSafeUrl(file.thumbUrl) ?? undefined
  const name = file.name || texts.attachment
  if (type === 'PHOTO' || type === 'STICKER') {
    const { width, height } = file
    return (
      <a class="picture" href={url} {...NEW_TAB}>
        <img src={poster ?? url} alt={name} {...(width && height && { width, height })} />
      </a>
    )
  }
  if (type === 'VIDEO') {
    // biome-ignore lint/a11y/useMediaCaption: what people send each other has no captions.
    return <video src={url} poster={poster} controls preload="metadata" aria-label={name} />
  }
  if (type === 'AUDIO' || type === 'VOICE') {
    // biome-ignore lint/a11y/useMediaCaption: what people send each other has no captions.
    return <audio src={url} controls preload="none" aria-label={name} />
  }
  return (
    <a class="file" href={url} {...NEW_TAB}>
      <Icon name="file" />
      <span>
        <bdi>{name}</bdi>
        {file.size !== null && <small>{formatSize(file.size, locale)}</small>}
      </span>
    </a>
  )
}
