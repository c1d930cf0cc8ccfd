import { createFolderStorage } from './folder-storage.ts'
import { createS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'
import { withFallback } from './storage-with-fallback.ts'
import type { StoreAddress } from './store-address.ts'

/** Where files are. */
export interface StoragePlaces {
  /** The folder of this machine: the store, unless there is another, and the place of uploads that come in. */
  dir: string
  /** Null for the folder. */
  store: StoreAddress | null
  /** Where files were before, while they are moved; null for nowhere else. */
  before: StoreAddress | 'folder' | null
}

/** The store that is configured. */
export function createStorage({ dir, store, before }: StoragePlaces): Storage {
  const storage = createStore(dir, store)
  return before ? withFallback(storage, createStore(dir, before === 'folder' ? null : before)) : storage
}

/** One of its two places. */
export function createStore(dir: string, address: StoreAddress | null): Storage {
  return address ? createS3Storage({ dir, address }) : createFolderStorage({ dir })
}
