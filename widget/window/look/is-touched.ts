/** A phone or a tablet, where what has the focus brings a keyboard up, which takes half of the screen. */
export const isTouched = matchMedia('(pointer: coarse)').matches
