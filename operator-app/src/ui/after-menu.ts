/** Runs what opens a dialog once the menu has given back the focus, which the dialog takes. */
export function afterMenu(run: () => unknown): void {
  setTimeout(run)
}
