import { useLayoutEffect, useRef } from 'preact/hooks'

const ALL =
  '😀 😄 😂 🙂 😉 😊 😍 😘 😋 😎 🤔 😐 🙄 😴 😢 😭 😡 😱 🤗 🤷 👍 👎 👌 👋 🙏 👏 💪 🤝 ✌️ ❤️ 💔 🔥 ⭐ 🎉 🎁 ☕ 🌹 ✅ ❌ ❓'.split(
    ' ',
  )
const COLUMNS = 8

interface EmojiProps {
  label: string
  /** Null when it was left without a choice. */
  onPick: (emoji: string | null) => void
}

/** A few of the most used. The arrow keys go through them. */
export function Emoji({ label, onPick }: EmojiProps) {
  const grid = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => grid.current?.querySelector('button')?.focus(), [])

  function onKeyDown(event: KeyboardEvent) {
    const element = grid.current as HTMLElement
    if (event.key === 'Escape') {
      event.stopPropagation()
      onPick(null)
    }
    const ahead = getComputedStyle(element).direction === 'rtl' ? -1 : 1
    const step = { ArrowRight: ahead, ArrowLeft: -ahead, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key]
    if (!step) return
    event.preventDefault()
    const buttons = [...element.children] as HTMLElement[]
    buttons[buttons.findIndex((button) => button.matches(':focus')) + step]?.focus()
  }

  return (
    <fieldset class="emoji" aria-label={label} ref={grid} onKeyDown={onKeyDown}>
      {ALL.map((emoji) => (
        <button key={emoji} type="button" onClick={() => onPick(emoji)}>
          {emoji}
        </button>
      ))}
    </fieldset>
  )
}
