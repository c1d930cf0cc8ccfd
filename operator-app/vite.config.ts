import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build as bundle } from 'esbuild'
import { defineConfig, type Rolldown } from 'vite'
import { notePackages } from '../tools/build/packages.mjs'

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>

let first: Set<string> | undefined

/** Whether a module is needed before the first page is shown: what the entry imports, and what that imports. */
function isFirst(id: string, modules: Modules): boolean {
  first ??= importedBy(join(import.meta.dirname, 'src/main.ts'), modules)
  return first.has(id)
}

function importedBy(entry: string, modules: Modules): Set<string> {
  const found = new Set([entry])
  // What is added meanwhile is visited as well.
  for (const id of found)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

const server = process.env.SERVER_ORIGIN ?? 'http://127.0.0.1:4000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    svelte(),
    {
      name: 'minify-documents',
      apply: 'build',
      transform: {
        filter: { id: /\/src\/graphql\// },
        handler: (code) => code.replace(/graphql\(`[^`]*`/g, (document) => document.replace(/\s+/g, ' ')),
      },
    },
    {
      name: 'note-packages',
      apply: 'build',
      generateBundle(_, bundle) {
        const files = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk'
            ? file.moduleIds
            : file.originalFileNames.map((name) => join(import.meta.dirname, name)),
        )
        notePackages('operator-app', files)
      },
    },
    {
      name: 'service-worker',
      apply: 'build',
      // A script of its own at the root, because a service worker rules over the paths below it.
      closeBundle: async () => {
        await bundle({
          entryPoints: [join(import.meta.dirname, 'service-worker/main.ts')],
          outfile: join(import.meta.dirname, '../dist/operator-app/service-worker.js'),
          bundle: true,
          minify: true,
          target: 'es2022',
          format: 'iife',
        })
      },
    },
  ],
  build: {
    target: 'es2022',
    outDir: '../dist/operator-app',
    emptyOutDir: true,
    // The Content-Security-Policy allows scripts and fonts from this origin only, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One file compresses better than the thirty that it would be, and comes sooner.
          groups: [{ name: (id, modules) => (isFirst(id, modules) ? 'first' : null) }],
        },
      },
    },
  },
  server: {
    proxy: {
      '/graphql': { target: server, ws: true },
      '/files': { target: server },
      '/service-worker.js': { target: server },
      '/archive/export': { target: server },
      '/canned-replies/export': { target: server },
      '/reports/export': { target: server },
      '/archive/calls/export': { target: server },
      '/archive/offline-messages/export': { target: server },
    },
  },
})
