import type { ButtonHTMLAttributes } from 'preact'
import { Icon } from './Icon.tsx'
import type { icons } from './icons.ts'

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: keyof typeof icons
  label: string
}

/** A button whose meaning is drawn; its label is for those who hear it. */
export function IconButton({ icon, label, ...others }: IconButtonProps) {
  return (
    <button type="button" class="icon" aria-label={label} title={label} {...others}>
      <Icon name={icon} />
    </button>
  )
}
