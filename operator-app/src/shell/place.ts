import type { Component } from 'svelte'
import type { Route } from '../browser/route.ts'

/** A page that the rail leads to. */
export interface Place {
  name: Route['name']
  Icon: Component<{ size: number }>
  /** Short, because it stands under the icon where there is room. */
  label: string
  /** What a screen reader and the tooltip say; the label if it says enough. */
  title?: string
  keys?: string
  href: string
  /** How many of something want attention there, and what they are. */
  count?: number
  countText?: string
}
