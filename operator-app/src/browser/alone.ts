/** Runs something while no other tab of this browser does; on a page without TLS, where there are no locks, at once. */
export async function alone(name: string, run: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(`switchboard.${name}`, run)
  else await run()
}
