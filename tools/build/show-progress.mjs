/**
 * Tells what is being built: at a terminal in one line that moves, elsewhere in a line for each step.
 */
export function showProgress() {
  const out = process.stdout
  const startedAt = Date.now()
  const names = /** @type {Set<string>} */ (new Set())
  let built = 0
  const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(0)} s`
  const draw = () => {
    if (names.size > 0) out.write(`\r\x1b[KBuilding ${[...names].join(', ')} … ${seconds()}`)
  }
  const timer = out.isTTY ? setInterval(draw, 100).unref() : undefined
  return {
    /**
     * Returns what is to be called when the step is done.
     * @param {string} name
     */
    begin(name) {
      if (!out.isTTY) console.log(`Building ${name} …`)
      names.add(name)
      built++
      return () => names.delete(name)
    },
    end() {
      clearInterval(timer)
      if (out.isTTY && built > 0) out.write(`\r\x1b[KBuilt in ${seconds()}.\n`)
    },
  }
}
