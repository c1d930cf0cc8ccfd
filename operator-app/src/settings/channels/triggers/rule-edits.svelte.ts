import type { SvcRule } from '../../../../../widget/svc-api.d.ts'
import { mergeRules } from './merge-rules.ts'
import { type RulesProblem, readRules } from './read-rules.ts'

/**
 * The triggers of a widget while they are edited, in the form or as JSON. A trigger that a colleague saves meanwhile
 * becomes part of the edits, so that saving them does not undo it.
 */
export class RuleEdits {
  #stored: () => readonly SvcRule[]
  /** The stored rules that the edited ones were copied from. */
  #copied = $state.raw<readonly SvcRule[]>([])
  /** The edited rules that were saved last, until they have been read. */
  #saved: readonly SvcRule[] | null = null
  /** Null until something is edited. */
  #edited = $state<SvcRule[] | null>(null)
  #text = $state<string | null>(null)

  constructor(stored: () => readonly SvcRule[]) {
    this.#stored = stored
  }

  get rules(): readonly SvcRule[] {
    return this.#edited ?? this.#stored()
  }

  /** The rules as JSON; null while they are edited in the form. */
  get text(): string | null {
    return this.#text
  }

  set text(text: string | null) {
    this.#text = text
  }

  get isChanged(): boolean {
    return this.#edited !== null && (this.#text ?? print(this.#edited)) !== print(this.#copied)
  }

  /** A copy that may be changed. */
  edit(): SvcRule[] {
    if (this.#edited) return this.#edited
    this.#copied = this.#stored()
    this.#saved = null
    this.#edited = copyOf(this.#copied)
    return this.#edited
  }

  /** Takes in what is stored now. A text that was changed is left alone until it is read. */
  follow(): void {
    if (this.#edited === null || !this.#isBehind) return
    if (this.#text !== null && this.isChanged) return
    this.#merge(this.#edited)
    if (this.#text !== null) this.#text = print(this.rules)
  }

  openJson(): void {
    this.#text = print(this.edit())
  }

  /** Takes the text over into the form, unless it cannot be read: then the reason is returned. */
  readText(): RulesProblem | null {
    if (this.#text === null) return null
    const read = readRules(this.#text)
    if ('problem' in read) return read.problem
    const wasBehind = this.#isBehind
    this.#merge(read.rules)
    if (wasBehind) this.#text = print(this.rules)
    return null
  }

  /** The rules to save. */
  snapshot(): { rules: SvcRule[]; text: string } {
    const rules = copyOf(this.rules)
    return { rules, text: this.#text ?? print(rules) }
  }

  /** Call this after these rules were saved: later edits are changes of them, not of the rules that they replaced. */
  saved(rules: readonly SvcRule[]): void {
    this.#saved = rules
  }

  /** Shows the stored rules again. */
  discard(): void {
    this.#edited = null
    if (this.#text !== null) this.openJson()
  }

  get #isBehind(): boolean {
    return print(this.#stored()) !== print(this.#copied)
  }

  #merge(own: readonly SvcRule[]): void {
    const stored = this.#stored()
    const before = this.#saved ?? this.#copied
    this.#edited = copyOf(this.#isBehind ? mergeRules(before, copyOf(own), stored) : own)
    this.#copied = stored
    this.#saved = null
  }
}

function copyOf(rules: readonly SvcRule[]): SvcRule[] {
  return structuredClone($state.snapshot(rules) as SvcRule[])
}

function print(rules: readonly SvcRule[]): string {
  return JSON.stringify({ rules }, null, 2)
}
