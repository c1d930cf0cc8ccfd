/** The context by which an item closes its menu. */
export const menuKey = Symbol('menu')
