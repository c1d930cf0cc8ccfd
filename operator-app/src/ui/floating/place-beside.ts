export type Side = 'top' | 'right' | 'bottom' | 'left'
/** With which edge of its control something lines up. */
export type Align = 'start' | 'center' | 'end'

export interface Placing {
  side: Side
  align: Align
  /** Pixels between the two. */
  gap: number
}

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom' | 'width' | 'height'>
interface Size {
  width: number
  height: number
}

/** Nothing is nearer to the edge of the window. */
const MARGIN = 8
const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const

/**
 * Where something stands in the window that belongs to a control: beside it, on the other side where it fits only there, and
 * never beyond the edge.
 */
export function placeBeside(control: Box, size: Size, view: Size, { side, align, gap }: Placing) {
  const room: Record<Side, number> = {
    top: control.top - gap - MARGIN,
    bottom: view.height - control.bottom - gap - MARGIN,
    left: control.left - gap - MARGIN,
    right: view.width - control.right - gap - MARGIN,
  }
  const isVertical = side === 'top' || side === 'bottom'
  const needed = isVertical ? size.height : size.width
  const chosen = room[side] < needed && room[opposite[side]] > room[side] ? opposite[side] : side
  const maxHeight = isVertical ? room[chosen] : view.height - 2 * MARGIN
  const height = Math.min(size.height, maxHeight)
  const along = isVertical
    ? aligned(align, control.left, control.right, size.width)
    : aligned(align, control.top, control.bottom, height)
  const across = {
    top: control.top - gap - height,
    bottom: control.bottom + gap,
    left: control.left - gap - size.width,
    right: control.right + gap,
  }[chosen]
  return {
    left: within(isVertical ? along : across, view.width - size.width),
    top: within(isVertical ? across : along, view.height - height),
    maxHeight,
  }
}

function aligned(align: Align, start: number, end: number, length: number): number {
  if (align === 'start') return start
  return align === 'end' ? end - length : (start + end - length) / 2
}

function within(place: number, most: number): number {
  return Math.max(MARGIN, Math.min(place, most - MARGIN))
}
