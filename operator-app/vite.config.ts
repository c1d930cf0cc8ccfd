import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
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
      '/archive/export': { target: server },
      '/canned-replies/export': { target: server },
      '/reports/export': { target: server },
      '/archive/calls/export': { target: server },
      '/archive/offline-messages/export': { target: server },
    },
  },
})
