import type { Component } from 'svelte'
import { savesData } from '../../browser/saves-data.ts'
import Later from './Later.svelte'
import { type AnyProps, Part } from './part.svelte.ts'

type Read<Made> = () => Promise<{ default: Made }>

const ahead: Part[] = []

/**
 * A dialog that is loaded when it is first opened, or ahead of that. What is typed meanwhile is typed into it. It exists only
 * while `open` is true, if it has that.
 */
export function laterDialog<Made extends Component<never>>(read: Read<Made>): Made {
  return wrap('dialog', read, true)
}

/** A pane or a page that is loaded when it is first shown, or ahead of that; not ahead where few people go. */
export function laterPane<Made extends Component<never>>(read: Read<Made>, { isRare = false } = {}): Made {
  return wrap('pane', read, !isRare)
}

function wrap<Made extends Component<never>>(kind: Part['kind'], read: Read<Made>, isAhead: boolean): Made {
  // What stands for a component gets its properties, whatever they are.
  const part = new Part(kind, read as unknown as Read<Component<AnyProps>>)
  if (isAhead) ahead.push(part)
  const stand: Component<AnyProps> = (internals, props) => Later(internals, { part, props })
  return stand as unknown as Made
}

/**
 * Loads what this person is about to need, one after the other and while the page has nothing else to do: a key must not wait
 * for the network, and what is here cannot be missing after an upgrade of the server. Whoever saves data pays for what they
 * use.
 */
export async function loadAhead(): Promise<void> {
  if (savesData()) return
  for (const part of ahead) {
    await untilIdle()
    await part.load()
    if (part.hasFailed) return
  }
}

/** Safari does not tell. */
function untilIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 1_000 })
    else setTimeout(resolve, 50)
  })
}
