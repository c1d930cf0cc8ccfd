import { type ArchiveSection, archivePath } from '../../browser/route.ts'
import { router } from '../../browser/router.svelte.ts'
import {
  type ArchiveFields,
  exportPath,
  fieldsIn,
  formatFields,
  invalidFields,
  noFields,
  readFields,
} from './archive-fields.ts'

/**
 * The search and the filters of the archive. They are in the address, so that they can be passed on and one step back
 * undoes them; here they are kept while another page is open.
 */
export class ArchiveFilter {
  #kept = $state('')
  /** The field that was typed into last, and the address since then. */
  #typed: { field: keyof ArchiveFields; query: string } | null = null
  readonly #query = $derived(router.route.name === 'archive' ? router.query : this.#kept)
  readonly fields = $derived(readFields(this.#query))

  /** The fields that a section has. */
  fieldsOf(section: ArchiveSection): ArchiveFields {
    return fieldsIn(section, this.fields)
  }

  /** The fields of a section with something wrong in them. They do not restrict until they are corrected. */
  invalidIn(section: ArchiveSection) {
    return invalidFields(this.fieldsOf(section))
  }

  /** How many filters restrict a section, besides those that are always visible above its list. */
  activeIn(section: ArchiveSection): number {
    const { search: _search, state: _state, ...filters } = this.fieldsOf(section)
    return Object.values(filters).filter((value) => value !== '').length
  }

  isNarrowing(section: ArchiveSection): boolean {
    return formatFields(this.fieldsOf(section)) !== ''
  }

  /** Changes fields while the archive is open; one step back undoes it. */
  set(change: Partial<ArchiveFields>): void {
    router.navigate(router.path + formatFields({ ...this.fields, ...change }))
  }

  /** The same of a field that is typed into: a word is one step, not each of its letters. */
  type(field: keyof ArchiveFields, text: string): void {
    const query = formatFields({ ...this.fields, [field]: text })
    const replace = this.#typed?.field === field && this.#typed.query === router.query
    router.navigate(router.path + query, { replace })
    this.#typed = { field, query }
  }

  /** Empties what `activeIn` counts, of all sections. */
  reset(): void {
    const { search, state } = this.fields
    this.set({ ...noFields, search, state })
  }

  /** Notes what the address holds, for when another page is open. */
  keep(): void {
    this.#kept = this.#query
  }

  /** The path of a section with its filters and, if given, one of its entries opened. */
  pathTo(section: ArchiveSection, id: string | null = null): string {
    return archivePath(section, id) + this.#query
  }

  /** The address of the download of what a section shows; null while one of its fields is invalid. */
  exportOf(section: ArchiveSection): ((format: 'csv' | 'json') => string) | null {
    if (this.invalidIn(section).length > 0) return null
    return (format) => exportPath(section, format, this.fields)
  }
}

export function createArchiveFilter(): ArchiveFilter {
  return new ArchiveFilter()
}
