import type { Plugin } from 'vite'

/** Compiles modules with runes for the tests that load them. In Node.js, their state is plain. */
export function runes(): Plugin {
  return {
    name: 'runes',
    async transform(code, id) {
      if (!id.endsWith('.svelte.ts')) return null
      const { compileModule } = await import('svelte/compiler')
      return compileModule(code, { filename: id, generate: 'server' }).js
    },
  }
}
