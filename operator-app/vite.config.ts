import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build as bundle } from 'esbuild'
import { defineConfig } from 'vite'
import { notePackages } from '../tools/build/packages.mjs'

const server = process.env.SERVER_ORIGIN ?? 'http://127.0.0.1:4000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    svelte(),
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
