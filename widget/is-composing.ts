/**
 * Whether a key belongs to a character that is being composed, as of Chinese or Japanese. In Safari, the composition is over
 * by the time of the key that ends it, which then has this code.
 */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229
