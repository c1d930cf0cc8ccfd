import { render } from 'preact'
import type { MountWindow } from '../core.ts'
import { ChatWindow } from './model/chat-window.ts'
import { createStyleSheet } from './styles.ts'
import { Window } from './Window.tsx'

export { createCore } from '../actions/create-core.ts'

/** Shows the chat in the root of the launcher. */
export const mount: MountWindow = (core, root) => {
  const sheet = createStyleSheet()
  const place = document.createElement('div')
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  root.append(place)
  const chat = new ChatWindow(core, () => render(<Window chat={chat} />, place))
  return {
    update: () => chat.update(),
    destroy() {
      chat.destroy()
      render(null, place)
      place.remove()
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet)
    },
  }
}
