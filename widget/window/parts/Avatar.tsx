import { useState } from 'preact/hooks'
import { Icon } from './Icon.tsx'

interface AvatarProps {
  name: string | null
  photoUrl: string | null
}

/** A photo, or else the initial, or a person when nothing is known. */
export function Avatar({ name, photoUrl }: AvatarProps) {
  const [broken, setBroken] = useState('')
  const [initial] = name?.trim() ?? ''
  return (
    <span class="avatar" aria-hidden="true">
      {photoUrl && photoUrl !== broken ? (
        <img src={photoUrl} alt="" onError={() => setBroken(photoUrl)} />
      ) : (
        (initial?.toUpperCase() ?? <Icon name="person" />)
      )}
    </span>
  )
}
