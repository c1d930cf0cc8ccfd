/** Where the list of views can stay open beside the chats. */
export const PANE_FITS = '(min-width: 1280px)'
