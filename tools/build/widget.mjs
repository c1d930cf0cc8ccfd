import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { notePackages } from './packages.mjs'

const OUTPUT = 'dist/widget'

/**
 * The website widget: the window as an ES module whose name carries a digest of its content, its texts in other
 * languages, each in a file that is named so, too, and the loader, which holds the window's name. All are compressed
 * here, once and as well as can be, not for each request.
 * @param {{ quick?: boolean }} [options] whether it may be a little larger
 */
export async function buildWidget({ quick = false } = {}) {
  const [window, ...texts] = await bundle('widget/window/main.tsx', {
    format: 'es',
    quick,
    define: {
      CALLING_CODES: JSON.stringify(await listCallingCodes()),
    },
  })
  const [loader] = await bundle('widget/loader/main.ts', {
    format: 'iife',
    quick,
    define: { WINDOW_NAME: JSON.stringify(window.fileName) },
  })
  // Not before all of it is there: a server may be running.
  rmSync(OUTPUT, { recursive: true, force: true })
  mkdirSync(OUTPUT, { recursive: true })
  for (const { fileName, code } of [window, ...texts]) write(fileName, code)
  write('widget.js', loader.code)
  cpSync('widget/demo', join(OUTPUT, 'demo'), { recursive: true })
  cpSync('operator-app/src/favicon.svg', join(OUTPUT, 'demo', 'favicon.svg'))
  cpSync('widget/svc-api.d.ts', join(OUTPUT, 'svc-api.d.ts'))
  notePackages(
    'widget',
    [window, ...texts, loader].flatMap(({ moduleIds }) => moduleIds),
  )
}

/** `DE49FR33…`: what the server knows of calling codes, for the form that asks for a number. */
async function listCallingCodes() {
  const { getCountries, getCountryCallingCode } = await import('libphonenumber-js/max')
  return getCountries()
    .map((country) => country + getCountryCallingCode(country))
    .join('')
}

/**
 * The files of a bundle, its entry first.
 * @param {string} entry
 * @param {{ format: 'es' | 'iife', quick: boolean, define: Record<string, string> }} options
 */
async function bundle(entry, { format, quick, define }) {
  const result = await build({
    configFile: false,
    root: 'widget',
    logLevel: 'error',
    plugins: [shortDocuments(), plainImports(), jsxImports()],
    oxc: { jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' } },
    define,
    build: {
      target: 'es2022',
      // `light-dark()` stays as it is.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      write: false,
      // Ten times slower than Vite's own, but its code is smaller.
      minify: quick ? 'oxc' : 'terser',
      terserOptions: {
        module: format === 'es',
        ecma: 2020,
        compress: {
          ...{ passes: 5, pure_getters: true, unsafe_arrows: true, hoist_props: true },
          // Measured: each makes the compressed code smaller.
          ...{ unsafe: true, unsafe_math: true, inline: 1, lhs_constants: false },
          hoist_vars: format === 'es',
        },
      },
      modulePreload: false,
      // Only for the loader: it leaves the white space in ES modules, but puts nothing around `import()`.
      lib: format === 'iife' && { entry, formats: [format], name: 'widget' },
      rolldownOptions: {
        input: resolve(entry),
        preserveEntrySignatures: 'strict',
        output: {
          format,
          ...(format === 'iife' && { codeSplitting: false }),
          minify: true,
          // The loader, which names it, is smaller with these.
          hashCharacters: 'hex',
          entryFileNames: 'window-[hash].js',
          chunkFileNames: 'texts-[name]-[hash].js',
        },
      },
    },
  })
  const [output] = [result].flat()
  const chunks = output && 'output' in output ? output.output.filter((file) => file.type === 'chunk') : []
  const [first, ...others] = chunks.sort((a, b) => Number(b.isEntry) - Number(a.isEntry))
  if (!first) throw new Error(`${entry} gave no code.`)
  return /** @type {const} */ ([first, ...others])
}

/**
 * @param {string} name
 * @param {string} code
 */
function write(name, code) {
  writeFileSync(join(OUTPUT, name), code)
  writeFileSync(join(OUTPUT, `${name}.gz`), gzipSync(code, { level: constants.Z_BEST_COMPRESSION }))
  writeFileSync(join(OUTPUT, `${name}.br`), compressWell(code))
}

/**
 * Which of Brotli's modes is best for a script changes with a single letter, such as one of a digest, and by twenty bytes.
 * @param {string} code
 */
function compressWell(code) {
  const [smallest] = [constants.BROTLI_MODE_GENERIC, constants.BROTLI_MODE_TEXT, constants.BROTLI_MODE_FONT]
    .map((mode) => brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_MODE]: mode } }))
    .sort((one, other) => one.length - other.length)
  return /** @type {Buffer} */ (smallest)
}

/** What Vite puts around `import()` is for pages that have style sheets to wait for. */
function plainImports() {
  return {
    name: 'widget-imports',
    enforce: /** @type {const} */ ('pre'),
    /** @param {string} id */
    load: (id) =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null,
  }
}

/** Preact's `h` is there anyway; the functions of the automatic runtime would come on top. */
function jsxImports() {
  return {
    name: 'widget-jsx',
    enforce: /** @type {const} */ ('pre'),
    /** @param {string} code @param {string} id */
    transform: (code, id) => (/\.tsx$/.test(id) ? `import { Fragment, h } from 'preact'\n${code}` : null),
  }
}

/** Takes the white space out of GraphQL documents, and lets those go that a bundle does not use. */
function shortDocuments() {
  return {
    name: 'widget-documents',
    enforce: /** @type {const} */ ('pre'),
    /** @param {string} code @param {string} id */
    transform(code, id) {
      if (!/\.ts$/.test(id) || !code.includes('graphql(')) return null
      return code.replaceAll(
        /graphql\(\s*`([^`]*)`/g,
        (_, text) => `/*#__PURE__*/graphql(\`${shorten(text)}\``,
      )
    },
  }
}

/** @param {string} document */
function shorten(document) {
  return document
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{}():,!]|\.{3}) ?/g, '$1')
    .trim()
}
