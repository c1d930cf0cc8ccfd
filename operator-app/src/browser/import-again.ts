let attempts = 0

/**
 * Tries once more to import a module that could not be loaded, from another address: browsers remember the failure and
 * would not ask for the same address again. The module's address is in their error; where it is not (Safari, which does
 * ask again), the error is thrown.
 */
export async function importAgain<Module extends { default: unknown }>(error: unknown): Promise<Module> {
  const address = addressIn(error)
  if (!address) throw error
  attempts += 1
  const module: Partial<Module> = await import(/* @vite-ignore */ `${address}?again=${attempts}`)
  // Several modules in one file have other names there.
  if (!module.default) throw error
  return module as Module
}

/** Of this installation: nothing else is ever imported. */
function addressIn(error: unknown): string | undefined {
  const [address] = error instanceof TypeError ? (/https?:\/\/[^\s?]+\.js/.exec(error.message) ?? []) : []
  return address?.startsWith(`${location.origin}/`) ? address : undefined
}
