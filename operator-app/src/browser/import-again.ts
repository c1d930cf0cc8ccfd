let attempts = 0

/**
 * Imports a module that could not be loaded, by another address: browsers keep that it could not, and would not ask for it
 * again. Its address is in their error; where it is not (Safari, which asks again), the error is thrown.
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
