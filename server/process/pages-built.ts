import { StoreError } from '../stores/store-error.ts'

declare global {
  /** What `npm start` still builds when it has the server (tools/start.mjs). */
  var switchboardPages: Promise<void> | undefined
}

/** Waits until there are pages to serve. Throws a {@link StoreError} when they cannot be built. */
export async function pagesBuilt(): Promise<void> {
  try {
    await globalThis.switchboardPages
  } catch (error) {
    throw new StoreError((error as Error).message)
  }
}
