/** An object whose fields are made one by one, each when it is first asked for. */
export function lazyFields<Fields extends object, From>(
  makers: { [Name in keyof Fields]: (from: From) => Fields[Name] },
  from: From,
): Fields {
  return new Proxy({} as Fields, {
    get(made, key) {
      const name = key as keyof Fields
      if (!Object.hasOwn(made, name) && Object.hasOwn(makers, name)) made[name] = makers[name](from)
      return made[name]
    },
  })
}
