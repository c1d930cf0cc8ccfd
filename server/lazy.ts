/** An object that is made when something of it is first asked for. */
export function lazy<T extends object>(make: () => T): T {
  let made: T | undefined
  const known = () => {
    made ??= make()
    return made
  }
  return new Proxy({} as T, { get: (_target, key) => Reflect.get(known(), key) })
}
