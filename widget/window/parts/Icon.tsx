import { icons } from './icons.ts'

/** An icon without a name of its own: its button has one. */
export function Icon({ name }: { name: keyof typeof icons }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  )
}
