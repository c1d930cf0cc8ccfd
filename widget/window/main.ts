import { mount as mountComponent, unmount } from 'svelte'
import type { MountWindow } from '../core.ts'
import { createStyleSheet } from './styles.ts'
import Window from './Window.svelte'

/** Shows the chat in the root that the launcher stands in. */
export const mount: MountWindow = (core, root) => {
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, createStyleSheet()]
  const component = mountComponent(Window, { target: root, props: { core } })
  return {
    update() {},
    destroy: () => void unmount(component),
  }
}
