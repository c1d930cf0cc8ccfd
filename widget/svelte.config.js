// No preprocessor: styles are plain CSS, and Svelte itself takes the types out of the scripts.
export default { compilerOptions: { runes: true, css: 'external' } }
