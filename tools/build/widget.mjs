import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { transform } from 'esbuild'
import { compile, compileModule } from 'svelte/compiler'
import { build } from 'vite'

const OUTPUT = 'dist/widget'
const STYLES = fileURLToPath(new URL('../../widget/window/styles.ts', import.meta.url))

/**
 * The website widget: the window as an ES module whose name carries a digest of its content, and the loader, which
 * holds that name. Both are compressed here, once and as well as can be, not for each request.
 */
export async function buildWidget() {
  rmSync(OUTPUT, { recursive: true, force: true })
  mkdirSync(OUTPUT, { recursive: true })
  const window = await bundle('widget/window/main.ts', 'es', {})
  const digest = createHash('sha256').update(window).digest('base64url').slice(0, 10)
  const windowName = `window-${digest}.js`
  write(windowName, window)
  write(
    'widget.js',
    await bundle('widget/loader/main.ts', 'iife', { WINDOW_NAME: JSON.stringify(windowName) }),
  )
}

/**
 * @param {string} entry
 * @param {'es' | 'iife'} format
 * @param {Record<string, string>} define
 */
async function bundle(entry, format, define) {
  const result = await build({
    configFile: false,
    root: 'widget',
    logLevel: 'error',
    plugins: [svelte(), shortDocuments()],
    resolve: { conditions: ['svelte', 'browser', 'module', 'production'] },
    define,
    build: {
      target: 'es2022',
      write: false,
      minify: true,
      modulePreload: false,
      // Not `lib`, which leaves the white space in ES modules.
      rolldownOptions: {
        input: fileURLToPath(new URL(`../../${entry}`, import.meta.url)),
        preserveEntrySignatures: 'strict',
        output: { format, codeSplitting: false, minify: true },
      },
    },
  })
  const [output] = [result].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk?.code) throw new Error(`${entry} gave no code.`)
  return chunk.code
}

/**
 * @param {string} name
 * @param {string} code
 */
function write(name, code) {
  writeFileSync(join(OUTPUT, name), code)
  writeFileSync(join(OUTPUT, `${name}.gz`), gzipSync(code, { level: constants.Z_BEST_COMPRESSION }))
  writeFileSync(join(OUTPUT, `${name}.br`), brotliCompressSync(code))
}

/** Compiles components. Their styles become text, because the widget adopts a constructed style sheet. */
function svelte() {
  return {
    name: 'widget-svelte',
    /** @param {string} code @param {string} id */
    async transform(code, id) {
      if (id.endsWith('.svelte.ts')) return compileModule(code, { filename: id, dev: false }).js
      if (!id.endsWith('.svelte')) return null
      const { js, css } = compile(code, { filename: id, dev: false, runes: true, css: 'external' })
      if (!css) return js
      const { code: styles } = await transform(css.code, { loader: 'css', minify: true, target: 'es2022' })
      return `${js.code}\nimport { addStyles } from ${JSON.stringify(STYLES)}\naddStyles(${JSON.stringify(styles.trim())})`
    },
  }
}

/** Takes the line breaks out of GraphQL documents. */
function shortDocuments() {
  return {
    name: 'widget-documents',
    enforce: /** @type {const} */ ('pre'),
    /** @param {string} code @param {string} id */
    transform(code, id) {
      if (!/\.ts$/.test(id) || !code.includes('graphql(`')) return null
      return code.replaceAll(/graphql\(`([^`]*)`/g, (_, text) => `graphql(\`${shorten(text)}\``)
    },
  }
}

/** @param {string} document */
function shorten(document) {
  return document
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{}():,!]) ?/g, '$1')
    .trim()
}
