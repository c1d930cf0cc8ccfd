// The widget from its sources, made again on every change, for `npm run dev`.
import { watch } from 'node:fs'
import { buildWidget } from './build/widget.mjs'

/** An editor saves in several steps. */
const SETTLED_MS = 100

let isBuilding = false
let isStale = false
/** @type {NodeJS.Timeout | undefined} */
let timer

watch('widget', { recursive: true }, (_event, name) => {
  if (name?.startsWith('generated')) return
  clearTimeout(timer)
  timer = setTimeout(build, SETTLED_MS)
})
void build()

/** What changes meanwhile is built afterwards. A mistake in the sources is shown, and the next change tried. */
async function build() {
  isStale = isBuilding
  if (isBuilding) return
  isBuilding = true
  try {
    await buildWidget()
    console.log('The widget was built.')
  } catch (error) {
    console.error(`The widget could not be built: ${/** @type {Error} */ (error).message}`)
  }
  isBuilding = false
  if (isStale) await build()
}
